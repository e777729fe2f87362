import { expect, expectTypeOf, test } from 'vitest';
import type { SubmissionLink, Violation, Warning } from '../../../generated/types.ts';
import {
  type Created,
  PartnerApiError,
  type PartnerClient,
  PartnerTokenError,
} from '../../../server/sdk/client/client.ts';
import { example } from '../../support/contract.ts';
import { clientOf, DOWN, failureOf, json, problem, type Reply, startStub } from './stub.ts';

const body = example('RightToWorkAustralia');
const NAME = 'addRightToWork (POST /api/partner/v1/add/right_to_work.json)';
const { errors } = example('SeveralViolations');
const [first] = errors;
const warnings = [{ pointer: '/data/credential/majors/0', code: 'placeholder', detail: 'Looks like a placeholder.' }];

test.each<[string, object, Record<string, string>, object]>([
  ['a new submission', {}, {}, { warnings: [], idempotentReplayed: false }],
  ['a replay', {}, { 'Idempotent-Replayed': 'true' }, { warnings: [], idempotentReplayed: true }],
  ['a submission with warnings', { warnings }, {}, { warnings, idempotentReplayed: false }],
])('the client result for %s contains the warnings and idempotentReplayed', async (_, extra, headers, expected) => {
  const link = { redirect_uri: 'https://app.test/' };
  const stub = await startStub([{ status: 201, body: { ...link, ...extra }, headers }]);
  expect(await clientOf(stub).client.addRightToWork(body)).toEqual({ ...link, ...expected });
});

test('the client returns the ETag of a webhook as etag, and sends the option ifMatch as the If-Match header', async () => {
  const stub = await startStub([{ status: 200, body: { id: 'W' }, headers: { ETag: '"3"' } }]);
  const { client } = clientOf(stub);
  const { etag } = await client.getWebhook('W');
  await client.replaceWebhook('W', { url: 'https://a.test/' }, { ifMatch: etag });
  expect(stub.received.map(({ headers }) => headers['if-match'])).toEqual([undefined, undefined, '"3"']);
});

test('the client uses the parameter names of the contract, and percent-encodes special characters in IDs', async () => {
  const stub = await startStub([json({ deliveries: [], next_cursor: null })]);
  const { client } = clientOf(stub);
  const id = 'V 1/ä&?#%';
  await client.listWebhookDeliveries('W', { limit: 5, cursor: 'c' });
  await client.listVerificationRequests([id, 'V-2[]']);
  await client.getVerificationRequest(id);
  const [deliveries, list, one] = stub.received.slice(1).map(({ path }) => path);
  expect(deliveries).toMatch(/deliveries\?limit=5&cursor=c$/);
  expect(list?.split('?')[1]).toBe(`request_id[]=${encodeURIComponent(id)}&request_id[]=V-2%5B%5D`);
  expect(one?.split('/').at(-1)).toBe(encodeURIComponent(id));
});

test.each<[string, Reply, object]>([
  ['id_conflict', problem(409, 'id_conflict'), { message: `${NAME}: 409 id_conflict: Why, request req-409` }],
  [
    'validation_failed',
    problem(422, 'validation_failed', {}, { errors, warnings }),
    {
      message: `${NAME}: 422 validation_failed: ${first.pointer} ${first.detail} (+2 more), request req-422`,
      errors,
      warnings,
    },
  ],
])('a client call throws the problem %s with its status, request ID, and violations', async (code, reply, properties) => {
  const { client } = clientOf(await startStub([reply]));
  const error = await failureOf(client.addRightToWork(body));
  const { status } = reply as { status: number };
  const rest = { code, status, requestId: `req-${status}`, operation: 'addRightToWork', problem: { code } };
  expect(error).toMatchObject({ errors: [], warnings: [], ...rest, ...properties });
  expect(error.constructor).toBe(PartnerApiError);
});

test('createTokenV2 throws PartnerTokenError when the token endpoint rejects the client credentials', async () => {
  const stub = await startStub([], () => json({ error: 'invalid_client', error_description: 'Why.' }, 401));
  const call = clientOf(stub).client.createTokenV2({ grant_type: 'client_credentials' });
  expect(await failureOf(call)).toBeInstanceOf(PartnerTokenError);
});

