import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { webhookDelivery } from '../../../generated/operations.ts';
import { createGuardedAgent, type GuardedAgentOptions } from '../../../server/platform/outbound/guarded-agent.ts';
import type { Resolve } from '../../../server/platform/outbound/resolve-name.ts';
import { type AttemptOutcome, createSendAttempt, isDelivered } from '../../../server/work/delivery/send-attempt.ts';
import { cert, key } from '../../support/tls.ts';

const NOW = '2026-01-31T09:30:00.400Z';
const LONG_TIMEOUT_MS = 10_000;
/** Long enough for an attempt to read everything that the receiver has sent. */
const SHORT_TIMEOUT_MS = 1000;
const maxResponseBytes = webhookDelivery.max_response_bytes;

/** Handles the `n`-th request to the receiver. The first request has the number 1. */
type Behaviour = (socket: Socket, n: number) => unknown;

async function listen(server: Server) {
  const connections: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    connections.push(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  return { port: address.port, connections };
}

/** Starts a receiver on plain TCP, so that a test can send invalid HTTP responses. */
async function startReceiver(response: string | Behaviour, options: { tls?: boolean } = {}) {
  const behaviour: Behaviour = typeof response === 'string' ? (socket) => socket.write(response) : response;
  const requests: string[] = [];
  const serve = (socket: Socket) => {
    let read = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
      const [head = '', body] = read.split(/\r\n\r\n(.*)/s);
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
      requests.push(read);
      read = '';
      behaviour(socket, requests.length);
    });
  };
  const { port, connections } = await listen(options.tls ? createTlsServer({ cert, key }, serve) : createServer(serve));
  const origin = options.tls ? 'https://localhost' : 'http://127.0.0.1';
  return { port, connections, requests, url: `${origin}:${port}/hook?a=1` };
}

const resolvingTo = (...addresses: string[]): Resolve => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_hostname, _options, callback) => setImmediate(callback, null, found);
};

type SenderOptions = Partial<GuardedAgentOptions> & { timeoutMs?: number };

function startSender({ timeoutMs = LONG_TIMEOUT_MS, ...options }: SenderOptions = {}) {
  const agent = createGuardedAgent({
    allowLoopback: true,
    resolve: resolvingTo('127.0.0.1'),
    maxResponseBytes,
    ...options,
  });
  onTestFinished(() => agent.destroy());
  return senderOver(agent, timeoutMs);
}

function senderOver(agent: ReturnType<typeof createGuardedAgent>, timeoutMs: number) {
  const sendAttempt = createSendAttempt({ agent, clock: { now: () => Date.parse(NOW) * 1000 }, timeoutMs });
  return (url: string, headers: Record<string, string> = {}) =>
    sendAttempt({ url, headers, body: Buffer.from('{"event":"Zoë"}') });
}

const status = (line: string, ...headers: string[]) =>
  ['HTTP/1.1 ', line, '\r\n', ...headers.map((header) => `${header}\r\n`), 'Content-Length: 2\r\n\r\nok'].join('');
const ok = status('200 OK');
const failed = (error: string, httpStatus: number | null = null): object => ({
  httpStatus,
  error,
  retryAfterSeconds: null,
});

