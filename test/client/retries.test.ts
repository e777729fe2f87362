import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { NoAnswerError } from '../../server/partner-kit/client/client.ts';
import { systemTiming } from '../../server/partner-kit/client/timing.ts';
import { contract, example } from '../support/contract.ts';
import { BUSY, clientOf, DOWN, json, problem, type Reply, startStub } from './stub.ts';

const LIST = json({ webhooks: [] });
const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NoAnswerError)) throw error ?? new Error('The call did not reject');
  return error;
};

describe('what passes is tried again', () => {
  test.each<[string, Reply]>([
    ['503', DOWN],
    ['429', problem(429, 'rate_limited')],
    ['a page of a gateway with 502', { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' }],
    ['a connection that is reset', 'reset'],
    ['a connection that breaks in the middle of the answer', 'cut'],
  ])('%s, then the answer', async (_, trouble) => {
    const stub = await startStub([trouble, trouble, LIST]);
    const { client, slept } = clientOf(stub);
    expect((await client.listWebhooks()).data).toEqual({ webhooks: [] });
    expect(stub.of('listWebhooks')).toHaveLength(3);
    expect(slept).toEqual([250, 500]);
  });

  test('an answer that does not come, after the time of an attempt', async () => {
    let asked = 0;
    const stub = await startStub(() => (asked++ === 0 ? 'silence' : LIST));
    const { client } = clientOf(stub, { retry: { attemptTimeoutMs: 1000 } });
    expect((await client.listWebhooks()).data).toEqual({ webhooks: [] });
    expect(asked).toBe(2);
  });

  test('and not what will not pass', async () => {
    const stub = await startStub([problem(500, 'internal_error')]);
    const { client, slept } = clientOf(stub);
    expect((await client.listWebhooks()).error?.code).toBe('internal_error');
    expect(slept).toEqual([]);
  });
});

describe('pauses', () => {
  test('grow, with all of each left to chance', async () => {
    const stub = await startStub([DOWN]);
    const ends = [0, 0.999999];
    for (const chance of ends) {
      const { client, slept } = clientOf(stub, { retry: { attempts: 7 }, timing: { random: () => chance } });
      await client.listWebhooks();
      expect(slept.map(Math.round)).toEqual(
        [500, 1000, 2000, 4000, 8000, 8000].map((longest) => Math.round(longest * chance)),
      );
    }
  });

  test('are as long as Retry-After asks, in seconds', async () => {
    const { client, slept } = clientOf(await startStub([BUSY, LIST]));
    await client.listWebhooks();
    expect(slept).toEqual([3250]);
  });

  test('are as long as Retry-After asks, as a date', async () => {
    const at = new Date(Date.UTC(2026, 0, 31, 9, 30, 20)).toUTCString();
    const { client, slept } = clientOf(await startStub([problem(503, 'unavailable', { 'Retry-After': at }), LIST]));
    await client.listWebhooks();
    expect(slept).toEqual([20_250]);
  });

  test('that would not fit into the time of the call are not begun: the answer is given', async () => {
    const stub = await startStub([problem(429, 'rate_limited', { 'Retry-After': '3600' })]);
    const { client, slept } = clientOf(stub);
    const { error, response } = await client.listWebhooks();
    expect(error?.code).toBe('rate_limited');
    expect(response.headers.get('Retry-After')).toBe('3600');
    expect(slept).toEqual([]);
  });
});

describe('attempts are bounded', () => {
  test('by their number: the last answer is given', async () => {
    const stub = await startStub([DOWN]);
    const { client } = clientOf(stub);
    expect((await client.listWebhooks()).error?.code).toBe('unavailable');
    expect(stub.of('listWebhooks')).toHaveLength(4);
  });

  test('by their number: the last failure is given, with the code of the system', async () => {
    const stub = await startStub(['reset']);
    const failure = await failureOf(clientOf(stub).client.listWebhooks());
    expect(failure).toMatchObject({
      code: 'network_failure',
      operation: 'listWebhooks',
      systemCode: 'ECONNRESET',
    });
    expect(stub.of('listWebhooks')).toHaveLength(4);
  });

  test('by their time', async () => {
    const stub = await startStub([DOWN]);
    const { client, slept } = clientOf(stub, { retry: { attempts: 1000, totalTimeoutMs: 30_000 } });
    await client.listWebhooks();
    const total = slept.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThan(25_000);
    expect(total).toBeLessThan(30_000);
  });

  test('and one that is not answered in time says so', async () => {
    const stub = await startStub(['silence']);
    const failure = await failureOf(
      clientOf(stub, { retry: { attempts: 1, attemptTimeoutMs: 1000 } }).client.listWebhooks(),
    );
    expect(failure.code).toBe('timed_out');
    expect(failure.message).toContain('listWebhooks (GET /api/partner/v2/webhooks)');
  });

  test.each([0, -1, Number.NaN])('attempts: %s is refused', (attempts) => {
    expect(() => clientOf({ url: 'https://api.test' }, { retry: { attempts } })).toThrow(RangeError);
  });
});

describe('only what is idempotent is tried again', () => {
  // A retry of these operations would create, send or decide something twice.
  const once: OperationId[] = [
    ...(['createWebhook', 'rotateWebhookSecret', 'sendTestEvent', 'redeliverEvent'] as const),
    ...(['decideVerificationRequest', 'decideSubmission'] as const),
  ];
  const others = (Object.keys(operations) as OperationId[]).filter(
    (id) => ![...once, 'createTokenV2', 'uploadAsset'].includes(id),
  );
  const params = { path: { id: 'ID', delivery_id: 'D' }, query: { 'request_id[]': ['A', 'B'] } };
  const body = { id: 'A', credential_id: 'A', ids: ['A'], display_options: { partner_name: 'Acme' } };

  /** Returns how often an operation was sent when each attempt gets this reply. */
  const attemptsOf = async (operation: OperationId, reply: Reply) => {
    const stub = await startStub([reply]);
    const { client } = clientOf(stub, { retry: { attempts: 3 } });
    const call = client[operation] as (init: object) => Promise<unknown>;
    await call({ params, ...(operations[operation].method !== 'GET' && { body }) }).catch(() => {});
    return stub.received.filter(({ path }) => path !== operations.createTokenV2.path).length;
  };

  test.each(others)('%s is tried again', async (operation) => {
    expect(await attemptsOf(operation, DOWN)).toBe(3);
    expect(await attemptsOf(operation, 'reset')).toBe(3);
  });

  test.each(once)('%s is sent once, and again only when it was refused unread', async (operation) => {
    expect(await attemptsOf(operation, DOWN)).toBe(1);
    expect(await attemptsOf(operation, BUSY)).toBe(3);
    expect(await attemptsOf(operation, { status: 429, body: '<h1>Slow down</h1>' })).toBe(1);
    expect(await attemptsOf(operation, 'reset')).toBe(1);
  });

  test('a verification request without an id of its own is sent once', async () => {
    const stub = await startStub([DOWN]);
    const verification = { display_options: { partner_name: 'Acme' } };
    const path = '/api/partner/v2/verify/requests/digital_identity.json';
    await clientOf(stub).client.http.POST(path, { body: verification });
    expect(stub.of('createVerificationRequest')).toHaveLength(1);
  });

  test('a repetition sends the same body again', async () => {
    const stub = await startStub([DOWN, 'reset', json({ redirect_uri: 'https://app.test/' }, 201)]);
    await clientOf(stub).client.addRightToWork({ body: example('RightToWorkAustralia') });
    const bodies = stub.of('addRightToWork').map(({ body }) => JSON.parse(body.toString()));
    expect(bodies).toEqual(Array(3).fill(example('RightToWorkAustralia')));
  });
});

test('a verification request without an id gets one, the same in all attempts', async () => {
  const stub = await startStub([DOWN, json({ request_id: 'V', redirect_uri: 'https://app.test/' }, 201)]);
  const { client } = clientOf(stub);
  const body = { display_options: { partner_name: 'Acme' } };
  for (let call = 0; call < 2; call++) await client.createVerificationRequest({ body });
  const sent = stub.of('createVerificationRequest').map((request) => JSON.parse(request.body.toString()));
  const ids = sent.map(({ request_id: id }) => id);
  expect(sent).toEqual(ids.map((request_id) => ({ request_id, ...body })));
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
});

describe('a call can have retries and a time of its own', () => {
  test('which hold for it alone', async () => {
    const stub = await startStub([DOWN]);
    const { client } = clientOf(stub, { retry: { attempts: 2 } });
    await client.listWebhooks({ retry: { attempts: 3 } });
    expect(stub.of('listWebhooks')).toHaveLength(3);
    await client.listWebhooks();
    expect(stub.of('listWebhooks')).toHaveLength(5);
  });

  test('with what it does not say as the client has it', async () => {
    const stub = await startStub([DOWN]);
    const { client, slept } = clientOf(stub, { retry: { attempts: 1000 } });
    await client.listWebhooks({ retry: { totalTimeoutMs: 5000 } });
    expect(slept.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(5000);
    expect(slept.length).toBeGreaterThan(2);
  });

  test('and one that cannot be used is refused before anything is sent', async () => {
    const stub = await startStub([LIST]);
    const call = async () => clientOf(stub).client.listWebhooks({ retry: { attempts: 0 } });
    await expect(call()).rejects.toThrow('retry.attempts must be a positive number');
    expect(stub.received).toEqual([]);
  });
});

test('a call says which client and which version of the contract it comes from', async () => {
  const stub = await startStub([LIST]);
  await clientOf(stub).client.listWebhooks();
  expect(stub.received.map(({ headers }) => headers['user-agent'])).toEqual(
    Array(2).fill(`partner-credentials-kit/${contract.info.version}`),
  );
});

describe('what is not an answer of the service', () => {
  test.each<[string, Reply]>([
    ['a redirect', { status: 307, headers: { Location: 'http://127.0.0.1:1/elsewhere' } }],
    ['a page with 200', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Sign in</h1>' }],
    ['an error page', { status: 500, headers: { 'Content-Type': 'text/html' }, body: '<h1>Oops</h1>' }],
    ['an empty refusal', { status: 400 }],
    ['JSON that is no problem', { status: 400, body: { message: 'no' } }],
    ['nothing with 204 where an answer is due', { status: 204 }],
  ])('%s rejects, with its status', async (_, reply) => {
    const stub = await startStub([reply]);
    const failure = await failureOf(clientOf(stub).client.listWebhooks());
    expect(failure.code).toBe('unexpected_answer');
    expect(failure.status).toBe((reply as { status: number }).status);
    expect(stub.of('listWebhooks')).toHaveLength(1);
  });

  test('an answer without a body is one where the contract has none', async () => {
    const stub = await startStub([{ status: 204 }]);
    const { response, error } = await clientOf(stub).client.deleteWebhook({ params: { path: { id: 'ID' } } });
    expect(response.status).toBe(204);
    expect(error).toBeUndefined();
  });
});

describe('a call ends when its signal aborts, with the reason of the signal', () => {
  const reason = new Error('the user went away');

  test('before it begins: nothing is sent', async () => {
    const stub = await startStub([LIST]);
    const call = clientOf(stub).client.listWebhooks({ signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect(stub.received).toEqual([]);
  });

  test('while it waits for an answer', async () => {
    const controller = new AbortController();
    const stub = await startStub(() => {
      controller.abort(reason);
      return 'silence';
    });
    await expect(clientOf(stub).client.listWebhooks({ signal: controller.signal })).rejects.toBe(reason);
    expect(stub.of('listWebhooks')).toHaveLength(1);
  });

  test('while it pauses', async () => {
    const controller = new AbortController();
    const stub = await startStub([problem(503, 'unavailable', { 'Retry-After': '60' })]);
    // The sleep of the system this time: it would last a minute.
    const { client } = clientOf(stub, {
      timing: {
        sleep: (milliseconds, signal) => {
          setTimeout(() => controller.abort(reason), 5);
          return systemTiming.sleep(milliseconds, signal);
        },
      },
    });
    await expect(client.listWebhooks({ signal: controller.signal })).rejects.toBe(reason);
    expect(stub.of('listWebhooks')).toHaveLength(1);
  });
});

describe('a request goes to an operation of the contract under baseUrl, or nowhere', () => {
  test.each(['', '.', '..'])('an id %j', async (id) => {
    const stub = await startStub([{ status: 204 }]);
    const { client } = clientOf(stub);
    await expect(client.deleteWebhook({ params: { path: { id } } })).rejects.toThrow(TypeError);
    expect(stub.received).toEqual([]);
  });

  test('another baseUrl in one call does not get the token', async () => {
    const [stub, other] = [await startStub([LIST]), await startStub([LIST])];
    await expect(clientOf(stub).client.listWebhooks({ baseUrl: other.url })).rejects.toThrow(TypeError);
    expect([...stub.received, ...other.received]).toEqual([]);
  });

  test('a baseUrl with a path is kept', async () => {
    const stub = await startStub(({ path }) =>
      path === '/gate/api/partner/v2/webhooks' ? LIST : json({ access_token: 't', expires_in: 3600 }),
    );
    const { client } = clientOf({ url: `${stub.url}/gate/` });
    expect((await client.http.GET('/api/partner/v2/webhooks')).data).toEqual({ webhooks: [] });
  });

  test.each([
    'http://api.example',
    'ftp://api.example',
    'https://user:pass@api.example',
    'https://api.example/?a=1',
    'https://api.example/#a',
    'http://127.0.0.1.example',
    'http://localhost.example',
    '/api',
  ])('%s is refused as a baseUrl', (url) => {
    expect(() => clientOf({ url })).toThrow(TypeError);
  });

  test.each([
    'https://api.example',
    'http://localhost:3000',
    'http://[::1]:3000',
    'http://api.localhost',
  ])('%s is taken as a baseUrl', (url) => {
    expect(() => clientOf({ url })).not.toThrow();
  });
});
