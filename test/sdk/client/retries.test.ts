import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { PartnerClient } from '../../../server/sdk/client/client.ts';
import { systemTiming } from '../../../server/sdk/client/timing.ts';
import { contract } from '../../support/contract.ts';
import { BUSY, clientOf, DOWN, failureOf, json, problem, type Reply, startStub } from './stub.ts';

const LIST = json({ webhooks: [] });

test.each<[string, Reply]>([
  ['a 503 response', DOWN],
  ['a 429 response', problem(429, 'rate_limited')],
  ['a 502 page from a gateway', { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' }],
  ['a connection reset', 'reset'],
  ['a connection that closes in the middle of the response', 'cut'],
])('the client retries after %s', async (_, trouble) => {
  const stub = await startStub([trouble, trouble, LIST]);
  const { client, slept } = clientOf(stub);
  expect(await client.listWebhooks()).toEqual({ webhooks: [] });
  expect(stub.of('listWebhooks')).toHaveLength(3);
  expect(slept).toEqual([250, 500]);
});

test('the client does not retry a request after a 500 problem', async () => {
  const stub = await startStub([problem(500, 'internal_error')]);
  const { client, slept } = clientOf(stub);
  expect((await failureOf(client.listWebhooks())).code).toBe('internal_error');
  expect(slept).toEqual([]);
});

test.each([
  0, 0.999999,
])('the delay between attempts grows exponentially with full jitter (random number %d)', async (random) => {
  const { client, slept } = clientOf(await startStub([DOWN]), {
    retry: { attempts: 7 },
    timing: { random: () => random },
  });
  await failureOf(client.listWebhooks());
  expect(slept.map(Math.round)).toEqual(
    [500, 1000, 2000, 4000, 8000, 8000].map((longest) => Math.round(longest * random)),
  );
});

test.each([
  ['a number of seconds', '3', 3250],
  ['a date', new Date(Date.UTC(2026, 0, 31, 9, 30, 20)).toUTCString(), 20_250],
])('the client waits for the time in Retry-After when the header contains %s', async (_, value, milliseconds) => {
  const busy = problem(503, 'unavailable', { 'Retry-After': value });
  const { client, slept } = clientOf(await startStub([busy, LIST]));
  await client.listWebhooks();
  expect(slept).toEqual([milliseconds]);
});

test('the client throws the problem without a retry if Retry-After exceeds the total timeout of the call', async () => {
  const stub = await startStub([problem(429, 'rate_limited', { 'Retry-After': '3600' })]);
  const { client, slept } = clientOf(stub);
  expect((await failureOf(client.listWebhooks())).code).toBe('rate_limited');
  expect(slept).toEqual([]);
});

test.each<[string, Reply, object]>([
  ['the last problem', DOWN, { code: 'unavailable' }],
  [
    'the last timeout',
    'silence',
    { code: 'timed_out', message: expect.stringContaining('(GET /api/partner/v2/webhooks)') },
  ],
  ['the last network failure with its system code', 'reset', { code: 'network_failure', systemCode: 'ECONNRESET' }],
])('after the maximum number of attempts, the client throws %s', async (_, reply, properties) => {
  const stub = await startStub([reply]);
  const retry = { attempts: 3, ...(reply === 'silence' && { attemptTimeoutMs: 500 }) };
  const { client } = clientOf(stub, { retry });
  expect(await failureOf(client.listWebhooks())).toMatchObject({ operation: 'listWebhooks', ...properties });
  expect(stub.of('listWebhooks')).toHaveLength(3);
});

test('a retry option of a call overrides the client option only for that call', async () => {
  const stub = await startStub([DOWN]);
  const { client, slept } = clientOf(stub, { retry: { attempts: 1000, totalTimeoutMs: 30_000 } });
  const totalOf = async (retry?: object) => {
    slept.length = 0;
    await failureOf(client.listWebhooks({ ...(retry && { retry }) }));
    return slept.reduce((sum, pause) => sum + pause, 0);
  };
  for (const limit of [30_000, 60_000, 30_000]) {
    const total = await totalOf(limit === 30_000 ? undefined : { totalTimeoutMs: limit });
    expect(total).toBeGreaterThan(limit - 5000);
    expect(total).toBeLessThan(limit);
  }
  const before = stub.of('listWebhooks').length;
  await totalOf({ attempts: 3 });
  expect(stub.of('listWebhooks').length - before).toBe(3);
});

test.each([0, Number.NaN])('the client rejects %s as the number of attempts', async (attempts) => {
  const stub = await startStub([LIST]);
  expect(() => clientOf(stub, { retry: { attempts } })).toThrow(RangeError);
  const call = async () => clientOf(stub).client.listWebhooks({ retry: { attempts } });
  await expect(call()).rejects.toThrow('retry.attempts must be a positive number');
  expect(stub.received).toEqual([]);
});

// Retrying these operations could create a resource, send an event, or record a decision twice.
const once: OperationId[] = [
  ...(['createWebhook', 'rotateWebhookSecret', 'sendTestEvent', 'redeliverEvent'] as const),
  ...(['decideVerificationRequest', 'decideSubmission'] as const),
];
const special: OperationId[] = [...once, 'createTokenV2', 'uploadAsset'];
const others = (Object.keys(operations) as OperationId[]).filter((id) => !special.includes(id));
const body = { id: 'A', credential_id: 'A', ids: ['A'], display_options: { partner_name: 'Acme' } };

const attemptsOf = async (operation: OperationId, reply: Reply) => {
  const stub = await startStub([reply]);
  const { client } = clientOf(stub, { retry: { attempts: 3 } });
  const { parameters } = operations[operation];
  const required = parameters.filter((each) => each.in === 'path' || each.name === 'request_id[]').map(() => 'ID');
  const hasBody = operations[operation].requestTypes.length > 0;
  const call = client[operation] as (...args: unknown[]) => Promise<unknown>;
  await call(...required, ...(hasBody ? [body] : [])).catch(() => {});
  return stub.received.filter(({ path }) => path !== operations.createTokenV2.path).length;
};

test.each(
  others,
)('the client retries the operation %s after a 503 problem or a connection reset', async (operation) => {
  for (const reply of [DOWN, 'reset'] as const) expect(await attemptsOf(operation, reply)).toBe(3);
});

test.each(once)('the client retries the operation %s only after a 429 problem from the service', async (operation) => {
  expect(await attemptsOf(operation, BUSY)).toBe(3);
  const page = { status: 429, body: '<h1>Slow down</h1>' };
  for (const reply of [DOWN, page, 'reset'] as const) expect(await attemptsOf(operation, reply)).toBe(1);
});

test('the client generates one request ID for all attempts to create a verification request', async () => {
  const stub = await startStub([DOWN, json({ request_id: 'V', redirect_uri: 'https://app.test/' }, 201)]);
  const { client } = clientOf(stub);
  const body = { display_options: { partner_name: 'Acme' } };
  for (let call = 0; call < 2; call++) await client.createVerificationRequest(body);
  const sent = stub.of('createVerificationRequest').map((request) => JSON.parse(request.body.toString()));
  const ids = sent.map(({ request_id: id }) => id);
  expect(sent).toEqual(ids.map((request_id) => ({ request_id, ...body })));
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('the User-Agent header of the client contains the name of the SDK and the version of the contract', async () => {
  const stub = await startStub([LIST]);
  await clientOf(stub).client.listWebhooks();
  expect(stub.received.map(({ headers }) => headers['user-agent'])).toEqual(
    Array(2).fill(`partner-credentials-sdk/${contract.info.version}`),
  );
});

test.each<[string, Reply]>([
  ['a redirect response', { status: 307, headers: { Location: 'http://127.0.0.1:1/elsewhere' } }],
  ['a 200 response with a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Sign in</h1>' }],
  ['an error response with a page', { status: 500, headers: { 'Content-Type': 'text/html' }, body: '<h1>Oops</h1>' }],
  ['an error response without a body', { status: 400 }],
  ['an error response with unexpected JSON', { status: 400, body: { message: 'no' } }],
  ['an unexpected 204 response', { status: 204 }],
])('the client throws an error with the status of an undocumented response: %s', async (_, reply) => {
  const stub = await startStub([reply]);
  const failure = await failureOf(clientOf(stub).client.listWebhooks());
  expect(failure.code).toBe('unexpected_response');
  expect(failure.status).toBe((reply as { status: number }).status);
  expect(stub.of('listWebhooks')).toHaveLength(1);
});

test('the client accepts a response without a body when the contract defines no body', async () => {
  const stub = await startStub([{ status: 204 }]);
  expect(await clientOf(stub).client.deleteWebhook('ID')).toBeUndefined();
});

const reason = new Error('the user went away');

type Call = (client: PartnerClient, options: { signal: AbortSignal }) => Promise<unknown>;
const link = (stub: { url: string }) => ({ url: `${stub.url}/file`, asset_type: 'pdf' as const });
test.each<[string, (stub: { url: string }) => Call]>([
  ['a call', () => (client, options) => client.listWebhooks(options)],
  ['a wait', () => (client, options) => client.waitForVerification('V', options)],
  ['an upload', (stub) => (client, options) => client.uploadAsset(link(stub), Buffer.from('%PDF'), options)],
])('%s that is aborted before or during a request rejects with the abort reason', async (_, callAt) => {
  for (const isBefore of [true, false]) {
    const controller = new AbortController();
    if (isBefore) controller.abort(reason);
    const stub = await startStub(() => {
      controller.abort(reason);
      return 'silence';
    });
    await expect(callAt(stub)(clientOf(stub).client, controller)).rejects.toBe(reason);
    expect(stub.received.length === 0).toBe(isBefore);
  }
});

const incomplete = json({ request_id: 'V', results: [{ status: 'incomplete' }] });
test.each<[string, Reply, Call]>([
  ['a call', problem(503, 'unavailable', { 'Retry-After': '60' }), (client, options) => client.listWebhooks(options)],
  ['a wait', incomplete, (client, options) => client.waitForVerification('V', options)],
])('%s that is aborted during a delay rejects with the abort reason', async (_, reply, call) => {
  const controller = new AbortController();
  const stub = await startStub([reply]);
  // Uses the real sleep function, which would wait for a minute without the abort.
  const { client } = clientOf(stub, {
    timing: {
      sleep: (milliseconds, signal) => {
        setTimeout(() => controller.abort(reason), 5);
        return systemTiming.sleep(milliseconds, signal);
      },
    },
  });
  await expect(call(client, controller)).rejects.toBe(reason);
  // Only two requests arrived: the token request and the aborted call.
  expect(stub.received).toHaveLength(2);
});

test.each(['', '.', '..'])('the client rejects the resource ID %j and sends no request', async (id) => {
  const stub = await startStub([{ status: 204 }]);
  await expect(clientOf(stub).client.deleteWebhook(id)).rejects.toThrow(TypeError);
  expect(stub.received).toEqual([]);
});

test('the client keeps the path of baseUrl in the URLs of requests', async () => {
  const stub = await startStub(({ path }) =>
    path === '/gate/api/partner/v2/webhooks' ? LIST : json({ access_token: 't', expires_in: 3600 }),
  );
  const { client } = clientOf({ url: `${stub.url}/gate/` });
  expect(await client.listWebhooks()).toEqual({ webhooks: [] });
});

test('the client rejects a baseUrl that has user information, a query, or a fragment, or that uses http for another machine', () => {
  for (const url of ['https://api.example', 'http://localhost:3000', 'http://[::1]:3000', 'http://api.localhost'])
    expect(() => clientOf({ url })).not.toThrow();
  for (const url of ['http://api.example', 'ftp://api.example', 'http://127.0.0.1.example', 'http://localhost.example'])
    expect(() => clientOf({ url })).toThrow(TypeError);
  for (const url of ['https://user:pass@api.example', 'https://api.example/?a=1', 'https://api.example/#a', '/api'])
    expect(() => clientOf({ url })).toThrow(TypeError);
});