const BEGUN = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${BEGUN}Transfer-Encoding: chunked\r\n\r\n`;
const tooLarge = 'x'.repeat(maxResponseBytes + 1);
const closing =
  (bytes: string): Behaviour =>
  (socket) =>
    socket.end(bytes);
const reset: Behaviour = (socket) => socket.resetAndDestroy();

test.each<[string, string | Behaviour, number | null, string | null]>([
  ['a 200 response with a body', ok, 200, null],
  ['a 200 response whose body ends when the connection closes', closing('HTTP/1.0 200 OK\r\n\r\nok'), 200, null],
  ['a 200 response in chunks', `${CHUNKED}2\r\nok\r\n0\r\n\r\n`, 200, null],
  ['a 200 response after an interim response', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`, 200, null],
  ['a 200 response without a reason', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', 200, null],
  ['a body of the maximum size', `${BEGUN}Content-Length: ${maxResponseBytes}\r\n\r\n${tooLarge.slice(1)}`, 200, null],
  ['the status 201', status('201 Created'), 201, null],
  ['the status 503', status('503 Service Unavailable'), 503, null],
  ['a response without a body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, null],
  ...[301, 302, 303, 307, 308].map((code): [string, string, number, null] => [
    `a ${code} redirect, which is not followed`,
    status(`${code} Moved`, 'Location: http://127.0.0.1:1/'),
    code,
    null,
  ]),
  ['a close before the response', closing(''), null, 'connection_closed'],
  ['a reset before the response', reset, null, 'connection_closed'],
  ['a close in the status line', closing('HTTP/1.1 2'), null, 'connection_closed'],
  ['a close in the body', closing(`${BEGUN}Content-Length: 9\r\n\r\nab`), 200, 'connection_closed'],
  ['an announced close', closing(`${BEGUN}Connection: close\r\nContent-Length: 9\r\n\r\nab`), 200, 'connection_closed'],
  ['a close in a chunk', closing(`${CHUNKED}9\r\nab`), 200, 'connection_closed'],
  [
    'an announced close in a chunk',
    closing(`${BEGUN}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab`),
    200,
    'connection_closed',
  ],
  [
    'a reset in the body',
    (socket, n) => socket.write(`${BEGUN}Content-Length: 9\r\n\r\nab`, () => setTimeout(() => reset(socket, n), 50)),
    200,
    'connection_closed',
  ],
  ['another protocol', '220 mail.example ESMTP\r\n', null, 'invalid_response'],
  ['a status that is not a number', 'HTTP/1.1 2OO OK\r\n\r\n', null, 'invalid_response'],
  ['two lengths', status('200 OK', 'Content-Length: 3'), null, 'invalid_response'],
  ['a chunk without a size', `${CHUNKED}zz\r\nok\r\n`, 200, 'invalid_response'],
  ['an upgrade', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', null, 'invalid_response'],
  ['an unexpected 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok}`, null, 'invalid_response'],
  ['an upgrade without headers', 'HTTP/1.1 101 Switching\r\n\r\n', null, 'invalid_response'],
  ['excessive headers', `${BEGUN}${`X-Header: ${'x'.repeat(1000)}\r\n`.repeat(100)}`, null, 'response_too_large'],
  [
    'a body that is one byte too large',
    `${BEGUN}Content-Length: ${tooLarge.length}\r\n\r\n${tooLarge}`,
    200,
    'response_too_large',
  ],
  ['an endless chunk', `${CHUNKED}${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n`, 200, 'response_too_large'],
])('a delivery attempt ends after %s, and succeeds only if the response is a complete 200', async (_name, response, httpStatus, error) => {
  const { url, requests } = await startReceiver(response);
  const outcome = await startSender()(url);
  expect(outcome).toEqual({ httpStatus, error, retryAfterSeconds: null });
  expect(isDelivered(outcome)).toBe(httpStatus === 200 && error === null);
  expect(requests).toHaveLength(1);
});

test('the sender closes the connection when an endless response body reaches the size limit', async () => {
  const flood = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  const { url, connections } = await startReceiver((socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on('drain', pour).write(CHUNKED);
    pour();
  });
  expect(await startSender()(url)).toEqual(failed('response_too_large', 200));
  await expect.poll(() => connections[0]?.closed).toBe(true);
});

test('a delivery request contains the unchanged event body, the common headers, and the given signature headers', async () => {
  const { url, requests } = await startReceiver(ok);
  await startSender()(`${url}#fragment`, { 'X-Signature': 'abc' });
  const [head = '', body] = (requests[0] ?? '').split('\r\n\r\n');
  expect(head).toMatch(/^POST \/hook\?a=1 HTTP\/1\.1\r\n/);
  expect(head.toLowerCase().split('\r\n')).toEqual(
    expect.arrayContaining([
      `host: ${new URL(url).host}`,
      `content-type: ${webhookDelivery.content_type}`,
      'content-length: 16',
      'user-agent: partner-credential-service',
      'x-signature: abc',
    ]),
  );
  expect(body).toBe(Buffer.from('{"event":"Zoë"}').toString('latin1'));
});

test.each<[string, number | null]>([
  [status('429 Slow', 'Retry-After: 007'), 7],
  [status('503 Busy', `RETRY-AFTER: ${'9'.repeat(400)}`), Number.MAX_SAFE_INTEGER],
  // The current time is 09:30:00.4, and the sender rounds the delay of 89.6 s up.
  [status('429 Slow', 'Retry-After: Sat, 31 Jan 2026 09:31:30 GMT'), 90],
  [status('200 OK', 'retry-after: Sun Feb  1 09:30:00 2026'), 86_400],
  [status('429 Slow', 'Retry-After: Fri, 30 Jan 2026 09:30:00 GMT'), 0],
  [status('429 Slow', 'Retry-After: Sat, 31 Jan 2026 25:61:61 GMT'), null],
  [status('429 Slow', 'Retry-After: 1e3'), null],
  [status('429 Slow', 'Retry-After: 30', 'Retry-After: 60'), null],
])('in every time zone, the sender reads the retry delay in the response %j as %o seconds', async (response, retryAfterSeconds) => {
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(new Date(NOW).getTimezoneOffset()).toBe(-345);
  const { url } = await startReceiver(response);
  expect(await startSender()(url)).toMatchObject({ error: null, retryAfterSeconds });
});

const dripping =
  (start: string, text: string): Behaviour =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };

test.each<[string, string | Behaviour, Partial<AttemptOutcome>]>([
  ['no response', () => {}, { httpStatus: null }],
  ['half a status line', 'HTTP/1.1 20', { httpStatus: null }],
  ['endless interim responses', dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), { httpStatus: null }],
  ['half a body', `${BEGUN}Content-Length: 2\r\n\r\no`, { httpStatus: 200 }],
  ['a body without a length on an open connection', `${BEGUN}\r\nok`, { httpStatus: 200 }],
  ['a slow, endless body', dripping(CHUNKED, '1\r\nx\r\n'), { httpStatus: 200 }],
  [
    'headers without a body',
    'HTTP/1.1 429 Slow\r\nRetry-After: 30\r\nContent-Length: 9\r\n\r\n',
    { httpStatus: 429, retryAfterSeconds: 30 },
  ],
])('a delivery attempt that receives %s times out and closes the connection', async (_name, response, expected) => {
  const { url, connections, requests } = await startReceiver(response);
  const startedAt = performance.now();
  const outcome = await startSender({ timeoutMs: SHORT_TIMEOUT_MS })(url);
  const took = performance.now() - startedAt;
  expect(outcome).toEqual({ ...failed('timeout'), ...expected });
  expect(isDelivered(outcome)).toBe(false);
  expect(took).toBeGreaterThan(SHORT_TIMEOUT_MS - 20);
  expect(took).toBeLessThan(SHORT_TIMEOUT_MS + 5000);
  await expect.poll(() => connections[0]?.closed).toBe(true);
  expect(requests).toHaveLength(1);
});

