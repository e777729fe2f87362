import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { serve } from '../../server/api/serve.ts';
import { createApp } from '../support/app.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { cleanUp, startProcess } from '../support/process.ts';
import { exchangeAt } from '../support/raw-exchange.ts';
import { startService, type TestService } from '../support/service.ts';

const limit = figures.requests_of_connection;
const STALLED_MS = 50;
const LONGER_THAN_STALLED_MS = 5 * STALLED_MS;
const LARGE_FILE = 'GET /openapi.json HTTP/1.1\r\nHost: api.test\r\n\r\n';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => Promise.all([service.stop(), cleanUp()]));

async function connectWithoutReading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(
    socket.on('error', () => {}),
    'connect',
  );
  return socket;
}

/** Starts a server that delays every response. Each function in `held` releases one response. */
async function startHoldingServer() {
  const held: (() => void)[] = [];
  const app = {
    fetch: async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return new Response('done', { headers: { 'Content-Length': '4' } });
    },
    refuse: () => new Response(null, { status: 400 }),
    fail: () => new Response(null, { status: 500 }),
  };
  const server = await serve(app, { port: 0, host: '127.0.0.1', stalledMs: STALLED_MS });
  onTestFinished(async () => void (await server.stop(0)));
  return { port: server.address.port, held };
}

const SHORT = 'GET / HTTP/1.1\r\nHost: api.test\r\n\r\n';

test('the server closes a connection with too many pipelined requests', async () => {
  const { port, held } = await startHoldingServer();
  expect(await exchangeAt(port, [SHORT.repeat(limit + 1)])).toEqual([]);
  expect(held.length).toBeLessThanOrEqual(limit);
});

test('the server accepts all pipelined requests on a connection, up to the maximum number', async () => {
  const token = await service.token();
  const requests = Array.from({ length: limit }, (_, number) => {
    const body = JSON.stringify({ ...example('RightToWorkAustralia'), id: `PIPELINED-${number}` });
    return (
      `POST ${operations.addRightToWork.path} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  });
  const responses = await exchangeAt(Number(new URL(service.url).port), [requests.join('')], { count: limit });
  expect(responses.map(({ status }) => status)).toEqual(Array(limit).fill(201));
});

test('a connection stays open while the service handles a slow request', async () => {
  const { port, held } = await startHoldingServer();
  const response = exchangeAt(port, [SHORT]);
  await sleep(LONGER_THAN_STALLED_MS);
  held[0]?.();
  expect((await response).map(({ status }) => status)).toEqual([200]);
});

test('a new connection stays open until its first request arrives', async () => {
  const { port, held } = await startHoldingServer();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await sleep(LONGER_THAN_STALLED_MS);
  socket.write(SHORT);
  await expect.poll(() => held.length, { interval: 1 }).toBe(1);
});

test('the server closes a connection whose client does not read the responses', async () => {
  const server = await serve(createApp(service.services), { port: 0, host: '127.0.0.1', stalledMs: STALLED_MS });
  onTestFinished(async () => void (await server.stop(0)));
  const socket = await connectWithoutReading(server.address.port);
  const failed = once(socket, 'error');
  socket.write(LARGE_FILE.repeat(limit));
  // The client notices that the server closed the connection only when it writes again, because it does not read.
  const writing = setInterval(() => socket.write('\r\n'), STALLED_MS);
  onTestFinished(() => clearInterval(writing));
  const [error] = await failed;
  expect(error.code).toMatch(/^(ECONNRESET|EPIPE)$/);
});

test.skipIf(process.platform !== 'linux')(
  'the server uses little memory for pipelined requests for large files whose responses the client does not read',
  async () => {
    const child = await startProcess({ dataDir: await temporaryFolder() });
    const mebibytes = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    await child.call('GET', '/openapi.json');
    const before = mebibytes();
    for (const count of [1000, limit, limit]) (await connectWithoutReading(child.port)).write(LARGE_FILE.repeat(count));
    let most = 0;
    for (let read = 0; read < 20; read++) {
      await sleep(100);
      most = Math.max(most, mebibytes());
    }
    expect(most - before).toBeLessThan(50);
  },
);
