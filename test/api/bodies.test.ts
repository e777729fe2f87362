import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { createInFlightBodies } from '../../server/api/in-flight-bodies.ts';
import { readBody } from '../../server/api/read-body.ts';
import { keyedSemaphore } from '../../server/platform/semaphore.ts';
import { example } from '../support/contract.ts';
import { listen } from '../support/listen.ts';
import { type Answer, addPartner, startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const { of_partner_bytes: OF_PARTNER, in_all_bytes: IN_ALL } = figures.bodies_under_way;
const LARGEST_FILE = operations.uploadAsset.bodyLimit;

describe('The memory limit for request bodies', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  function pool() {
    const bodies = createInFlightBodies();
    const cut: string[] = [];
    const open = (name: string) => {
      // In a request name such as `a1`, the letter identifies the partner.
      const body = bodies.open(name.charAt(0));
      return { ...body, add: (bytes: number) => body.add(bytes, () => cut.push(name)) };
    };
    return { open, cut };
  }

  test('if a partner exceeds its memory limit, the server aborts the slowest request of the partner, which no longer counts towards the limit', () => {
    const { open, cut } = pool();
    const [first, second] = [open('a1'), open('a2')];
    first.add(1000);
    vi.advanceTimersByTime(1000);
    second.add(OF_PARTNER - 1000);
    expect(cut).toEqual([]);
    second.add(1);
    expect(cut).toEqual(['a1']);
    second.add(999);
    expect(cut).toEqual(['a1']);
    second.add(1);
    expect(cut).toEqual(['a1', 'a2']);
  });

  test('if all partners together exceed the memory limit, the server aborts the slowest request of the partner that uses the most memory', () => {
    const { open, cut } = pool();
    const [less, slow] = [open('a1'), open('b1')];
    less.add(IN_ALL - 2 * OF_PARTNER + 1);
    slow.add(1);
    vi.advanceTimersByTime(1000);
    open('b2').add(OF_PARTNER - 1);
    open('c1').add(OF_PARTNER - 1);
    expect(cut).toEqual([]);
    open('d1').add(1);
    expect(cut).toEqual(['b1']);
  });

  test('the server never aborts a request whose body has arrived completely, but counts the body towards the memory limit until the response ends', () => {
    const { open, cut } = pool();
    const complete = open('a1');
    complete.add(OF_PARTNER);
    complete.complete();
    open('a2').add(1);
    expect(cut).toEqual(['a2']);
    complete.release();
    open('a3').add(OF_PARTNER);
    expect(cut).toEqual(['a2']);
  });

  test('all addresses in one IPv6 /48 network share one memory limit for request bodies', () => {
    const { openAnonymous } = createInFlightBodies();
    const { of_address_bytes } = figures.bodies_under_way.anonymous;
    const cut: number[] = [];
    const fill = (network: number) =>
      openAnonymous(`2a00:1450:4001:${(network * 256).toString(16)}::1`).add(of_address_bytes, () => cut.push(network));
    fill(1);
    expect(cut).toEqual([]);
    fill(2);
    expect(cut).toHaveLength(1);
  });
});

test('a partner can submit credentials while three other partners use up the memory limit with stalled request bodies', async () => {
  const service = await startService();
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
  });
  const largest = operations.addRightToWork.bodyLimit;
  for (const clientId of ['one', 'two', 'three']) {
    await addPartner(service, { clientId, secret: clientId });
    const token = await service.token({ clientId, secret: clientId });
    for (let opened = 0; opened <= IN_ALL / largest / 3; opened++) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.write(
        `POST ${operations.addRightToWork.path} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${largest}\r\nExpect: 100-continue\r\n\r\n{`,
      );
      // Waits for `100 Continue`, so that the server has read the headers.
      await once(socket, 'data');
    }
  }
  const token = await service.token();
  const answers = Array.from({ length: 20 }, async () => {
    const text = JSON.stringify({ ...example('RightToWorkAustralia'), id: crypto.randomUUID() });
    const headers = { 'Content-Type': 'application/json' };
    const body = Buffer.from(text.padEnd(6000));
    return (await service.call('POST', operations.addRightToWork.path, { token, body, headers })).status;
  });
  expect(await Promise.all(answers)).toEqual(Array(20).fill(201));
});

