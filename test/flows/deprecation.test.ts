import { expect, onTestFinished, test } from 'vitest';
import { deprecations } from '../../generated/operations.ts';
import { type Contract, type Response, resolve } from '../../scripts/contract/openapi.ts';
import { renderOperations } from '../../scripts/generate/operations.ts';
import { addResponseHeaders } from '../../scripts/generate.ts';
import { contract } from '../support/contract.ts';
import { startService } from '../support/service.ts';

test('the server sends Deprecation and Sunset headers with every response of a deprecated operation, and the contract documents both headers', async () => {
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

  // The server reads these headers from a module that `renderOperations` generates from the contract.
  expect(renderOperations(edited)).toContain(JSON.stringify({ getSubmissionStatusV1: headers }));
  deprecations.getSubmissionStatusV1 = headers;
  const service = await startService().finally(() => delete deprecations.getSubmissionStatusV1);
  onTestFinished(() => service.stop());
  const read = async (version: string) => {
    const { status, headers } = await service.call('GET', `/api/partner/${version}/submissions/A-1/status.json`);
    return { status, Deprecation: headers.get('deprecation'), Sunset: headers.get('sunset') };
  };
  expect(await read('v1')).toEqual({ status: 401, ...headers });
  expect(await read('v2')).toEqual({ status: 401, Deprecation: null, Sunset: null });
});