test('a delivery attempt that times out during name resolution sends no request when the name is resolved later', async () => {
  const { port, connections, requests } = await startReceiver(ok);
  let answerLater = () => {};
  const resolve: Resolve = (hostname, options, callback) => {
    answerLater = () => resolvingTo('127.0.0.1')(hostname, options, callback);
  };
  const send = startSender({ resolve, timeoutMs: SHORT_TIMEOUT_MS });
  expect(await send(`http://receiver.test:${port}/`)).toEqual(failed('timeout'));
  answerLater();
  await expect.poll(() => connections.map((socket) => socket.closed)).toEqual([true]);
  expect(requests).toEqual([]);
});

test('the timeout of a delivery attempt includes the TLS handshake', async () => {
  const { port, connections } = await startReceiver(() => {});
  const outcome = await startSender({ timeoutMs: SHORT_TIMEOUT_MS })(`https://localhost:${port}/`);
  expect(outcome).toEqual(failed('timeout'));
  expect(connections).toHaveLength(1);
});

test('the timeout of a delivery attempt includes the wait for a free connection', async () => {
  const { url, requests } = await startReceiver((socket, n) => n > 1 && socket.write(ok));
  const agent = createGuardedAgent({ allowLoopback: true, connectionsPerOrigin: 1 });
  onTestFinished(() => agent.destroy());
  // The first attempt occupies the connection until long after the second attempt has timed out.
  const hanging = senderOver(agent, 2000)(url);
  expect(await senderOver(agent, SHORT_TIMEOUT_MS)(url)).toEqual(failed('timeout'));
  expect(await hanging).toEqual(failed('timeout'));
  await sleep(100);
  expect(requests).toHaveLength(1);
  expect(isDelivered(await senderOver(agent, LONG_TIMEOUT_MS)(url))).toBe(true);
});