test('a semaphore with one slot per key admits callers with the same key one at a time, in the order of their calls', async () => {
  const take = keyedSemaphore(1);
  const order: string[] = [];
  const first = await take('a');
  const others = ['second', 'third'].map(async (name) => {
    const leave = await take('a');
    order.push(name);
    leave();
  });
  (await take('b'))();
  order.push('first');
  first();
  await Promise.all(others);
  expect(order).toEqual(['first', 'second', 'third']);
});

const MAX_BYTES = 1024 * 1024;
const bytes = Buffer.from(Array.from({ length: MAX_BYTES + 1 }, (_, at) => at % 251));
const parts = (count: number, size: number) =>
  Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

const bodies: Record<string, Buffer[]> = {
  'without bytes': [],
  'of one chunk': parts(1, 1000),
  'of many chunks': parts(500, 1),
  'above the high-water mark': parts(4, 100_000),
  'of the maximum size': parts(2, MAX_BYTES / 2),
  'above the maximum size': [...parts(2, MAX_BYTES / 2), bytes.subarray(MAX_BYTES)],
};
const framings = ['Content-Length', 'Transfer-Encoding'] as const;
const shareSentBeforeRead = { 'at once': 0, 'while the body arrives': 0.5, 'after the body has arrived': 1 };

async function request(header: string): Promise<{ incoming: IncomingMessage; socket: Socket }> {
  const server = createServer();
  const { port } = await listen(server);
  const socket = connect(port, '127.0.0.1').setNoDelay();
  onTestFinished(() => void socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nHost: api.test\r\n${header}\r\n\r\n`);
  const [incoming] = await once(server, 'request');
  return { incoming, socket };
}

const readBodyOrErrorCode = (incoming: IncomingMessage) =>
  readBody(incoming, incoming.headers['content-length'], MAX_BYTES).catch((refusal) => refusal.statement.code);

const waitUntilBuffered = (incoming: IncomingMessage, size: number) =>
  expect
    .poll(() => incoming.readableLength, { interval: 5 })
    .toBeGreaterThanOrEqual(Math.min(size, incoming.readableHighWaterMark));

const rows = Object.entries(bodies).flatMap(([body, sent]) =>
  framings.flatMap((framing) =>
    Object.entries(shareSentBeforeRead).map(([start, share]) => [body, framing, start, sent, share] as const),
  ),
);
test.each(
  rows,
)('the server reads the whole request body (%s, sent with %s, read %s), or rejects a body above the maximum size', async (_, framing, __, sent, share) => {
  const whole = Buffer.concat(sent);
  const isChunked = framing === 'Transfer-Encoding';
  const { incoming, socket } = await request(isChunked ? `${framing}: chunked` : `${framing}: ${whole.length}`);
  const send = (part: Buffer) => {
    if (isChunked) socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    if (isChunked) socket.write('\r\n');
  };
  const early = sent.slice(0, sent.length * share);
  early.forEach(send);
  await waitUntilBuffered(incoming, Buffer.concat(early).length);
  const result = readBodyOrErrorCode(incoming);
  for (const part of sent.slice(early.length)) send(part);
  if (isChunked) send(Buffer.of());
  if (whole.length > MAX_BYTES) expect(await result).toBe('payload_too_large');
  else expect(whole.equals(await result)).toBe(true);
});

test.each([
  ['before the server reads an incomplete body', 10, false],
  ['before the server reads a complete body', 5, false],
  ['while the server reads the body', 10, true],
])('reading a request body fails with malformed_json if the client disconnects %s', async (_, length, isReading) => {
  const { incoming, socket } = await request(`Content-Length: ${length}`);
  socket.write('12345');
  await waitUntilBuffered(incoming, 5);
  const early = isReading ? readBodyOrErrorCode(incoming) : undefined;
  socket.destroy();
  await expect.poll(() => incoming.closed, { interval: 5 }).toBe(true);
  expect(await (early ?? readBodyOrErrorCode(incoming))).toBe('malformed_json');
});

describe('The minimum rate of a request body', () => {
  afterEach(() => vi.useRealTimers());
  const { per_second_bytes: slowest, after_seconds: grace } = figures.slowest_body;

  async function readAt(bytesPerSecond: number): Promise<unknown> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const body = new PassThrough();
    const read = readBody(body, undefined, LARGEST_FILE).then(
      (bytes) => bytes.length,
      (refusal) => refusal.statement.code,
    );
    for (let second = 0; second < 3 * grace; second++) {
      if (bytesPerSecond > 0) body.write(Buffer.alloc(bytesPerSecond));
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1000);
    }
    body.end();
    return read;
  }

  test.each([0, 1, slowest - 1])('the server rejects a body that arrives at %d bytes per second', async (rate) => {
    expect(await readAt(rate)).toBe('request_timeout');
  });

  test('the server accepts a request body that arrives at the minimum rate', async () => {
    expect(await readAt(slowest)).toBe(slowest * 3 * grace);
  });
});

test('the server closes the connection of a client that keeps sending the body of a rejected request', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {}).resume();
  socket.write(`POST ${operations.addEducation.path} HTTP/1.1\r\nHost: api.test\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const more = setInterval(() => socket.write('1\r\na\r\n'), 20);
  await closed;
  clearInterval(more);
});

