import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { generateWebhookSecret, signatureHeaders } from '../../server/domain/signature.ts';
import { createReceiver } from '../../server/partner-kit/example-receiver.ts';
import type { VerificationEvent } from '../../server/partner-kit/verify-webhook.ts';

const secret = generateWebhookSecret();
const NOW = 1_769_852_520;
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
});

async function start(onEvent: (event: VerificationEvent) => void | Promise<void> = () => {}, remember?: number) {
  const { server, statusOf } = createReceiver({
    secrets: [secret],
    onEvent,
    now: () => NOW * 1000,
    ...(remember !== undefined && { remember }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${portOf(server)}/hooks`;

  /** Sends as the service does. Resolves to the status of the answer. */
  async function deliver(event: VerificationEvent, options: { secret?: string; padTo?: number } = {}) {
    const body = Buffer.from(JSON.stringify(event).padEnd(options.padTo ?? 0));
    const headers = signatureHeaders({
      eventId: event.event_id,
      body,
      timestamp: NOW,
      secrets: [options.secret ?? secret],
    });
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  }
  return { server, statusOf, url, deliver };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

/** An event of one request, so many seconds into the minute. */
const eventAt = (second: number, members: Partial<VerificationEvent> = {}): VerificationEvent => ({
  event_id: randomUUID(),
  request_id: 'ACME-V-1',
  type: 'verification',
  status: 'incomplete',
  created_at: `2026-01-31T09:42:${String(second).padStart(2, '0')}.250000Z`,
  ...members,
});

/** Work that lasts until the test ends it, and counts how often it runs, and how often at once. */
function heldWork() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls: VerificationEvent[] = [];
  let running = 0;
  let mostAtOnce = 0;
  async function work(event: VerificationEvent): Promise<void> {
    calls.push(event);
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    await held;
    running -= 1;
  }
  return { work, calls, release, mostAtOnce: () => mostAtOnce };
}

/** Resolves when the server has that many requests, and a moment for it to verify them. */
async function arrived(server: Server, count: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let left = count;
    server.on('request', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
  await sleep(50);
}

test('an event is handed on once, however often it is delivered', async () => {
  const onEvent = vi.fn();
  const { deliver, statusOf } = await start(onEvent);
  const event = eventAt(1, { status: 'verified' });
  expect(await deliver(event)).toBe(200);
  expect(await deliver(event)).toBe(200);
  expect(onEvent.mock.calls).toEqual([[event]]);
  expect(statusOf(event.request_id)).toBe('verified');
  expect(statusOf('ACME-V-2')).toBeUndefined();
});

test('an event that arrives again while it is being processed is not processed twice', async () => {
  const held = heldWork();
  const { deliver, server } = await start(held.work);
  const event = eventAt(1);
  const all = arrived(server, 5);
  const answers = Promise.all(Array.from({ length: 5 }, () => deliver(event)));
  await all;
  expect(held.calls).toEqual([event]);
  held.release();
  expect(await answers).toEqual([200, 200, 200, 200, 200]);
  expect(held.calls).toEqual([event]);
});

describe('the newest status of a request stays', () => {
  const first = eventAt(1, { status: 'incomplete' });
  const second = eventAt(2, { status: 'canceled' });

  test('when events come in order', async () => {
    const onEvent = vi.fn();
    const { deliver, statusOf } = await start(onEvent);
    await deliver(first);
    expect(statusOf('ACME-V-1')).toBe('incomplete');
    await deliver(second);
    expect(statusOf('ACME-V-1')).toBe('canceled');
    expect(onEvent.mock.calls).toEqual([[first], [second]]);
  });

  test('when an older event comes late', async () => {
    const onEvent = vi.fn();
    const { deliver, statusOf } = await start(onEvent);
    expect(await deliver(second)).toBe(200);
    expect(await deliver(first)).toBe(200);
    expect(onEvent.mock.calls).toEqual([[second]]);
    expect(statusOf('ACME-V-1')).toBe('canceled');
  });

  test('when an older event comes while the newer one is being processed', async () => {
    const held = heldWork();
    const { deliver, server, statusOf } = await start(held.work);
    const newerArrived = arrived(server, 1);
    const newer = deliver(second);
    await newerArrived;
    const olderArrived = arrived(server, 1);
    const older = deliver(first);
    await olderArrived;
    held.release();
    expect(await Promise.all([newer, older])).toEqual([200, 200]);
    expect(held.calls).toEqual([second]);
    expect(statusOf('ACME-V-1')).toBe('canceled');
  });

  test('and has nothing to do with other requests', async () => {
    const { deliver, statusOf } = await start();
    await deliver(second);
    await deliver(eventAt(1, { request_id: 'ACME-V-2', status: 'verified' }));
    expect(statusOf('ACME-V-1')).toBe('canceled');
    expect(statusOf('ACME-V-2')).toBe('verified');
  });
});

test('the event of one request does not wait for that of another', async () => {
  const held = heldWork();
  const { deliver } = await start((event) => (event.request_id === 'ACME-V-1' ? held.work(event) : undefined));
  const slow = deliver(eventAt(1));
  expect(await deliver(eventAt(1, { request_id: 'ACME-V-2' }))).toBe(200);
  held.release();
  expect(await slow).toBe(200);
});

describe('an event that could not be processed', () => {
  test('is answered with 500, changes nothing, and is taken when it comes again', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const onEvent = vi.fn().mockRejectedValueOnce(new Error('The database is away'));
    const { deliver, statusOf } = await start(onEvent);
    const event = eventAt(1, { status: 'verified' });
    expect(await deliver(event)).toBe(500);
    expect(said).toHaveBeenCalledOnce();
    expect(statusOf('ACME-V-1')).toBeUndefined();
    expect(await deliver(event)).toBe(200);
    expect(await deliver(event)).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
    expect(statusOf('ACME-V-1')).toBe('verified');
  });

  test('is tried again by the duplicate that waited, not at the same time', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const held = heldWork();
    const { deliver, server } = await start(async (event) => {
      await held.work(event);
      if (held.calls.length === 1) throw new Error('The database is away');
    });
    const event = eventAt(1);
    const all = arrived(server, 3);
    const answers = Promise.all([deliver(event), deliver(event), deliver(event)]);
    await all;
    held.release();
    expect((await answers).sort()).toEqual([200, 200, 500]);
    expect(held.calls).toEqual([event, event]);
    expect(held.mostAtOnce()).toBe(1);
  });

  test('does not keep the next event of the request away', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const onEvent = vi.fn().mockImplementationOnce(() => {
      throw new Error('The database is away');
    });
    const { deliver, statusOf } = await start(onEvent);
    expect(await deliver(eventAt(1))).toBe(500);
    expect(await deliver(eventAt(2, { status: 'verified' }))).toBe(200);
    expect(statusOf('ACME-V-1')).toBe('verified');
  });
});

describe('what is not a delivery of the service is refused', () => {
  test('a wrong signature, with 400, and is not handed on', async () => {
    const onEvent = vi.fn();
    const { deliver, statusOf } = await start(onEvent);
    const event = eventAt(1);
    expect(await deliver(event, { secret: generateWebhookSecret() })).toBe(400);
    expect(statusOf('ACME-V-1')).toBeUndefined();
    expect(await deliver(event)).toBe(200);
    expect(onEvent).toHaveBeenCalledOnce();
  });

  test('no signature, with 400', async () => {
    const { url } = await start();
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(eventAt(1)) });
    expect(answer.status).toBe(400);
  });

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s, with 405', async (method) => {
    const { url } = await start();
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('POST');
  });

  test('a body of more than 64 KiB, with 413', async () => {
    const onEvent = vi.fn();
    const { deliver } = await start(onEvent);
    expect(await deliver(eventAt(1), { padTo: 65_537 })).toBe(413);
    expect(onEvent).not.toHaveBeenCalled();
    expect(await deliver(eventAt(1), { padTo: 65_536 })).toBe(200);
  });

  test('a body without an end, with 413 and the end of the connection', async () => {
    const { server } = await start();
    const socket = connect(portOf(server), '127.0.0.1');
    stops.push(() => socket.destroy());
    // The server closes while the test still writes.
    socket.on('error', () => {});
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    socket.write('POST / HTTP/1.1\r\nHost: partner.example\r\nTransfer-Encoding: chunked\r\n\r\n');
    // One byte too many of a larger chunk. Nothing after it: what the server leaves unread resets the connection.
    socket.write(`20000\r\n${'x'.repeat(0x10001)}`);
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test('a sender that goes away in the middle of a body does no harm', async () => {
  const { server, deliver } = await start();
  const socket = connect(portOf(server), '127.0.0.1');
  stops.push(() => socket.destroy());
  const came = once(server, 'request');
  socket.write('POST / HTTP/1.1\r\nHost: partner.example\r\nContent-Length: 100\r\n\r\n{');
  await came;
  socket.destroy();
  expect(await deliver(eventAt(1))).toBe(200);
});

test('no more is remembered than asked for', async () => {
  const onEvent = vi.fn();
  const { deliver, statusOf } = await start(onEvent, 2);
  const events = ['1', '2', '3'].map((id) => eventAt(1, { request_id: id }));
  for (const event of events) await deliver(event);
  expect(['1', '2', '3'].map(statusOf)).toEqual([undefined, 'incomplete', 'incomplete']);
  const [forgotten, ...remembered] = events;
  for (const event of remembered) await deliver(event);
  expect(onEvent).toHaveBeenCalledTimes(3);
  if (forgotten) await deliver(forgotten);
  expect(onEvent).toHaveBeenCalledTimes(4);
});

test('what changed last is remembered longest', async () => {
  const { deliver, statusOf } = await start(() => {}, 2);
  await deliver(eventAt(1, { request_id: '1' }));
  await deliver(eventAt(1, { request_id: '2' }));
  await deliver(eventAt(2, { request_id: '1', status: 'verified' }));
  await deliver(eventAt(1, { request_id: '3' }));
  expect(['1', '2', '3'].map(statusOf)).toEqual(['verified', undefined, 'incomplete']);
});
