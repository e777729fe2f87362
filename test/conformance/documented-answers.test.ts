import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { TargetReport } from '../../scripts/conformance/kit-types.ts';
import { contract, example, operationAt } from '../support/contract.ts';
import { check, startChanged } from './check.ts';

/** Replaces the parts of an error detail that differ between requests, such as numbers and scopes. */
const normalized = (text: string) =>
  text
    .replace(/\d+/g, '#')
    .replace(/(read|write)\.\w+/g, 'a.scope')
    .replace(/(\w+\/[\w-]+)( or \w+\/[\w-]+)*/g, 'a/type');

function documentedDetails(id: OperationId, status: string): string[] {
  const response = contract.paths[operations[id].path][operations[id].method.toLowerCase()].responses[status];
  const { content } =
    response.$ref === undefined ? response : contract.components.responses[response.$ref.split('/').at(-1)];
  const { examples } = Object.values<{ examples: object }>(content)[0] ?? { examples: {} };
  return Object.keys(examples).map((name) => normalized(example(name).detail ?? example(name).error_description));
}

const seen = new Map<string, Set<string>>();
let findings: TargetReport['findings'];

beforeAll(async () => {
  const own = await startChanged(async (answer, request) => {
    const { pathname } = new URL(request.url);
    const found = operationAt(request.method, pathname);
    if (found === undefined) return answer;
    const isRefusal = answer.status >= 400;
    const body = (isRefusal ? await answer.clone().json() : {}) as { detail?: string; error_description?: string };
    const key = `${found} ${answer.status}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(normalized(body.detail ?? body.error_description ?? '')));
    return answer;
  });
  const only = ['examples', 'security', 'statuses', 'parameters', 'relations', 'faults'];
  ({ findings } = await check(own.target, { only, maxSeconds: 290 }));
  await own.stop();
}, 300_000);

test('the kit reports no findings for the bundled server', () => {
  expect(findings).toEqual([]);
});

describe.each(Object.keys(operations) as OperationId[])('The operation %s', (id) => {
  test.each(Object.keys(operations[id].responses))('the kit triggers the documented %s response', (status) => {
    const details = seen.get(`${id} ${status}`);
    expect(details).toBeDefined();
    // For 422, the examples show only some of the violations, so the details are not compared.
    if (Number(status) >= 400 && status !== '422')
      expect(documentedDetails(id, status).filter((each) => details?.has(each))).not.toEqual([]);
  });
});
