import { describe, expect, test } from 'vitest';
import { NoAnswerError, TokenRefusedError } from '../../server/partner-kit/client/client.ts';
import { clientOf, EXPIRED, json, problem, type Received, type Reply, SECRET, startStub } from './stub.ts';

const LIST = json({ webhooks: [] });
const HOUR = 3_600_000;
const issued = (count: number, seconds = 3600) =>
  json({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: seconds, scope: 's' });
const refused = (error: string, status = 400, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { error, error_description: 'Why.' },
});
const bearerOf = ({ headers }: Received) => headers.authorization;

describe('one token for all calls', () => {
  test('100 calls at once ask for one', async () => {
    const stub = await startStub([LIST]);
    const { client } = clientOf(stub);
    await Promise.all(Array.from({ length: 100 }, () => client.listWebhooks()));
    expect(stub.of('createTokenV2')).toHaveLength(1);
    expect(stub.of('listWebhooks').map(bearerOf)).toEqual(Array(100).fill('Bearer token-1'));
  });

  test('is asked for with the credentials in the form, and no scope: all that were granted', async () => {
    const stub = await startStub([LIST]);
    await clientOf(stub).client.listWebhooks();
    const [asked] = stub.of('createTokenV2');
    expect(asked?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(asked?.body.toString()))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'stub-partner',
      client_secret: SECRET,
    });
  });

  test('is asked for with the scopes that are given', async () => {
    const stub = await startStub([LIST]);
    await clientOf(stub, { scope: ['write.webhooks', 'read.webhooks'] }).client.listWebhooks();
    const form = new URLSearchParams(stub.of('createTokenV2')[0]?.body.toString());
    expect(form.get('scope')).toBe('write.webhooks read.webhooks');
  });

  test('is not asked for, nor sent, where the contract wants none', async () => {
    const stub = await startStub([json({ keys: [] })]);
    await clientOf(stub).client.getJwks();
    expect(stub.received.map(bearerOf)).toEqual([undefined]);
  });
});

