import { expect, onTestFinished, test } from 'vitest';
import { type Contract, type Response, resolve } from '../../scripts/contract/openapi.ts';
import { addResponseHeaders } from '../../scripts/generate.ts';
import { generateModules, openWorkshop } from '../conformance/mutants/start-server.ts';
import { contract } from '../support/contract.ts';

test('every response of a deprecated operation documents and has the headers Deprecation and Sunset', async () => {
  const edited = structuredClone(contract) as unknown as Contract;
  const deprecated = edited.paths['/api/partner/v1/submissions/{id}/status.json']?.['get'];
  const deprecation = { since: '2026-11-01T00:00:00Z', sunset: '2027-11-01T12:30:00Z' };
  Object.assign(deprecated ?? {}, { deprecated: true, 'x-deprecation': deprecation });
  addResponseHeaders(edited);
  const headers = { Deprecation: '@1793491200', Sunset: 'Mon, 01 Nov 2027 12:30:00 GMT' };

  const { default: _, ...documented } = deprecated?.responses ?? {};
  expect(Object.keys(documented)).toContain('429');
  for (const each of Object.values(documented)) {
    const response = resolve<Response>(edited, each);
    expect(response.headers).toMatchObject({
      Deprecation: { required: true, schema: { const: headers.Deprecation } },
      Sunset: { required: true, schema: { const: headers.Sunset } },
    });
  }

  const workshop = await openWorkshop();
  onTestFinished(() => workshop.close());
  const { target, stop } = await workshop.start('deprecated', await generateModules(edited));
  onTestFinished(async () => void (await stop()));
  const read = async (version: string) => {
    const response = await fetch(`${target.baseUrl}/api/partner/${version}/submissions/A-1/status.json`);
    const { deprecation, sunset } = Object.fromEntries(response.headers);
    return { status: response.status, Deprecation: deprecation, Sunset: sunset };
  };
  expect(await read('v1')).toEqual({ status: 401, ...headers });
  expect(await read('v2')).toEqual({ status: 401, Deprecation: undefined, Sunset: undefined });
});
