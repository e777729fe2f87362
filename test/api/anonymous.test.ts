import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { createFailureLimit } from '../../server/api/limits/rate-limit.ts';
import { serve } from '../../server/api/serve.ts';
import { createApp } from '../support/app.ts';
import { exchangeAt } from '../support/raw-exchange.ts';
import { sharedService } from '../support/shared-service.ts';

const { of_address, in_all, of_address_above_in_all } = figures.rate_limits.wrong_credentials;

// Each test uses its own addresses, because the tests share the limits of one service.
const service = sharedService({ env: { RATE_LIMIT_PER_SECOND: '100', TRUSTED_PROXIES: '127.0.0.1' } });
const form = (fields: Record<string, string>) =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id: 'sandbox-partner', ...fields });

test('all concurrent token requests with a correct client secret succeed, even if many come from one address', async () => {
  const request = async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.11' };
    const body = form({ client_secret: 'sandbox-secret' });
    return (await service.call('POST', operations.createTokenV2.path, { headers, body })).status;
  };
  expect(await Promise.all(Array.from({ length: 2 * of_address + 8 }, request))).toEqual(
    Array(2 * of_address + 8).fill(200),
  );
});

test('the server rejects a token request above the rate limit without reading its body', async () => {
  const head =
    `POST ${operations.createTokenV2.path} HTTP/1.1\r\nHost: api.test\r\nX-Forwarded-For: 198.51.100.12\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n';
  const body = String(form({ client_secret: 'guess' }));
  const port = Number(new URL(service.url).port);
  const send = async (sent: string) =>
    (await exchangeAt(port, [`${head}Content-Length: ${body.length}\r\n\r\n${sent}`]))[0];
  for (let sent = 0; sent < of_address; sent++) expect((await send(body))?.status).toBe(401);
  const rejected = await send('');
  expect(rejected?.status).toBe(429);
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('while the rate limit for all addresses is exceeded, an address with few failed attempts can still request a token', async () => {
  const limit = createFailureLimit();
  for (let failed = 0; failed < in_all; failed++) limit.countFailure(`10.0.0.${failed}`);
  for (let failed = 0; failed < of_address_above_in_all; failed++) {
    expect(limit.retryAfter('192.0.2.1')).toBeNull();
    limit.countFailure('192.0.2.1');
  }
  expect(limit.retryAfter('192.0.2.1')).toBeGreaterThan(0);
  expect(limit.retryAfter('192.0.2.2')).toBeNull();
});

test('a submitted form counts towards the rate limit of the client address, even if the server rejects the form without reading its body', async () => {
  const { of_address: ofAddress } = figures.rate_limits.visits;
  const headers = { 'X-Forwarded-For': '198.51.100.13', 'Content-Type': 'application/x-www-form-urlencoded' };
  const post = async (path: string) => (await service.call('POST', path, { headers, body: 'a=b' })).status;
  const paths = ['/account', '/sign-out', '/credentials/x', '/partner/add/education'];
  for (let sent = paths.length; sent < ofAddress; sent++)
    service.services.visitRateLimits.ofAddress.count('198.51.100.13');
  for (const path of paths) expect([path, await post(path)]).not.toEqual([path, 429]);
  for (const path of paths) expect([path, await post(path)]).toEqual([path, 429]);
});

test('if stalled form requests from one address exceed the memory limit, the server aborts one request and still accepts requests from other addresses', async () => {
  const { of_address_bytes } = figures.bodies_under_way.anonymous;
  const size = 65_536;
  const statuses: number[] = [];
  for (let sent = 0; sent <= of_address_bytes / (size - 1); sent++) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (answer) => statuses.push(Number(/^HTTP\/1.1 (\d+)/.exec(String(answer))?.[1])));
    socket.write(
      'POST /partner/add/education HTTP/1.1\r\nHost: app.test\r\nX-Forwarded-For: 198.51.100.14\r\n' +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size - 1)}`,
    );
  }
  await expect.poll(() => statuses).toEqual([429]);
  const headers = { Host: 'app.test', 'X-Forwarded-For': '198.51.100.15' };
  const body = new URLSearchParams({ a: 'b' });
  expect((await service.call('POST', '/partner/add/education', { headers, body })).status).toBe(303);
});

test('if an address opens more connections than the limit allows, the server closes the excess connections, unless the address is a trusted proxy', async () => {
  const { of_address: most } = figures.max_connections;
  for (const trustedProxies of [[], ['127.0.0.0/8']]) {
    const server = await serve(createApp(service.services), { port: 0, host: '127.0.0.1', trustedProxies });
    const open = async () => {
      const socket = connect(server.address.port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    const sockets = await Promise.all(Array.from({ length: most }, open));
    const last = await open();
    const answer = new Promise((resolve) => {
      last.on('data', resolve).on('close', () => resolve('closed'));
    });
    last.on('error', () => {}).write('GET /livez HTTP/1.1\r\nHost: api.test\r\n\r\n');
    expect(String(await answer)).toMatch(trustedProxies.length > 0 ? /^HTTP\/1.1 200/ : /^closed$/);
    for (const socket of [...sockets, last]) socket.destroy();
    await server.stop(20);
  }
});

test('if an address exceeds the rate limit for public files, the server rejects further requests after a delay, and still serves other addresses', async () => {
  const { of_address: most, rejected_after_seconds: delay } = figures.rate_limits.public_files;
  const read = async (address: string) => {
    const headers = { 'X-Forwarded-For': address };
    return (await service.call('GET', '/openapi.json', { headers })).status;
  };
  for (let sent = 1; sent < most; sent++) service.services.limits.publicFiles.count('198.51.100.16');
  expect(await read('198.51.100.16')).toBe(200);
  const startedAt = performance.now();
  const rejected = Promise.all([1, 2, 3].map(() => read('198.51.100.16')));
  expect(await read('198.51.100.17')).toBe(200);
  expect(await rejected).toEqual([429, 429, 429]);
  expect(performance.now() - startedAt).toBeGreaterThan(delay * 1000 - 50);
});
