import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { webhookDelivery } from '../../../generated/operations.ts';
import { createGuardedAgent, type GuardedAgentOptions } from '../../../server/platform/outbound/guarded-agent.ts';
import type { Resolve } from '../../../server/platform/outbound/resolve-name.ts';
import { type AttemptOutcome, createSendAttempt, isDelivered } from '../../../server/work/delivery/send-attempt.ts';
import { cert, key } from '../../support/tls.ts';

const NOW = '2026-01-31T09:30:00.400Z';
/** Timeout in milliseconds that is never reached by a successful attempt, even on a busy machine. */
const LONG_MS = 10_000;
const SHORT_MS = 200;
const maxResponseBytes = webhookDelivery.max_response_bytes;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Responds to the nth complete request that a receiver gets, counted from 1. */
type Behaviour = (socket: Socket, n: number) => unknown;

interface Receiver {
  port: number;
  url: string;
  connections: Socket[];
  /** Raw requests, including their headers and bodies. */
  requests: string[];
}

/** Starts a TCP server that sends arbitrary bytes. */
async function startReceiver(behaviour: Behaviour, options: { tls?: boolean } = {}): Promise<Receiver> {
  const receiver: Receiver = { port: 0, url: '', connections: [], requests: [] };
  const serve = (socket: Socket) => {
    let read = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
      const [head = '', body] = read.split(/\r\n\r\n(.*)/s);
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
      receiver.requests.push(read);
      read = '';
      behaviour(socket, receiver.requests.length);
    });
  };
  const server = options.tls ? createTlsServer({ cert, key }, serve) : createServer(serve);
  server.on('connection', (socket: Socket) => {
    receiver.connections.push(socket);
    socket.on('error', () => {});
  });
  await listen(server);
  receiver.port = portOf(server);
  receiver.url = `${options.tls ? 'https://localhost' : 'http://127.0.0.1'}:${receiver.port}/hook?a=1`;
  cleanUp.push(() => {
    for (const socket of receiver.connections) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return receiver;
}

const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  return address.port;
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const toHere: Resolve = (_hostname, _options, callback) =>
  setImmediate(callback, null, [{ address: '127.0.0.1', family: 4 }]);

function startAgent(options: Partial<GuardedAgentOptions> = {}) {
  const agent = createGuardedAgent({ allowLoopback: true, resolve: toHere, maxResponseBytes, ...options });
  cleanUp.push(() => agent.destroy());
  return agent;
}

function startSender(options: Partial<GuardedAgentOptions> & { timeoutMs?: number } = {}) {
  const { timeoutMs = LONG_MS, ...agentOptions } = options;
  return senderOver(startAgent(agentOptions), timeoutMs);
}

function senderOver(agent: ReturnType<typeof startAgent>, timeoutMs: number) {
  const sendAttempt = createSendAttempt({
    agent,
    clock: { now: () => Date.parse(NOW) * 1000 },
    timeoutMs,
  });
  return (url: string, headers: Record<string, string> = {}) =>
    sendAttempt({ url, headers, body: Buffer.from('{"event":"Zoë"}') });
}

/** Returns the outcome of an attempt to a receiver that sends the given response. */
async function outcomeOf(response: string | Behaviour, timeoutMs = LONG_MS): Promise<AttemptOutcome> {
  const { url } = await startReceiver(typeof response === 'string' ? (socket) => socket.write(response) : response);
  return startSender({ timeoutMs })(url);
}

const status = (line: string, ...headers: string[]) =>
  ['HTTP/1.1 ', line, '\r\n', ...headers.map((header) => `${header}\r\n`), 'Content-Length: 2\r\n\r\nok'].join('');
const ok = status('200 OK');
const failed = (error: string, httpStatus: number | null = null) => ({
  httpStatus,
  error,
  retryAfterSeconds: null,
});

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const tooLarge = 'x'.repeat(maxResponseBytes + 1);
const closing =
  (bytes: string): Behaviour =>
  (socket) =>
    socket.end(bytes);

test.each<[string, string | Behaviour]>([
  ['with a body', ok],
  ['whose body ends when the connection closes', closing('HTTP/1.0 200 OK\r\n\r\nok')],
  ['in chunks', `${CHUNKED}2\r\nok\r\n0\r\n\r\n`],
  ['that follows an interim response', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}`],
  ['without a reason phrase', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'],
  [
    'whose body has the maximum size',
    `HTTP/1.1 200 OK\r\nContent-Length: ${maxResponseBytes}\r\n\r\n${tooLarge.slice(1)}`,
  ],
])('an event counts as delivered after a 200 response %s', async (_name, response) => {
  const outcome = await outcomeOf(response);
  expect(outcome).toEqual({ httpStatus: 200, error: null, retryAfterSeconds: null });
  expect(isDelivered(outcome)).toBe(true);
});

test.each<[string, string | Behaviour, number | null, string | null]>([
  ...['201 Created', '299 Fine', '400 Bad Request', '410 Gone', '503 Service Unavailable'].map(
    (line): [string, string, number, null] => [`the status ${line}`, status(line), Number.parseInt(line, 10), null],
  ),
  ['a response without a body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, null],
  ['a close before the response', closing(''), null, 'connection_closed'],
  ['a reset before the response', (socket) => socket.resetAndDestroy(), null, 'connection_closed'],
  ['a close in the status line', closing('HTTP/1.1 2'), null, 'connection_closed'],
  ['a close in the headers', closing('HTTP/1.1 200 OK\r\nContent-Le'), null, 'connection_closed'],
  ['a close before the body', closing('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'), 200, 'connection_closed'],
  ['a close in the body', closing('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'), 200, 'connection_closed'],
  [
    'an announced close in the body',
    closing('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nab'),
    200,
    'connection_closed',
  ],
  ['a close in a chunk', closing(`${CHUNKED}9\r\nab`), 200, 'connection_closed'],
  [
    'an announced close in a chunk',
    closing('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab'),
    200,
    'connection_closed',
  ],
  [
    'a reset in the body',
    (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab', () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
    200,
    'connection_closed',
  ],
  ['another protocol', '220 mail.example ESMTP\r\n', null, 'invalid_response'],
  ['binary data', '\x15\x03\x01\x00\x02\x02\x16', null, 'invalid_response'],
  ['a status that is not a number', 'HTTP/1.1 2OO OK\r\n\r\n', null, 'invalid_response'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', null, 'invalid_response'],
  ['two lengths', status('200 OK', 'Content-Length: 3'), null, 'invalid_response'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', null, 'invalid_response'],
  ['a chunk without a size', `${CHUNKED}zz\r\nok\r\n`, 200, 'invalid_response'],
  ['an upgrade', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', null, 'invalid_response'],
  ['an unexpected 100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok}`, null, 'invalid_response'],
  ['an upgrade without headers', 'HTTP/1.1 101 Switching\r\n\r\n', null, 'invalid_response'],
  [
    'excessive headers',
    `HTTP/1.1 200 OK\r\n${`X-Header: ${'x'.repeat(1000)}\r\n`.repeat(100)}`,
    null,
    'response_too_large',
  ],
  [
    'a body that is one byte too large',
    `HTTP/1.1 200 OK\r\nContent-Length: ${tooLarge.length}\r\n\r\n${tooLarge}`,
    200,
    'response_too_large',
  ],
  [
    'chunks that are one byte too large',
    `${CHUNKED}${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`,
    200,
    'response_too_large',
  ],
])('an event does not count as delivered after %s, and is sent only once', async (_name, response, httpStatus, error) => {
  const receiver = await startReceiver(typeof response === 'string' ? (socket) => socket.write(response) : response);
  const outcome = await startSender()(receiver.url);
  expect(outcome).toEqual({ httpStatus, error, retryAfterSeconds: null });
  expect(isDelivered(outcome)).toBe(false);
  expect(receiver.requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])('the sender does not follow a %i redirect', async (httpStatus) => {
  const elsewhere = await startReceiver((socket) => socket.write(ok));
  const outcome = await outcomeOf(status(`${httpStatus} Moved`, `Location: ${elsewhere.url}`));
  expect(outcome).toEqual({ httpStatus, error: null, retryAfterSeconds: null });
  expect(elsewhere.connections).toEqual([]);
});

test('the sender closes the connection when an endless body reaches the limit', async () => {
  const flood = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  const receiver = await startReceiver((socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on('drain', pour).write(CHUNKED);
    pour();
  });
  expect(await startSender()(receiver.url)).toEqual(failed('response_too_large', 200));
  await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
});

test('the request contains the unchanged body, the common headers and the given headers', async () => {
  const { url, requests } = await startReceiver((socket) => socket.write(ok));
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

describe('The Retry-After header', () => {
  test.each<[string, number | null]>([
    [status('429 Slow', 'Retry-After: 007'), 7],
    [status('503 Busy', `RETRY-AFTER: ${'9'.repeat(400)}`), Number.MAX_SAFE_INTEGER],
    // The clock is at 09:30:00.4, and the sender rounds delays up.
    [status('429 Slow', 'Retry-After: Sat, 31 Jan 2026 09:31:30 GMT'), 90],
    [status('200 OK', 'retry-after: Sun Feb  1 09:30:00 2026'), 86_400],
    [status('429 Slow', 'Retry-After: Fri, 30 Jan 2026 09:30:00 GMT'), 0],
    [status('429 Slow', 'Retry-After: Sat, 31 Jan 2026 25:61:61 GMT'), null],
    [status('429 Slow', 'Retry-After: 1e3'), null],
    [status('429 Slow', 'Retry-After: 30', 'Retry-After: 60'), null],
  ])('the sender reads the delay in %j, in every time zone, as %o seconds', async (response, seconds) => {
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    expect(new Date(NOW).getTimezoneOffset()).toBe(-345);
    expect(await outcomeOf(response)).toMatchObject({ error: null, retryAfterSeconds: seconds });
  });

  test('the sender reads Retry-After when the body times out', async () => {
    const response = 'HTTP/1.1 429 Slow\r\nRetry-After: 30\r\nContent-Length: 9\r\n\r\n';
    const timedOut = { httpStatus: 429, error: 'timeout', retryAfterSeconds: 30 };
    expect(await outcomeOf(response, SHORT_MS)).toEqual(timedOut);
  });
});

describe('The timeout of an attempt', () => {
  const drip = (text: string): Behaviour => {
    return (socket) => {
      const timer = setInterval(() => socket.write(text), 20);
      socket.on('close', () => clearInterval(timer));
    };
  };

  test.each<[string, string | Behaviour, number | null]>([
    ['no response', () => {}, null],
    ['half a status line', 'HTTP/1.1 20', null],
    ['endless headers', 'HTTP/1.1 200 OK\r\nX-A: b\r\n', null],
    ['only an interim response', 'HTTP/1.1 103 Early Hints\r\n\r\n', null],
    ['endless interim responses', drip('HTTP/1.1 103 Early Hints\r\n\r\n'), null],
    ['a missing body', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n', 200],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no', 200],
    ['a body without a length on an open connection', 'HTTP/1.1 200 OK\r\n\r\nok', 200],
    [
      'a slow, endless body',
      (socket, n) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        drip('1\r\nx\r\n')(socket, n);
      },
      200,
    ],
  ])('the attempt times out after %s and closes the connection', { retry: 2 }, async (_name, response, httpStatus) => {
    const receiver = await startReceiver(typeof response === 'string' ? (socket) => socket.write(response) : response);
    const startedAt = performance.now();
    const outcome = await startSender({ timeoutMs: SHORT_MS })(receiver.url);
    const took = performance.now() - startedAt;
    expect(outcome).toEqual(failed('timeout', httpStatus));
    expect(isDelivered(outcome)).toBe(false);
    expect(took).toBeGreaterThan(SHORT_MS - 20);
    expect(took).toBeLessThan(SHORT_MS + 1500);
    await expect.poll(() => receiver.connections[0]?.closed).toBe(true);
    expect(receiver.requests).toHaveLength(1);
  });

  test('the attempt times out during name resolution and sends no request later', {
    retry: 2,
  }, async () => {
    const { port, connections, requests } = await startReceiver((socket) => socket.write(ok));
    let answerLater = () => {};
    const resolve: Resolve = (hostname, options, callback) => {
      answerLater = () => toHere(hostname, options, callback);
    };
    const startedAt = performance.now();
    expect(await startSender({ resolve, timeoutMs: SHORT_MS })(`http://receiver.test:${port}/`)).toEqual(
      failed('timeout'),
    );
    expect(performance.now() - startedAt).toBeLessThan(SHORT_MS + 1500);
    answerLater();
    await expect.poll(() => connections.map((socket) => socket.closed)).toEqual([true]);
    expect(requests).toEqual([]);
  });

  test('the attempt times out during the TLS handshake', async () => {
    const { port, connections } = await startReceiver(() => {});
    const outcome = await startSender({ timeoutMs: SHORT_MS })(`https://localhost:${port}/`);
    expect(outcome).toEqual(failed('timeout'));
    expect(connections).toHaveLength(1);
  });

  test('the timeout includes the wait for a free connection', async () => {
    const { url, requests } = await startReceiver((socket, n) => n > 1 && socket.write(ok));
    const agent = startAgent({ connectionsPerOrigin: 1 });
    // The first attempt occupies the connection until long after the second attempt has timed out.
    const [hanging, waiting] = [senderOver(agent, 2000)(url), senderOver(agent, SHORT_MS)(url)];
    expect(await waiting).toEqual(failed('timeout'));
    expect(await hanging).toEqual(failed('timeout'));
    await sleep(100);
    expect(requests).toHaveLength(1);
    expect(isDelivered(await senderOver(agent, LONG_MS)(url))).toBe(true);
  });
});

describe('A reused connection', () => {
  const closings: [string, (socket: Socket) => unknown][] = [
    ['closes', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ];

  test('the sender reuses an idle connection', async () => {
    const { url, connections, requests } = await startReceiver((socket) => socket.write(ok));
    const send = startSender();
    for (let n = 0; n < 3; n++) {
      expect(isDelivered(await send(url))).toBe(true);
      await sleep(20);
    }
    expect(connections).toHaveLength(1);
    expect(requests).toHaveLength(3);
  });

  test.each(closings)('the sender reconnects when the receiver %s the idle connection', async (_name, close) => {
    const { url, connections, requests } = await startReceiver((socket) => socket.write(ok));
    const send = startSender();
    expect(isDelivered(await send(url))).toBe(true);
    for (const socket of connections) close(socket);
    await sleep(50);
    expect(isDelivered(await send(url))).toBe(true);
    expect(connections).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  test.each(
    closings,
  )('the sender resends the request when the receiver %s a reused connection', async (_name, close) => {
    const { url, connections, requests } = await startReceiver((socket, n) =>
      n === 2 ? close(socket) : socket.write(ok),
    );
    const send = startSender();
    expect(isDelivered(await send(url))).toBe(true);
    await sleep(20);
    expect(isDelivered(await send(url))).toBe(true);
    expect(connections).toHaveLength(2);
    expect(requests).toHaveLength(3);
    // The sender resends the same request within one attempt.
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

  test('the sender replaces a closed connection while it connects to another receiver', async () => {
    const other = await startReceiver((socket) => socket.write(ok));
    const send = startSender();
    const { url, requests } = await startReceiver(async (socket, n) => {
      if (n === 2) await send(other.url).finally(() => socket.end());
      else socket.write(ok);
    });
    expect(isDelivered(await send(url))).toBe(true);
    await sleep(20);
    expect(isDelivered(await send(url))).toBe(true);
    expect(requests).toHaveLength(3);
    expect(other.requests).toHaveLength(1);
  });

  test('the sender replaces a closed connection only once per attempt', async () => {
    const { url, connections, requests } = await startReceiver((socket, n) =>
      n === 1 ? socket.write(ok) : socket.end(),
    );
    const send = startSender();
    expect(isDelivered(await send(url))).toBe(true);
    await sleep(20);
    expect(await send(url)).toEqual(failed('connection_closed'));
    expect(connections).toHaveLength(2);
    expect(requests).toHaveLength(3);
  });

  test('the sender does not resend a request after it has received a status line', async () => {
    const { url, requests } = await startReceiver((socket, n) =>
      n === 1 ? socket.write(ok) : socket.end('HTTP/1.1 500 Oh\r\nContent-Length: 9\r\n\r\n'),
    );
    const send = startSender();
    await send(url);
    await sleep(20);
    expect(await send(url)).toEqual(failed('connection_closed', 500));
    expect(requests).toHaveLength(2);
  });

  test('a resent request does not extend the timeout of the attempt', { retry: 2 }, async () => {
    const { url, requests } = await startReceiver((socket, n) => {
      if (n === 1) socket.write(ok);
      if (n === 2) setTimeout(() => socket.end(), 500);
    });
    const send = startSender({ timeoutMs: 700 });
    await send(url);
    await sleep(20);
    const startedAt = performance.now();
    expect(await send(url)).toEqual(failed('timeout'));
    // The resent request has only the remaining time of the attempt.
    expect(performance.now() - startedAt).toBeLessThan(1150);
    expect(requests).toHaveLength(3);
  });
});

describe('A failed connection', () => {
  test('the attempt fails when no address of the host has a listener', async () => {
    const resolve: Resolve = (_hostname, _options, callback) =>
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]);
    const send = startSender({ resolve });
    const port = await unusedPort();
    for (const origin of ['http://127.0.0.1', 'https://localhost', 'http://receiver.test', 'https://receiver.test'])
      expect(await send(`${origin}:${port}/`)).toEqual(failed('connection_failed'));
  });

  test('the attempt fails when the source address belongs to a different address family', async () => {
    const { port } = await startReceiver((socket) => socket.write(ok));
    const send = startSender({ localAddress: '127.0.0.1' });
    expect(isDelivered(await send(`http://127.0.0.1:${port}/`))).toBe(true);
    expect(await send(`http://[::1]:${port}/`)).toEqual(failed('connection_failed'));
    expect(await send(`https://[::1]:${port}/`)).toEqual(failed('connection_failed'));
  });

  test.each([
    ['getaddrinfo', 'EAI_AGAIN'],
    ['queryAaaa', 'ETIMEOUT'],
    ['queryA', 'ECONNREFUSED'],
  ])('the attempt fails with dns_failure when %s returns %s', async (syscall, code) => {
    const failure = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
    const resolve: Resolve = (_hostname, _options, callback) => setImmediate(callback, failure, []);
    expect(await startSender({ resolve })('http://receiver.test/')).toEqual(failed('dns_failure'));
    expect(await startSender({ resolve })('https://receiver.test/')).toEqual(failed('dns_failure'));
  });

  test('the attempt fails with dns_failure for an invalid host name', async () => {
    // RFC 1035, section 2.3.4 limits a label to 63 characters.
    const send = startSender({ resolve: undefined });
    expect(await send(`http://${'x'.repeat(64)}.test/`)).toEqual(failed('dns_failure'));
  });
});

describe('A TLS connection', () => {
  test('the attempt succeeds with a trusted certificate', async () => {
    const { url } = await startReceiver((socket) => socket.write(ok), { tls: true });
    expect(isDelivered(await startSender({ ca: cert })(url))).toBe(true);
  });

  test.each([
    ['an untrusted certificate', 'localhost', undefined],
    ['a certificate for a different host name', 'receiver.test', cert],
  ])('the attempt fails with %s and sends no request', async (_name, host, ca) => {
    const { port, requests } = await startReceiver((socket) => socket.write(ok), { tls: true });
    expect(await startSender({ ca })(`https://${host}:${port}/`)).toEqual(failed('tls_failure'));
    expect(requests).toEqual([]);
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['speaks plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['closes the connection', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
  ])('the attempt fails when the port %s', async (_name, react) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => react(socket));
    });
    await listen(server);
    cleanUp.push(() => new Promise((resolve) => server.close(resolve)));
    expect(await startSender()(`https://localhost:${portOf(server)}/`)).toEqual(failed('tls_failure'));
  });

  test('the attempt fails when the TLS stream is corrupted after the handshake', async () => {
    let garble = () => {};
    const receiver = await startReceiver(() => garble(), { tls: true });
    const wire = createServer((near) => {
      const far = connect(receiver.port, '127.0.0.1');
      near.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.pipe(far);
      far.on('data', (chunk) => near.write(chunk));
      // Sends a TLS record with invalid ciphertext (RFC 8446, section 5.2).
      garble = () => near.write(Buffer.from([23, 3, 3, 0, 32, ...Array(32).fill(7)]));
    });
    await listen(wire);
    cleanUp.push(() => new Promise((resolve) => wire.close(resolve)));
    const outcome = await startSender({ ca: cert })(`https://localhost:${portOf(wire)}/`);
    expect(outcome).toEqual(failed('tls_failure'));
    expect(receiver.requests).toHaveLength(1);
  });

  test('a plain HTTP request to a TLS port fails', async () => {
    const { port } = await startReceiver((socket) => socket.write(ok), { tls: true });
    const { httpStatus, error } = await startSender()(`http://127.0.0.1:${port}/`);
    expect(httpStatus).toBeNull();
    expect(['invalid_response', 'connection_closed']).toContain(error);
  });
});

test.each([
  'http://10.0.0.1/',
  'https://[fd00:ec2::254]/',
  'ftp://127.0.0.1/',
  'data:,',
  'example.com/hook',
  'http://1.2.3.256/',
  '',
])('the sender rejects the URL "%s"', async (url) => {
  expect(await startSender()(url)).toEqual(failed('refused_address'));
});

describe('A programming error', () => {
  test('the sender throws for an invalid header', async () => {
    const { url, connections } = await startReceiver((socket) => socket.write(ok));
    await expect(startSender()(url, { 'X-Signature': 'a\r\nb' })).rejects.toThrow(/x-signature/i);
    expect(connections).toEqual([]);
  });

  test('the sender throws after its agent is closed', async () => {
    const agent = createGuardedAgent({ allowLoopback: true });
    await agent.close();
    const send = createSendAttempt({ agent, clock: { now: () => 0 } });
    await expect(send({ url: 'http://127.0.0.1/', headers: {}, body: Buffer.of() })).rejects.toThrow();
  });
});
