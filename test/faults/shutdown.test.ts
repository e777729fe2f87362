import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { bundled, cleanUp, ROOT, type ServiceProcess, spawnService, startProcess } from '../support/process.ts';
import { sized } from '../support/size.ts';
import {
  aPdf,
  batchWithAssets,
  emptyLedger,
  expectNothingLost,
  lostUploads,
  openData,
  putUnderLoad,
  soon,
} from './load.ts';

const sockets: Socket[] = [];

/** Time limit for a shutdown without requests in flight, on a busy machine. Shorter than the service's timeouts. */
const SOON_MS = 20_000;
const LIMITED = { timeout: 120_000 };

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await cleanUp();
});

async function start(env: NodeJS.ProcessEnv = {}): Promise<ServiceProcess & { dataDir: string }> {
  const dataDir = await temporaryFolder();
  return { ...(await startProcess({ dataDir, env })), dataDir };
}

async function connect({ port }: { port: number }) {
  const socket = new Socket().connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  // Ignores errors, because a socket with an error also closes, which resolves `ended`.
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, received: () => received, ended };
}

async function uploadUrl(service: ServiceProcess): Promise<URL> {
  const { target, body } = batchWithAssets();
  const added = await service.call('POST', target, { token: await service.token(), body });
  return new URL(added.body.asset_uploads[0].url);
}

async function halfAnUpload(service: ServiceProcess, url: URL) {
  const pdf = aPdf();
  const connection = await connect(service);
  const head = [
    `PUT ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'Content-Type: application/pdf',
    `Content-Length: ${pdf.length}`,
  ];
  connection.socket.write(`${head.join('\r\n')}\r\n\r\n`);
  connection.socket.write(pdf.subarray(0, 40));
  // A response to this request shows that the service has already read the first bytes of the upload.
  await service.call('GET', '/livez');
  return { ...connection, pdf, finish: () => connection.socket.write(pdf.subarray(40)) };
}

const isRefused = async ({ port }: { port: number }): Promise<boolean> => {
  const socket = new Socket().connect(port, '127.0.0.1');
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(false));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
};

test(
  'after SIGTERM, the service finishes an upload in flight without waiting for idle connections, and exits with 0',
  LIMITED,
  async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_SECONDS: '60' });
    const idle = await Promise.all(Array.from({ length: 10 }, () => connect(service)));
    // Five idle connections complete a request first, and five never send a byte.
    for (const { socket } of idle.slice(0, 5)) socket.write('GET /livez HTTP/1.1\r\nHost: api.test\r\n\r\n');
    for (const { received } of idle.slice(0, 5)) await soon(received).toContain('200 OK');
    const url = await uploadUrl(service);
    const slow = await halfAnUpload(service, url);
    const exit = service.kill('SIGTERM');
    await service.logged('stopping');
    await soon(() => isRefused(service)).toBe(true);
    // Repeated signals must not abort the upload.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) service.kill(signal);
    await sleep(300);
    const finishedAt = performance.now();
    slow.finish();
    await slow.ended;
    expect(slow.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(slow.received().toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(await exit).toMatchObject({ end: 0, stderr: '' });
    expect(performance.now() - finishedAt).toBeLessThan(SOON_MS);
    expect(service.messages()).not.toContain('requests were aborted after SHUTDOWN_TIMEOUT_SECONDS');
    expect(service.messages().at(-1)).toBe('stopped');
    await Promise.all(idle.map(({ ended }) => ended));
    const files = [{ bytes: slow.pdf, isAcknowledged: true }];
    expect(await openData(service, (data) => lostUploads(data, [{ url: url.href, files }]))).toEqual([]);
  },
);

test(
  'if requests are unfinished SHUTDOWN_TIMEOUT_SECONDS after SIGTERM, the service aborts the requests and exits with 0',
  LIMITED,
  async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_SECONDS: '1' });
    const url = await uploadUrl(service);
    const hanging = await halfAnUpload(service, url);
    const unfinishedHead = await connect(service);
    unfinishedHead.socket.write('POST /api/partner/v2/oauth/token.json HTTP/1.1\r\nHost: api');
    await service.call('GET', '/livez');
    const sentAt = performance.now();
    const exit = await service.kill('SIGTERM');
    expect(exit).toMatchObject({ end: 0, stderr: '' });
    expect(performance.now() - sentAt).toBeGreaterThan(900);
    expect(performance.now() - sentAt).toBeLessThan(SOON_MS);
    expect(service.messages()).toContain('requests were aborted after SHUTDOWN_TIMEOUT_SECONDS');
    await Promise.all([hanging.ended, unfinishedHead.ended]);
    expect(hanging.received()).not.toContain('200 OK');
  },
);

test('after SIGTERM, a service that is still waiting for the database exits with 0 immediately', LIMITED, async () => {
  const silentServer = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  try {
    await once(silentServer, 'listening');
    const { port } = silentServer.address() as AddressInfo;
    const service = spawnService({
      dataDir: await temporaryFolder(),
      databaseUrl: `postgres://user:secret@127.0.0.1:${port}/database`,
    });
    await once(silentServer, 'connection');
    const sentAt = performance.now();
    expect(await service.kill('SIGTERM')).toMatchObject({ end: 0, stderr: '' });
    expect(performance.now() - sentAt).toBeLessThan(4_500);
  } finally {
    silentServer.close();
  }
});