test('a call through `client.http` sends a token, retries after a failure, and resolves to the response and the data or problem', async () => {
  const stub = await startStub([DOWN, json({ webhooks: [] }), problem(404, 'not_found')]);
  const { http } = clientOf(stub).client;
  const list = await http.GET('/api/partner/v2/webhooks');
  expect([list.data, list.response.status]).toEqual([{ webhooks: [] }, 200]);
  const one = await http.GET('/api/partner/v2/webhooks/{id}', { params: { path: { id: 'W' } } });
  expect([one.error?.code, one.response.headers.get('X-Request-Id')]).toEqual(['not_found', 'req-404']);
  expect(new Set(stub.received.slice(1).map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer token-1']),
  );
  await expect(http.GET('/api/partner/v2/webhooks', { baseUrl: 'https://other.test' })).rejects.toThrow(TypeError);
});

const page = (ids: string[], next: string | null) =>
  json({ deliveries: ids.map((id) => ({ ...example('DeliveryLog').deliveries[0], id })), next_cursor: next });

test('allWebhookDeliveries requests a page only after the caller has read the previous page, and throws the problem if a page request fails', async () => {
  const stub = await startStub([page(['a', 'b'], 'next one'), DOWN, page([], 'last'), problem(404, 'not_found')]);
  const deliveries = clientOf(stub).client.allWebhookDeliveries('W');
  const queries = () => stub.received.slice(1).map(({ path }) => path.replace(/^.*deliveries/, ''));
  expect((await deliveries.next()).value).toMatchObject({ id: 'a' });
  expect((await deliveries.next()).value).toMatchObject({ id: 'b' });
  expect(queries()).toEqual(['']);
  expect(await failureOf(deliveries.next())).toMatchObject({ code: 'not_found' });
  expect(queries()).toEqual(['', '?cursor=next%20one', '?cursor=next%20one', '?cursor=last']);
});

test('allWebhookDeliveries ends after the last page, and requests no page after the caller leaves the loop', async () => {
  const stub = await startStub([page(['a'], 'next'), page(['b'], null)]);
  const { client } = clientOf(stub);
  const seen: string[] = [];
  for await (const { id } of client.allWebhookDeliveries('W')) seen.push(id);
  expect(seen).toEqual(['a', 'b']);
  for await (const _ of client.allWebhookDeliveries('W')) break;
  expect(stub.of('createTokenV2').length + 3).toBe(stub.received.length);
});

// `npm run check -- types` verifies the type assertions in this test, which have no effect at run time.
test('the client methods have TypeScript types for requests, results, and errors', () => {
  const typed = async (client: PartnerClient) => {
    const link = await client.addRightToWork(body);
    expectTypeOf(link).toEqualTypeOf<SubmissionLink & Created>();
    expectTypeOf(link.warnings).toEqualTypeOf<Warning[]>();
    expectTypeOf(await client.deleteWebhook('W')).toEqualTypeOf<void>();
    const error: unknown = undefined;
    if (error instanceof PartnerTokenError) expectTypeOf(error.code).toExtend<PartnerTokenError['code']>();
    else if (error instanceof PartnerApiError) {
      expectTypeOf(error.errors).toEqualTypeOf<readonly Violation[]>();
      if (error.code === 'id_conflict') return;
      // @ts-expect-error the contract does not define this problem code
      if (error.code === 'no_such_code') return;
    }
    const { error: problem } = await client.http.GET('/api/partner/v2/webhooks');
    expectTypeOf(problem?.code).toEqualTypeOf<
      'unauthenticated' | 'insufficient_scope' | 'rate_limited' | 'internal_error' | 'unavailable' | undefined
    >();
    // @ts-expect-error the path parameters are required
    await client.getWebhook();
    // @ts-expect-error the request body is incomplete
    await client.addEducation({});
    // @ts-expect-error the contract does not define this scope
    clientOf({ url: '' }, { scope: ['read.everything'] });
  };
  expectTypeOf(typed).toBeFunction();
});
