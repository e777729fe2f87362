import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { createLogger } from '../../server/platform/log.ts';
import { verifyWebhook } from '../../server/sdk/verify-webhook.ts';
import { runMock, type TestMock } from './running.ts';

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Starts a local receiver that responds with `status`. With null, the receiver never responds. */
async function receiver(status: number | null = 200) {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    deliveries.push({ headers: request.headers, body: Buffer.concat(chunks) });
    if (status !== null) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, deliveries };
}

/** Starts a mock, and records the warnings and errors that it logs. */
async function mockWithLog(eventsUrl?: string): Promise<{ mock: TestMock; lines: Record<string, unknown>[] }> {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) });
  const mock = await runMock({ log, ...(eventsUrl !== undefined && { eventsUrl }) });
  cleanUps.push(() => mock.stop());
  return { mock, lines };
}

const create = async (mock: TestMock, url: string, headers: Record<string, string> = {}, more: object = {}) =>
  mock.call('POST', operations.createWebhook.path, { token: await mock.token(), headers, body: { url, ...more } });

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 5000; waited += 20) await sleep(20);
  expect(condition()).toBe(true);
}

test('a created webhook receives an event that is signed with its secret', async () => {
  const { mock, lines } = await mockWithLog();
  const { url, deliveries } = await receiver();
  const { status, body } = await create(mock, url);
  expect(status).toBe(201);
  expect(body.url).toBe(url);
  await until(() => deliveries.length === 1);
  const [delivery] = deliveries as [Delivery];
  const event = await verifyWebhook(delivery.body, delivery.headers, [body.secret]);
  expect(event).toMatchObject({ type: 'verification', request_id: `test-${event.event_id}` });
  await expect(verifyWebhook(delivery.body, delivery.headers, ['0'.repeat(64)])).rejects.toThrow();
  expect(lines).toEqual([]);
});

test('a created webhook receives an event of its first event type', async () => {
  const { mock } = await mockWithLog();
  const { url, deliveries } = await receiver();
  const { body } = await create(mock, url, {}, { event_types: ['submission'] });
  expect(body).toMatchObject({ event_types: ['submission'] });
  await until(() => deliveries.length === 1);
  expect(JSON.parse(String(deliveries[0]?.body))).toMatchObject({ type: 'submission', status: 'verified' });
});

test.each([[500], [204]])('the mock logs one warning for the status %s, and does not retry', async (status) => {
  const { mock, lines } = await mockWithLog();
  const { url, deliveries } = await receiver(status);
  expect((await create(mock, url)).status).toBe(201);
  await until(() => lines.length === 1);
  expect(lines).toMatchObject([{ http_status: status, client_id: 'sandbox-partner' }]);
  expect(deliveries).toHaveLength(1);
});

test('an unreachable receiver does not change the response of the mock', async () => {
  const { mock, lines } = await mockWithLog();
  expect((await create(mock, 'http://127.0.0.1:1/')).status).toBe(201);
  await until(() => lines.length === 1);
  expect(lines).toMatchObject([{ client_id: 'sandbox-partner', reason: expect.stringContaining('ECONNREFUSED') }]);
});

test('the mock sends no event if it returns a preferred error or rejects the request', async () => {
  const { mock } = await mockWithLog();
  const { url, deliveries } = await receiver();
  expect((await create(mock, url, { Prefer: 'code=409' })).status).toBe(409);
  expect((await create(mock, `${url}#fragment`)).status).toBe(422);
  expect((await create(mock, url)).status).toBe(201);
  await until(() => deliveries.length > 0);
  expect(deliveries).toHaveLength(1);
});

test.each([
  'https://10.0.0.1/',
  'https://169.254.169.254/',
  'https://[fd00::1]/',
  'http://a.example/',
])('the mock rejects an address that the server rejects: %s', async (url) => {
  const { mock } = await mockWithLog();
  const { status, body } = await create(mock, url);
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ pointer: '/url' }]);
});

test('an unresponsive receiver does not block other webhooks or the shutdown, and its queue is limited', {
  retry: 2,
}, async () => {
  const { mock, lines } = await mockWithLog();
  const { url, deliveries } = await receiver(null);
  const token = await mock.token();
  for (let i = 0; i < 20; i += 1) {
    await mock.call('POST', operations.createWebhook.path, { token, body: { url } });
  }
  await until(() => deliveries.length === 16 && lines.length === 4);
  const startedAt = performance.now();
  await mock.stop();
  expect(performance.now() - startedAt).toBeLessThan(3000);
  // The mock does not log the deliveries that the shutdown interrupts.
  expect(lines).toHaveLength(4);
});

describe('A configured URL for events', () => {
  const ref = '0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21';
  const target = (operation: OperationId) =>
    operations[operation].path.replace('{id}', ref).replace('{delivery_id}', ref);

  async function eventAfter(operation: OperationId, body?: object) {
    const { url, deliveries } = await receiver();
    const { mock, lines } = await mockWithLog(url);
    const token = await mock.token();
    const created = await create(mock, 'http://127.0.0.1:1/');
    const { status } = await mock.call('POST', target(operation), { token, body });
    expect(status).toBeLessThan(300);
    await until(() => deliveries.length === 1);
    const [delivery] = deliveries as [Delivery];
    expect(lines.filter((line) => line['client_id'] !== 'sandbox-partner')).toEqual([]);
    return verifyWebhook(delivery.body, delivery.headers, [created.body.secret]);
  }

  test.each(['sendTestEvent', 'redeliverEvent'] as const)('the URL gets a signed event after %s', async (operation) => {
    const event = await eventAfter(operation);
    expect(event).toMatchObject({ type: 'verification', request_id: `test-${event.event_id}` });
  });

  test.each([
    ['decideVerificationRequest', { type: 'verification', request_id: ref }],
    ['decideSubmission', { type: 'submission', submission_id: ref }],
  ] as const)('the event after %s contains the decision', async (operation, about) => {
    const event = await eventAfter(operation, { status: 'canceled' });
    expect(event).toMatchObject({ ...about, status: 'canceled' });
  });
});

test('the mock sends no test event without a configured URL', async () => {
  const { mock, lines } = await mockWithLog();
  const path = operations.sendTestEvent.path.replace('{id}', '0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21');
  expect((await mock.call('POST', path, { token: await mock.token() })).status).toBe(202);
  expect(lines).toEqual([]);
});