/** Delivers a first event, whose connection the next request reuses. `behaviour` handles all further requests. */
async function startReused(behaviour: Behaviour, options: SenderOptions = {}) {
  const receiver = await startReceiver((socket, n) => (n === 1 ? socket.write(ok) : behaviour(socket, n)));
  const send = startSender(options);
  expect(isDelivered(await send(receiver.url))).toBe(true);
  await sleep(20);
  return { ...receiver, send: () => send(receiver.url), sendTo: send };
}
const answer: Behaviour = (socket) => socket.write(ok);

const closings: [string, Behaviour][] = [
  ['closes', closing('')],
  ['resets', reset],
];
test.each(closings)('the sender reconnects when the receiver %s the idle connection', async (_name, close) => {
  const { send, connections, requests } = await startReused(answer);
  for (const socket of connections) close(socket, 1);
  await sleep(50);
  expect(isDelivered(await send())).toBe(true);
  expect(connections).toHaveLength(2);
  expect(requests).toHaveLength(2);
});

test.each(closings)('the sender resends the request when the receiver %s a reused connection', async (_name, close) => {
  const { send, connections, requests } = await startReused((socket, n) =>
    n === 2 ? close(socket, n) : socket.write(ok),
  );
  expect(isDelivered(await send())).toBe(true);
  expect(connections).toHaveLength(2);
  expect(requests).toHaveLength(3);
  // The third request repeats the second request unchanged, because both belong to the same attempt.
  expect(requests[2]).toBe(requests[1]);
});

test('the sender opens a new connection when the receiver has closed all idle connections', async () => {
  const old = new Set<Socket>();
  const { url, connections } = await startReceiver((socket, n) => {
    if (n <= 3) old.add(socket);
    if (n <= 3) setTimeout(() => socket.write(ok), 50);
    else if (old.has(socket)) socket.end();
    else socket.write(ok);
  });
  const send = startSender();
  await Promise.all([send(url), send(url), send(url)]);
  await sleep(20);
  expect(isDelivered(await send(url))).toBe(true);
  expect(old.size).toBe(3);
  expect(connections).toHaveLength(4);
});

test('the sender replaces a closed connection even while the sender connects to another receiver', async () => {
  const other = await startReceiver(ok);
  const { send, sendTo, requests } = await startReused(async (socket, n) => {
    if (n === 2) await sendTo(other.url).finally(() => socket.end());
    else socket.write(ok);
  });
  expect(isDelivered(await send())).toBe(true);
  expect(requests).toHaveLength(3);
  expect(other.requests).toHaveLength(1);
});

test('the sender replaces a closed connection only once per attempt', async () => {
  const { send, connections, requests } = await startReused(closing(''));
  expect(await send()).toEqual(failed('connection_closed'));
  expect(connections).toHaveLength(2);
  expect(requests).toHaveLength(3);
});

test('the sender does not resend a request after it has received a status line', async () => {
  const { send, requests } = await startReused(closing('HTTP/1.1 500 Oh\r\nContent-Length: 9\r\n\r\n'));
  expect(await send()).toEqual(failed('connection_closed', 500));
  expect(requests).toHaveLength(2);
});

