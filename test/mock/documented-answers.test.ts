import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { contract } from '../support/contract.ts';
import { runMock, type TestMock } from './running.ts';
import { deref, validRequest } from './valid-request.ts';

// `mock.call` throws if the status, the media type, a header, or the body of a response violates the contract.

let mock: TestMock;

beforeAll(async () => {
  mock = await runMock();
});

afterAll(() => mock.stop());

const operationIds = Object.keys(operations) as OperationId[];
const pairs = operationIds.flatMap((id) =>
  Object.keys(operations[id].responses).map((status): [OperationId, number] => [id, Number(status)]),
);

function exampleNames(id: OperationId, status: number): string[] {
  const { path, method } = operations[id];
  const { content = {} } = deref(contract.paths[path][method.toLowerCase()].responses[status]);
  const [{ examples = {} } = {}] = Object.values<{ examples?: object }>(content);
  return Object.keys(examples);
}

async function answerOf(id: OperationId, prefer?: string) {
  const { method, target, ...options } = await validRequest(mock, id);
  return mock.call(method, target, {
    ...options,
    headers: { ...options.headers, ...(prefer !== undefined && { Prefer: prefer }) },
  });
}

test.each(pairs)('%s returns %s when the request prefers it', async (id, status) => {
  const answer = await answerOf(id, `code=${status}`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('preference-applied')).toBe(`code=${status}`);
  if (answer.headers.get('content-type') === 'application/problem+json') {
    expect(answer.body).toMatchObject({
      type: `${mock.url}/problems/${answer.body.code}`,
      status,
      request_id: answer.headers.get('x-request-id'),
    });
  }
});

test.each(operationIds)('%s returns its first success response by default', async (id) => {
  const answer = await answerOf(id);
  expect(answer.status).toBe(Number(Object.keys(operations[id].responses)[0]));
  expect(answer.headers.get('preference-applied')).toBeNull();
  expect(answer.headers.get('idempotent-replayed')).toBeNull();
});

test('the example of a repeated request with different content is an idempotent replay with its warning', async () => {
  const { body, headers } = await answerOf('addEducation', 'example=EducationLinkOfDifferentContent');
  expect(headers.get('idempotent-replayed')).toBe('true');
  expect(body.warnings).toMatchObject([{ pointer: '/data', code: 'different_content' }]);
});

// `Prefer` needs no name to select the only example of a status.
const named = pairs.flatMap(([id, status]) => {
  const names = exampleNames(id, status);
  return names.length > 1 ? names.map((name) => [id, name, status] as const) : [];
});
test.each(named)('%s returns the example %s when the request prefers only its name', async (id, name, status) => {
  const answer = await answerOf(id, `example=${name}`);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('preference-applied')).toBe(`example=${name}`);
  // Compares only the texts, because other values depend on the request or are random.
  const { detail, error_description } = contract.components.examples[name].value;
  if (status >= 300) expect(answer.body).toMatchObject(JSON.parse(JSON.stringify({ detail, error_description })));
});