describe('The byte limit of request bodies', () => {
  const { per_second_bytes, burst_bytes } = figures.rate_limits.json_bodies;
  const LARGE = Math.floor(0.9 * operations.addRightToWork.bodyLimit);
  const LARGE_BODIES_IN_BURST = Math.floor((burst_bytes - per_second_bytes) / LARGE);

  const service = sharedService({ env: { RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '1000' } });

  // Each row uses a different partner, so the second row fails if the partners share one limit.
  test.each([
    ['with a declared size', '', (text: string) => Buffer.from(text)],
    ['without a declared size', '-2', (text: string) => Readable.from([Buffer.from(text)])],
  ])('large bodies %s count towards the byte limit of their partner, and small bodies do not count', async (_, suffix, bodyOf) => {
    const token = await service.token({ clientId: `sandbox-partner${suffix}`, secret: `sandbox-secret${suffix}` });
    const headers = { 'Content-Type': 'application/json' };
    const send = (text: string) =>
      service.call('POST', operations.addRightToWork.path, { token, headers, body: bodyOf(text) });
    const add = async () =>
      (await send(JSON.stringify({ ...example('RightToWorkAustralia'), id: crypto.randomUUID() }))).status;
    expect(await Promise.all(Array.from({ length: 40 }, add))).toEqual(Array(40).fill(201));
    const responses: Answer[] = [];
    while (responses.length < 30 && responses.at(-1)?.status !== 429) responses.push(await send(' '.repeat(LARGE)));
    expect(responses.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(responses.length).toBeGreaterThan(LARGE_BODIES_IN_BURST);
    expect(await add()).toBe(201);
  });
});

test('if a partner exceeds its memory limit, the server rejects a stalled request with 429 and closes its connection', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const size = operations.addRightToWork.bodyLimit;
  const head =
    `POST ${operations.addRightToWork.path} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${await service.token()}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
  const answers: string[] = [];
  for (let sent = 0; sent <= OF_PARTNER / (size - 1); sent++) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).on('data', (answer) => answers.push(String(answer)));
    socket.write(head + ' '.repeat(size - 1));
  }
  const rejection = /^HTTP\/1.1 429 (?=[\s\S]*^connection: close\r$)[\s\S]*^retry-after: 1\r$/im;
  await expect.poll(() => answers, { timeout: 10_000 }).toEqual([expect.stringMatching(rejection)]);
});