test('a resent request does not extend the timeout of the delivery attempt', async () => {
  const closeLater: Behaviour = (socket, n) => n === 2 && setTimeout(() => socket.end(), 3000);
  const { send, requests } = await startReused(closeLater, { timeoutMs: 3500 });
  const startedAt = performance.now();
  expect(await send()).toEqual(failed('timeout'));
  // The resent request does not get a new timeout: the whole attempt ends after 3.5 s.
  expect(performance.now() - startedAt).toBeLessThan(6000);
  expect(requests).toHaveLength(3);
});

test('a delivery attempt fails with connection_failed when no address of the host has a listener', async () => {
  const send = startSender({ resolve: resolvingTo('127.0.0.1', '::1') });
  for (const origin of ['http://127.0.0.1', 'https://localhost', 'http://receiver.test', 'https://receiver.test'])
    expect(await send(`${origin}:1/`)).toEqual(failed('connection_failed'));
});

test('a delivery attempt fails with connection_failed when the source address and the receiver have different address families', async () => {
  const { port } = await startReceiver(ok);
  const send = startSender({ localAddress: '127.0.0.1' });
  expect(isDelivered(await send(`http://127.0.0.1:${port}/`))).toBe(true);
  for (const scheme of ['http', 'https'])
    expect(await send(`${scheme}://[::1]:${port}/`)).toEqual(failed('connection_failed'));
});

test.each([
  ['getaddrinfo', 'EAI_AGAIN'],
  ['queryAaaa', 'ETIMEOUT'],
  ['queryA', 'ECONNREFUSED'],
])('a delivery attempt fails with dns_failure when %s returns %s', async (syscall, code) => {
  const failure = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  const resolve: Resolve = (_hostname, _options, callback) => setImmediate(callback, failure, []);
  for (const scheme of ['http', 'https'])
    expect(await startSender({ resolve })(`${scheme}://receiver.test/`)).toEqual(failed('dns_failure'));
});

test('a delivery attempt fails with dns_failure for an invalid host name', async () => {
  // The host name is invalid, because RFC 1035, section 2.3.4, limits a label to 63 octets.
  const send = startSender({ resolve: undefined });
  expect(await send(`http://${'x'.repeat(64)}.test/`)).toEqual(failed('dns_failure'));
});

test.each([
  ['a trusted certificate', 'localhost', cert, { httpStatus: 200, error: null }],
  ['an untrusted certificate', 'localhost', undefined, failed('tls_failure')],
  ['a certificate for a different host name', 'receiver.test', cert, failed('tls_failure')],
])('a delivery attempt sends a request only if the receiver has a trusted certificate: %s', async (_name, host, ca, expected) => {
  const { port, requests } = await startReceiver(ok, { tls: true });
  const outcome = await startSender({ ca })(`https://${host}:${port}/`);
  expect(outcome).toMatchObject(expected);
  expect(requests).toHaveLength(isDelivered(outcome) ? 1 : 0);
});

test.each<[string, (socket: Socket) => unknown]>([
  ['speaks plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['closes the connection', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
])('a delivery over TLS fails when the port of the receiver %s', async (_name, react) => {
  const { port } = await listen(createServer((socket) => socket.once('data', () => react(socket))));
  expect(await startSender()(`https://localhost:${port}/`)).toEqual(failed('tls_failure'));
});

test.each([
  'http://10.0.0.1/',
  'ftp://127.0.0.1/',
  'example.com/hook',
  '',
])('the sender rejects the URL "%s" with refused_address', async (url) =>
  expect(await startSender()(url)).toEqual(failed('refused_address')));

test('a delivery attempt throws if a header is invalid or the HTTP agent is closed', async () => {
  const { url, connections } = await startReceiver(ok);
  await expect(startSender()(url, { 'X-Signature': 'a\r\nb' })).rejects.toThrow(/x-signature/i);
  expect(connections).toEqual([]);
  const agent = createGuardedAgent({ allowLoopback: true });
  await agent.close();
  await expect(senderOver(agent, LONG_TIMEOUT_MS)(url)).rejects.toThrow();
});