describe('a token is renewed', () => {
  test('a minute before it ends, and not earlier', async () => {
    const stub = await startStub([LIST]);
    const standIn = clientOf(stub);
    await standIn.client.listWebhooks();
    standIn.now += HOUR - 60_001;
    await standIn.client.listWebhooks();
    expect(stub.of('createTokenV2')).toHaveLength(1);
    standIn.now += 1;
    await standIn.client.listWebhooks();
    expect(stub.of('listWebhooks').map(bearerOf)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test('at half its life when that is short, so that it is used at all', async () => {
    const stub = await startStub([LIST], (count) => issued(count, 20));
    const standIn = clientOf(stub);
    await standIn.client.listWebhooks();
    standIn.now += 9_999;
    await standIn.client.listWebhooks();
    expect(stub.of('createTokenV2')).toHaveLength(1);
    standIn.now += 1;
    await standIn.client.listWebhooks();
    expect(stub.of('createTokenV2')).toHaveLength(2);
  });

  test('when the service refuses it, and the call is sent again, whatever it does', async () => {
    const created = json({ id: 'W', secret: 'x' }, 201);
    const stub = await startStub((request) => (bearerOf(request) === 'Bearer token-1' ? EXPIRED : created));
    const { data } = await clientOf(stub).client.createWebhook({ body: { url: 'https://a.test/' } });
    expect(data?.id).toBe('W');
    expect(stub.of('createWebhook').map(bearerOf)).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(new Set(stub.of('createWebhook').map(({ body }) => body.toString())).size).toBe(1);
  });

  test('once, however many calls are refused together', async () => {
    const stub = await startStub((request) => (bearerOf(request) === 'Bearer token-1' ? EXPIRED : LIST));
    const { client } = clientOf(stub);
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.listWebhooks()));
    expect(answers.every(({ response }) => response.ok)).toBe(true);
    expect(stub.of('createTokenV2')).toHaveLength(2);
  });

  test('once a call: a token that is refused again gives the problem', async () => {
    const stub = await startStub([EXPIRED]);
    const { error } = await clientOf(stub).client.listWebhooks();
    expect(error?.code).toBe('unauthenticated');
    expect(stub.of('listWebhooks')).toHaveLength(2);
  });

  test('and not for a 401 that says nothing about the token', async () => {
    const stub = await startStub([problem(401, 'unauthenticated', { 'WWW-Authenticate': 'Bearer realm="a"' })]);
    await clientOf(stub).client.listWebhooks();
    expect(stub.of('listWebhooks')).toHaveLength(1);
  });
});

describe('when no token is issued', () => {
  test('every call that waits for it is told why, and the next one asks again', async () => {
    const stub = await startStub([LIST], (count) => (count === 1 ? refused('invalid_client', 401) : issued(count)));
    const { client } = clientOf(stub);
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => client.listWebhooks()));
    for (const call of calls) {
      const reason: unknown = call.status === 'rejected' ? call.reason : undefined;
      expect(reason).toBeInstanceOf(TokenRefusedError);
      expect(reason).toMatchObject({ code: 'invalid_client', status: 401 });
    }
    expect(stub.received).toHaveLength(1);
    expect((await client.listWebhooks()).response.status).toBe(200);
  });

  test.each(['invalid_scope', 'invalid_request', 'unsupported_grant_type'])('%s is told', async (code) => {
    const stub = await startStub([LIST], () => refused(code));
    await expect(clientOf(stub).client.listWebhooks()).rejects.toMatchObject({
      code,
      name: 'TokenRefusedError',
    });
  });

  test('for now, it is asked for again', async () => {
    const busy = refused('temporarily_unavailable', 429, { 'Retry-After': '2' });
    const stub = await startStub([LIST], (count) => (count < 3 ? busy : issued(count)));
    const { client, slept } = clientOf(stub);
    expect((await client.listWebhooks()).response.status).toBe(200);
    expect(slept).toEqual([2250, 2500]);
  });

  test.each([
    ['a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Sign in</h1>' }],
    ['another error', json({ error: 'something_else' }, 400)],
    ['no token', json({ token_type: 'Bearer', expires_in: 3600 })],
    ['a token that no header can carry', json({ access_token: 'a\r\nb', expires_in: 3600 })],
    ['no lifetime', json({ access_token: 'token', token_type: 'Bearer' })],
    ['a redirect', { status: 307, headers: { Location: 'http://127.0.0.1:1/' } }],
    ['a break', 'reset' as const],
  ])('but %s, the call rejects', async (_, reply) => {
    const stub = await startStub([LIST], () => reply);
    const failure = await clientOf(stub)
      .client.listWebhooks()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoAnswerError);
    expect(failure).toMatchObject({ operation: 'createTokenV2' });
    expect(stub.of('listWebhooks')).toEqual([]);
  });

  test('the secret does not follow a redirect', async () => {
    const elsewhere = await startStub([LIST]);
    const moved: Reply = { status: 307, headers: { Location: elsewhere.url } };
    const stub = await startStub([LIST], () => moved);
    await expect(clientOf(stub).client.listWebhooks()).rejects.toThrow(NoAnswerError);
    expect(elsewhere.received).toEqual([]);
  });

  test('within the time of an attempt, the call rejects', async () => {
    const stub = await startStub([LIST], () => 'silence');
    const call = clientOf(stub, { retry: { attempts: 1, attemptTimeoutMs: 30 } }).client.listWebhooks();
    await expect(call).rejects.toMatchObject({ code: 'timed_out', operation: 'createTokenV2' });
  });
});

test('an abort of one call leaves the token to the others that wait for it', async () => {
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
  expect((await other).response.status).toBe(200);
  expect(stub.of('createTokenV2')).toHaveLength(1);
  expect(stub.of('listWebhooks')).toHaveLength(1);
});