test('SIGTERM stops the service at any time during the start, and the next start succeeds', LIMITED, async () => {
  const dataDir = await temporaryFolder();
  for (const afterMs of sized([100, 400], [50, 150, 250, 400, 900])) {
    const service = spawnService({ dataDir });
    await sleep(afterMs);
    const sentAt = performance.now();
    const { end, stderr } = await service.kill('SIGTERM');
    // `end` is SIGTERM if the signal arrives before the service has installed a signal handler.
    expect([0, 'SIGTERM']).toContain(end);
    expect(stderr).toBe('');
    expect(performance.now() - sentAt).toBeLessThan(SOON_MS);
  }
  const service = await startProcess({ dataDir });
  const { target, body } = batchWithAssets();
  const added = await service.call('POST', target, { token: await service.token(), body });
  expect(added.status).toBe(201);
});

test(
  'after SIGTERM, the service exits with 0 within the shutdown timeout even if another process locks the database',
  LIMITED,
  async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_SECONDS: '1' });
    const token = await service.token();
    const other = new Libsql(`${service.dataDir}/service.db`);
    try {
      // The timeout is necessary because the service might hold the write lock.
      other.exec('pragma busy_timeout = 10000; begin immediate');
      const { target, body } = batchWithAssets();
      const added = service.call('POST', target, { token, body }).catch((error: unknown) => error);
      await service.call('GET', '/livez');
      const sentAt = performance.now();
      expect(await service.kill('SIGTERM')).toMatchObject({ end: 0, stderr: '' });
      expect(performance.now() - sentAt).toBeLessThan(4_500);
      expect(await added).toBeInstanceOf(Error);
    } finally {
      other.close();
    }
  },
);

test('a shutdown under load aborts no request and loses no acknowledged data', LIMITED, async () => {
  const service = await start({ SHUTDOWN_TIMEOUT_SECONDS: '30' });
  const token = await service.token();
  const ledger = emptyLedger();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const load = putUnderLoad(service, { token, inFlight: 32, ledger, agent });
  await soon(() => ledger.acknowledged.length).toBeGreaterThan(sized(40, 100));
  await sleep(Math.random() * 300);
  const sentAt = performance.now();
  expect(await service.kill('SIGTERM')).toMatchObject({ end: 0, stderr: '' });
  expect(performance.now() - sentAt).toBeLessThan(SOON_MS);
  await load.ended;
  agent.destroy();
  expect(ledger.refused).toEqual([]);
  // A shutdown must abort no request, so only new connections may fail. The kernel resets a new connection if the
  // service has not accepted the connection.
  expect(ledger.failures.filter(({ onUsedConnection }) => onUsedConnection)).toEqual([]);
  for (const { code } of ledger.failures) expect(['ECONNREFUSED', 'ECONNRESET']).toContain(code);
  expect(ledger.failures.map(({ code }) => code)).toContain('ECONNREFUSED');

  const again = await startProcess({ dataDir: service.dataDir });
  await expectNothingLost(again, token, ledger, service);
});

test('if npm start runs the service in a shell, a SIGTERM signal to the shell stops the service', async () => {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    BASE_URL: 'http://api.test',
    DATA_DIR: await temporaryFolder(),
    npm_lifecycle_event: 'start',
  };
  // Starts the service through a shell that does not forward signals, as npm does.
  const command = `"${process.execPath}" "${bundled('server/main.ts')}"; true`;
  const shell = spawn('sh', ['-c', command], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  // Standard output closes when the shell and the service have both exited.
  const ended = once(shell.stdout, 'end');
  await soon(() => output).toContain('"ready"');
  shell.kill('SIGTERM');
  await ended;
  expect(output).toContain('"stopped"');
});
