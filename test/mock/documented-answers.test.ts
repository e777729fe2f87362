import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { contract } from '../support/contract.ts';
import { runMock, type TestMock } from './running.ts';
import { validRequest } from './valid-request.ts';

// `mock.call` throws if the status, the media type, a header, or the body of a response violates the contract.

let mock: TestMock;

beforeAll(async () => {
  mock = await runMock();
});

afterAll(() => mock.stop());

const pairs = (Object.keys(operations) as OperationId[]).flatMap((id) =>
  Object.keys(operations[id].responses).map((status): [OperationId, number] => [id, Number(status)]),
);

function exampleNames(id: OperationId, status: number): string[] {
  const { path, method } = operations[id];
  const given = contract.paths[path][method.toLowerCase()].responses[status];
  const response = given.$ref === undefined ? given : contract.components.responses[given.$ref.split('/').at(-1)];
  const [content = {}] = Object.values<{ examples?: object }>(response.content ?? {});
  return Object.keys(content.examples ?? {});
}

/** Returns the names if there are several. `Prefer` needs no name to select the only example of a status. */
const severalOf = (names: string[]) => (names.length > 1 ? names : []);

test.each(pairs)('%s returns %s when the request prefers it', async (id, status) => {
  const { method, target, ...options } = await validRequest(mock, id);
  const headers = { ...options.headers, Prefer: `code=${status}` };
  const answer = await mock.call(method, target, { ...options, headers });
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

test.each(Object.keys(operations) as OperationId[])('%s returns its first success response by default', async (id) => {
  const { method, target, ...options } = await validRequest(mock, id);
  const answer = await mock.call(method, target, options);
  expect(answer.status).toBe(Number(Object.keys(operations[id].responses)[0]));
  expect(answer.headers.get('preference-applied')).toBeNull();
  expect(answer.headers.get('idempotent-replayed')).toBeNull();
});

test.each(
  (Object.keys(operations) as OperationId[]).flatMap((id) => {
    const statuses = Object.keys(operations[id].responses).map(Number);
    return statuses.flatMap((status) =>
      severalOf(exampleNames(id, status)).map((name): [OperationId, string, number] => [id, name, status]),
    );
  }),
)('%s returns the example %s when the request prefers only its name', async (id, name, status) => {
  const { method, target, ...options } = await validRequest(mock, id);
  const headers = { ...options.headers, Prefer: `example=${name}` };
  const answer = await mock.call(method, target, { ...options, headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('preference-applied')).toBe(`example=${name}`);
  // Compares only the texts, because other values depend on the request or are random.
  const { detail, error_description } = contract.components.examples[name].value;
  if (status >= 300) expect(answer.body).toMatchObject(JSON.parse(JSON.stringify({ detail, error_description })));
});

test('every response has a unique request id', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => (await mock.call('GET', operations.getJwks.path)).headers.get('x-request-id')),
  );
  expect(new Set(ids).size).toBe(2);
});
