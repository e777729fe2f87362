import { expect, test } from 'vitest';
import { PartnerConnectionError, PartnerTokenError } from '../../../server/sdk/client/client.ts';
import { clientOf, EXPIRED, failureOf, json, problem, type Received, type Reply, SECRET, startStub } from './stub.ts';

const LIST = json({ webhooks: [] });
const issued = (count: number, seconds = 3600) =>
  json({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: seconds, scope: 's' });
const refused = (error: string, status = 400, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { error, error_description: 'Why.' },
});
const challenge = (value: string) => problem(401, 'unauthenticated', { 'WWW-Authenticate': value });
const bearerOf = ({ headers }: Received) => headers.authorization;

test('the client sends one token request for 100 concurrent calls, and the token request contains the credentials but no scope', async () => {
  const stub = await startStub([LIST]);
  const { client } = clientOf(stub);
  await Promise.all(Array.from({ length: 100 }, () => client.listWebhooks()));
  expect(stub.of('listWebhooks').map(bearerOf)).toEqual(Array(100).fill('Bearer token-1'));
  const [tokenRequest, ...others] = stub.of('createTokenV2');
  expect(others).toEqual([]);
  expect(tokenRequest?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  const form = { grant_type: 'client_credentials', client_id: 'stub-partner', client_secret: SECRET };
  expect(Object.fromEntries(new URLSearchParams(tokenRequest?.body.toString()))).toEqual(form);
});

test('the token request contains the scopes from the client options', async () => {
  const stub = await startStub([LIST]);
  await clientOf(stub, { scope: ['write.webhooks', 'read.webhooks'] }).client.listWebhooks();
  const form = new URLSearchParams(stub.of('createTokenV2')[0]?.body.toString());
  expect(form.get('scope')).toBe('write.webhooks read.webhooks');
});

test('the client requests no token for an operation without authentication', async () => {
  const stub = await startStub([json({ keys: [] })]);
  await clientOf(stub).client.getJwks();
  expect(stub.received.map(bearerOf)).toEqual([undefined]);
});

test.each([
  ['one minute before the current token expires', 3600, 3_540_000],
  ['after half of the lifetime of a short-lived token', 20, 10_000],
])('the client gets a new token %s', async (_, lifetimeSeconds, renewedAfterMs) => {
  const stub = await startStub([LIST], (count) => issued(count, lifetimeSeconds));
  const stubbed = clientOf(stub);
  for (const milliseconds of [0, renewedAfterMs - 1, 1]) {
    stubbed.now += milliseconds;
    await stubbed.client.listWebhooks();
  }
  expect(stub.of('listWebhooks').map(bearerOf)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
});

test('if the service rejects a token, the client requests one new token and retries the rejected requests', async () => {
  const created = json({ id: 'W', secret: 'x' }, 201);
  const stub = await startStub((request) => (bearerOf(request) === 'Bearer token-1' ? EXPIRED : created));
  const { client } = clientOf(stub);
  const calls = Array.from({ length: 50 }, () => client.createWebhook({ url: 'https://a.test/' }));
  for (const { id } of await Promise.all(calls)) expect(id).toBe('W');
  expect(stub.of('createTokenV2')).toHaveLength(2);
  const sent = stub.of('createWebhook');
  expect(sent.filter((request) => bearerOf(request) === 'Bearer token-2')).toHaveLength(50);
  expect(new Set(sent.map(({ body }) => body.toString())).size).toBe(1);
});

test.each([
  ['when the service also rejects the new token', EXPIRED, 2],
  ['without requesting a new token if the challenge is not invalid_token', challenge('Bearer realm="a"'), 1],
])('a client call throws the problem unauthenticated %s', async (_, reply, attempts) => {
  const stub = await startStub([reply]);
  expect((await failureOf(clientOf(stub).client.listWebhooks())).code).toBe('unauthenticated');
  expect(stub.of('listWebhooks')).toHaveLength(attempts);
});

test('if a token request fails, every waiting call rejects with the token error, and the next call requests a new token', async () => {
  const stub = await startStub([LIST], (count) => (count === 1 ? refused('invalid_client', 401) : issued(count)));
  const { client } = clientOf(stub);
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => client.listWebhooks()));
  for (const call of calls) {
    const reason: unknown = call.status === 'rejected' ? call.reason : undefined;
    expect(reason).toBeInstanceOf(PartnerTokenError);
    expect(reason).toMatchObject({ code: 'invalid_client', status: 401 });
  }
  expect(stub.received).toHaveLength(1);
  expect(await client.listWebhooks()).toEqual({ webhooks: [] });
});

test('the client retries a token request after a temporary failure of the token endpoint', async () => {
  const busy = refused('temporarily_unavailable', 429, { 'Retry-After': '2' });
  const stub = await startStub([LIST], (count) => (count < 3 ? busy : issued(count)));
  const { client, slept } = clientOf(stub);
  expect(await client.listWebhooks()).toEqual({ webhooks: [] });
  expect(slept).toEqual([2250, 2500]);
});

test.each([
  ['a 200 response with a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Sign in</h1>' }],
  ['an unknown error code', json({ error: 'something_else' }, 400)],
  ['a response without a token', json({ token_type: 'Bearer', expires_in: 3600 })],
  ['a token with characters that are invalid in a header', json({ access_token: 'a\r\nb', expires_in: 3600 })],
  ['a response without a lifetime', json({ access_token: 'token', token_type: 'Bearer' })],
  ['a connection reset', 'reset' as const],
  ['no response within the timeout of an attempt', 'silence' as const],
])('a client call rejects if the token request fails because of %s', async (_, reply) => {
  const stub = await startStub([LIST], () => reply);
  const { client } = clientOf(stub, { retry: { attempts: 1, attemptTimeoutMs: 500 } });
  const { name, operation } = await failureOf(client.listWebhooks());
  expect([name, operation]).toEqual([expect.stringMatching(/^Partner(Connection|Timeout)Error$/), 'createTokenV2']);
  expect(stub.of('listWebhooks')).toEqual([]);
});

test('the client does not send the client secret to the target of a redirect', async () => {
  const elsewhere = await startStub([LIST]);
  const moved: Reply = { status: 307, headers: { Location: elsewhere.url } };
  const stub = await startStub([LIST], () => moved);
  await expect(clientOf(stub).client.listWebhooks()).rejects.toThrow(PartnerConnectionError);
  expect(elsewhere.received).toEqual([]);
});

test('aborting one call does not cancel the token request that other calls wait for', async () => {
  const controller = new AbortController();
  const reason = new Error('the user went away');
  let issue = () => {};
  const later = new Promise<void>((resolve) => {
    issue = resolve;
  });
  const stub = await startStub([LIST], async (count) => {
    controller.abort(reason);
    await later;
    return issued(count);
  });
  const { client } = clientOf(stub);
  const aborted = client.listWebhooks({ signal: controller.signal });
  const other = client.listWebhooks();
  await expect(aborted).rejects.toBe(reason);
  issue();
  expect(await other).toEqual({ webhooks: [] });
  expect(stub.of('createTokenV2')).toHaveLength(1);
  expect(stub.of('listWebhooks')).toHaveLength(1);
});
