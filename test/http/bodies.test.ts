import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { InFlightBodies } from '../../server/http/in-flight-bodies.ts';
import { readBody } from '../../server/http/read-body.ts';
import { keyedSemaphore } from '../../server/work/semaphore.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';

const { of_partner_bytes: OF_PARTNER, in_all_bytes: IN_ALL } = figures.bodies_under_way;
const LARGEST_FILE = operations.uploadAsset.bodyLimit;

describe('The memory limit for request bodies', () => {
  test('each partner has its own limit, and a processed body no longer counts against the limit', () => {
    const bodies = new InFlightBodies();
    expect(bodies.reserve('a', OF_PARTNER)).toBe(true);
    expect(bodies.reserve('a', 1)).toBe(false);
    expect(bodies.reserve('b', 1)).toBe(true);
    bodies.release('a', OF_PARTNER);
    expect(bodies.reserve('a', OF_PARTNER)).toBe(true);
  });

  test('all partners share a total limit', () => {
    const bodies = new InFlightBodies();
    const partners = Array.from({ length: 20 }, (_, i) => `p${i}`);
    const taken = partners.filter((each) => bodies.reserve(each, LARGEST_FILE));
    expect(taken).toHaveLength(Math.floor(IN_ALL / LARGEST_FILE));
    for (const each of taken) bodies.release(each, LARGEST_FILE);
    expect(bodies.reserve('other', LARGEST_FILE)).toBe(true);
  });

  test('a rejected body does not count against the limit', () => {
    const bodies = new InFlightBodies();
    for (let i = 0; i < 100; i++) expect(bodies.reserve('a', OF_PARTNER + 1)).toBe(false);
    expect(bodies.reserve('a', OF_PARTNER)).toBe(true);
  });
});

test('requests get their slots in order, one at a time for each key', async () => {
  const take = keyedSemaphore(1);
  const order: string[] = [];
  const first = await take('a');
  const others = ['second', 'third'].map(async (name) => {
    const { release: leave } = await take('a');
    order.push(name);
    leave();
  });
  (await take('b')).release();
  order.push('first');
  first.release();
  await Promise.all(others);
  expect(order).toEqual(['first', 'second', 'third']);
});

describe('The slowest accepted body', () => {
  afterEach(() => vi.useRealTimers());
  const { per_second_bytes: slowest, after_seconds: grace } = figures.slowest_body;

  /** Reads a body that arrives at the given rate. Resolves to its length, or to the error code. */
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

  test('the server reads the whole body when it arrives at the slowest accepted rate', async () => {
    expect(await readAt(slowest)).toBe(slowest * 3 * grace);
  });
});

test('the server closes the connection of an endless body that no handler reads', async () => {
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

test('the server responds to pipelined requests in order', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const webhooks = operations.listWebhooks.path;
  const paths = [webhooks, operations.getSubmissionStatusV2.path, operations.getJwks.path, webhooks];
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: api.test\r\n`);
  socket.write(`${requests.join('\r\n')}Connection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  expect(text.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['401', '401', '200', '401']);
});

describe('The byte limit of request bodies', () => {
  test('the server counts the bytes of large bodies per partner, and returns Retry-After above the limit', async () => {
    const service = await startService({ env: { RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '1000' } });
    onTestFinished(() => service.stop());
    const partners = [{}, { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' }];
    const [token = '', other = ''] = await Promise.all(partners.map((each) => service.token(each)));
    const large = { ...example('RightToWorkAustralia'), unknown_property: 'x'.repeat(900 * 1024) };
    const send = (as: string) => service.call('POST', operations.addRightToWork.path, { token: as, body: large });
    const responses = [];
    for (let i = 0; i < 30 && responses.at(-1)?.status !== 429; i++) responses.push(await send(token));
    const last = responses.at(-1);
    expect([last?.status, last?.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    // The limit admits the burst, and additional bytes every second.
    expect(responses.length).toBeGreaterThan(11);
    expect((await send(other)).status).toBe(422);
    const small = await service.call('POST', operations.addRightToWork.path, { token, body: {} });
    expect(small.status).toBe(422);
  });
});

describe('Concurrent uploads', () => {
  let service: TestService;
  let sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startService();
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(() => service.stop());

  async function linksOf(count: number): Promise<string[]> {
    const body = { ...example('CredentialBatchOfEveryKind'), credential_id: crypto.randomUUID() };
    body.education_items = Array.from({ length: count }, (_, i) => ({
      ...body.education_items[0],
      credential_id: `E${i}`,
      assets: [{ asset_id: `A${i}`, asset_type: 'pdf' }],
    }));
    body.microcredential_items = [];
    body.english_proficiency_items = [];
    const answer = await service.call('POST', operations.addCredentialBatch.path, {
      token: await service.token(),
      body,
    });
    return answer.body.asset_uploads.map(({ url }: { url: string }) => url);
  }

  /** Starts an upload of the maximum size that stalls. `begun` resolves when the server has received the headers. */
  function stall(link: string): { begun: Promise<number>; status: Promise<number>; socket: Socket } {
    const url = new URL(link);
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/pdf\r\n` +
        `Content-Length: ${LARGEST_FILE}\r\nExpect: 100-continue\r\n\r\n%PDF-1.7`,
    );
    let text = '';
    const waitFor = (what: RegExp) =>
      new Promise<number>((resolve) => {
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1');
          const [, found] = what.exec(text) ?? [];
          if (found !== undefined) resolve(Number(found));
        });
      });
    return { status: waitFor(/HTTP\/1.1 ([2-5]\d\d)/), begun: waitFor(/HTTP\/1.1 (100)/), socket };
  }

  test('the server rejects uploads above the memory limit of a partner, and other requests succeed', async () => {
    const most = OF_PARTNER / LARGEST_FILE;
    const links = await linksOf(20);
    const stalled = links.map(stall);
    const refused = await Promise.all(stalled.slice(most).map(({ status }) => status));
    expect(refused).toEqual(Array(20 - most).fill(429));
    const file = Buffer.from(`%PDF-1.7\n${' '.repeat(figures.rate_limits.small_body_bytes)}\n%%EOF\n`);
    const put = () =>
      service.call('PUT', String(links[19]), { body: file, headers: { 'Content-Type': 'application/pdf' } });
    const answer = await put();
    expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([429, '1', 'rate_limited']);
    const token = await service.token({ clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' });
    const add = await service.call('POST', operations.addRightToWork.path, {
      token,
      body: example('RightToWorkAustralia'),
    });
    expect(add.status).toBe(201);
    for (const { socket } of stalled) socket.destroy();
    await expect.poll(async () => (await put()).status, { timeout: 15_000 }).toBe(200);
  });

  test('an upload waits for another upload to the same link', async () => {
    const [link = ''] = await linksOf(1);
    const { begun, socket } = stall(link);
    const file = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
    await begun;
    let status: number | undefined;
    const second = service
      .call('PUT', link, { body: file, headers: { 'Content-Type': 'application/pdf' } })
      .then((answer) => {
        status = answer.status;
      });
    // After the server has handled these requests, the second upload would also have started.
    for (let i = 0; i < 20; i++) await service.call('GET', '/livez');
    expect(status).toBeUndefined();
    socket.destroy();
    await second;
    expect(status).toBe(200);
  });
});
