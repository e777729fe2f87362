import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Store } from '../../../server/storage/database/store.ts';
import type { DeliveryStore } from '../../../server/storage/database/webhooks/delivery-store.ts';
import type { AttemptOutcome, SendAttempt } from '../../../server/work/delivery/send-attempt.ts';
import { aWebhook } from '../../storage/database/samples.ts';
import { answer, type Bench, eventIdsOf, isSignedWith, neverAnswer, startBench, startReceiver } from './support.ts';

const SECOND = 1_000_000;
/** Duration of a lease, in microseconds. */
const LEASE = 30 * SECOND;
const OK: AttemptOutcome = { httpStatus: 200, error: null, retryAfterSeconds: null };

/** Returns a fake sender. Each attempt stays in flight until the test calls `end`. */
function gatedSend() {
  const sent: { url: string; eventId: string; end(outcome?: AttemptOutcome): void }[] = [];
  const running = new Map<string, number>();
  let most = 0;
  const send: SendAttempt = ({ url, body }) =>
    new Promise((resolve) => {
      const count = (running.get(url) ?? 0) + 1;
      running.set(url, count);
      most = Math.max(most, count);
      sent.push({
        url,
        eventId: JSON.parse(Buffer.from(body).toString()).event_id,
        end(outcome = OK) {
          running.set(url, (running.get(url) ?? 0) - 1);
          resolve(outcome);
        },
      });
    });
  return {
    send,
    sent,
    runningTo: (url: string) => running.get(url) ?? 0,
    mostToOneUrl: () => most,
    /** Resolves when exactly `count` attempts have started. */
    async begun(count: number) {
      await expect.poll(() => sent.length, { interval: 1, timeout: 15_000 }).toBeGreaterThanOrEqual(count);
      await sleep(20);
      expect(sent).toHaveLength(count);
    },
  };
}

type Method = 'findDueWebhooks' | 'claimDeliveries' | 'recordAttempts';

/** Wraps the store, counts the calls of each method, and lets a test make a method fail or wait. */
function unreliable(store: Store) {
  const calls = { findDueWebhooks: 0, claimDeliveries: 0, recordAttempts: 0 };
  const faults = new Map<Method, unknown>();
  const waits = new Map<Method, Promise<unknown>>();
  const before = async (method: Method) => {
    calls[method]++;
    if (faults.has(method)) throw faults.get(method);
  };
  const after = async <T>(method: Method, result: T) => {
    await waits.get(method);
    return result;
  };
  const wrapped: Pick<DeliveryStore, Method> = {
    async findDueWebhooks() {
      await before('findDueWebhooks');
      return after('findDueWebhooks', await store.findDueWebhooks());
    },
    async claimDeliveries(options) {
      await before('claimDeliveries');
      return after('claimDeliveries', await store.claimDeliveries(options));
    },
    async recordAttempts(records) {
      await before('recordAttempts');
      await store.recordAttempts(records);
      await waits.get('recordAttempts');
    },
  };
  return {
    store: wrapped,
    calls,
    fail: (method: Method, error: unknown = new StoreUnavailable('down')) => faults.set(method, error),
    heal: (method: Method) => faults.delete(method),
    hold(method: Method) {
      let unblock = () => {};
      waits.set(method, new Promise<void>((resolve) => (unblock = resolve)));
      return () => {
        waits.delete(method);
        unblock();
      };
    },
  };
}

/** Returns the states of the deliveries, sorted alphabetically. */
const states = async (bench: Bench, webhookId: string, clientId?: string) =>
  (await bench.deliveries(webhookId, clientId)).map(({ state }) => state).toSorted();

const eventually = (check: () => unknown) => expect.poll(check, { interval: 5, timeout: 10_000 });

describe('The concurrency limit of a webhook', () => {
  test('the dispatcher limits concurrent attempts per webhook, and claims only what it can attempt at once', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, limits: { perWebhook: 4 } });
    const urls = ['http://one.test/', 'http://two.test/'];
    for (const url of urls) await bench.addDeliveries(await bench.addWebhook({ url }), 20);
    const drained = dispatcher.drain();
    await gate.begun(8);
    const other = bench.dispatcher({ send: async () => OK, store: bench.openStore() });
    await other.drain();
    expect(gate.sent).toHaveLength(8);
    for (const { end } of gate.sent) end();
    await drained;
    expect(gate.mostToOneUrl()).toBe(4);
  });

  test('an attempt that ends makes room for the next delivery of its webhook', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    const eventIds = await bench.addDeliveries(webhookId, 10);
    bench.dispatcher({ send: gate.send, limits: { perWebhook: 2 }, pollMs: 60_000 }).start();
    await gate.begun(2);
    for (let ended = 0; ended < 8; ended++) {
      gate.sent[ended]?.end();
      await gate.begun(ended + 3);
      expect(gate.runningTo('http://one.test/')).toBe(2);
    }
    for (const { end } of gate.sent.slice(8)) end();
    await eventually(() => states(bench, webhookId)).toEqual(Array(10).fill('delivered'));
    // The deliveries are attempted in the order in which they became due.
    expect(new Set(gate.sent.map(({ eventId }) => eventId))).toEqual(new Set(eventIds));
  });
});

describe('The concurrency limit of a host', () => {
  test('the dispatcher limits concurrent attempts per host across all partners', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, limits: { perHost: 5 }, pollMs: 60_000 });
    const urls = [
      'https://target.test/',
      'https://target.test:8443/',
      'https://target.test./a',
      'https://target.test/b',
    ];
    for (const [i, url] of urls.entries()) {
      await bench.addDeliveries(await bench.addWebhook({ url, clientId: `c-${i}` }), 4, `c-${i}`);
    }
    await bench.addDeliveries(await bench.addWebhook({ url: 'https://other.test/' }), 3);
    dispatcher.start();
    await gate.begun(5 + 3);
    const toTarget = () => urls.map(gate.runningTo).reduce((sum, count) => sum + count, 0);
    expect(toTarget()).toBe(5);
    // Each completed attempt frees a slot for the next attempt.
    for (let ended = 0; ended < 16; ended++) {
      await eventually(() => gate.sent.length).toBe(3 + Math.min(16, 5 + ended));
      gate.sent.filter(({ url }) => url.includes('target'))[ended]?.end();
    }
    for (const { url, end } of gate.sent) if (url.includes('other')) end();
    await dispatcher.drain();
    expect(toTarget()).toBe(0);
  });

  test('a delivery beyond the limit of its host stays unclaimed, so another instance can send it', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const webhookId = await bench.addWebhook({ url: 'https://target.test/' });
    await bench.addDeliveries(webhookId, 3);
    bench.dispatcher({ send: gate.send, limits: { perHost: 1 }, pollMs: 60_000 }).start();
    await gate.begun(1);
    const other = gatedSend();
    bench.dispatcher({ send: other.send }).start();
    await other.begun(2);
    for (const { end } of [...gate.sent, ...other.sent]) end();
    await eventually(() => states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
  });

  test('the webhooks of a host take turns when the host has fewer slots than webhooks', async () => {
    const bench = await startBench();
    const urls = ['https://target.test/a', 'https://target.test/b', 'https://target.test/c'];
    const sent: string[] = [];
    const send: SendAttempt = async ({ url }) => {
      sent.push(url);
      return OK;
    };
    for (const url of urls) await bench.addDeliveries(await bench.addWebhook({ url }), 20);
    await bench.dispatcher({ send, limits: { perHost: 1 } }).drain();
    expect(sent).toHaveLength(60);
    for (let turn = 0; turn < 60; turn += 3) expect(sent.slice(turn, turn + 3).toSorted()).toEqual(urls);
  });
});

describe('Fairness between webhooks', () => {
  test('300 receivers that never respond do not delay other webhooks', async () => {
    const bench = await startBench();
    const dead = await startReceiver(neverAnswer);
    const healthy = await startReceiver();
    const dispatcher = bench.dispatcher({ timeoutMs: 15_000, limits: { perWebhook: 2 }, pollMs: 60_000 });
    for (let i = 0; i < 300; i++) {
      const webhookId = await bench.addWebhook({ url: dead.url });
      await bench.addDeliveries(webhookId, 3);
    }
    const own = await bench.addWebhook({ url: healthy.url });
    const others = await bench.addWebhook({ url: healthy.url, clientId: 'globex' });
    dispatcher.start();
    await eventually(() => dead.received.length).toBe(600);
    await bench.addDeliveries(own, 10);
    await bench.addDeliveries(others, 10, 'globex');
    dispatcher.wake();
    await eventually(() => states(bench, own)).toEqual(Array(10).fill('delivered'));
    await eventually(() => states(bench, others, 'globex')).toEqual(Array(10).fill('delivered'));
    // All attempts to the unresponsive receivers are still in flight.
    expect(dead.received).toHaveLength(600);
  });

  test('10,000 slow deliveries to one webhook do not delay another webhook', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const flooded = await bench.addWebhook({ url: 'http://flooded.test/' });
    await bench.addBacklog(flooded, 10_000);
    bench.dispatcher({ send: gate.send, pollMs: 60_000 }).start();
    await gate.begun(64);
    const quiet = await bench.addWebhook({ url: 'http://quiet.test/' });
    await bench.addDeliveries(quiet, 1);
    const successor = bench.dispatcher({ send: gate.send, store: bench.openStore(), pollMs: 60_000 });
    successor.start();
    await eventually(() => gate.runningTo('http://quiet.test/')).toBe(1);
    for (const { end } of gate.sent) end();
  });

  test('every webhook gets at least one concurrent attempt', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, limits: { total: 40 }, pollMs: 60_000 });
    for (let i = 0; i < 50; i++) {
      await bench.addDeliveries(await bench.addWebhook({ url: `http://dead-${i}.test/` }), 2);
    }
    dispatcher.start();
    await eventually(() => new Set(gate.sent.map(({ url }) => url)).size).toBe(50);
    const begun = gate.sent.length;
    const healthy = await bench.addWebhook({ url: 'http://healthy.test/' });
    await bench.addDeliveries(healthy, 3);
    dispatcher.wake();
    for (let i = 0; i < 3; i++) {
      await eventually(() => gate.sent.length).toBe(begun + i + 1);
      expect(gate.sent[begun + i]?.url).toBe('http://healthy.test/');
      gate.sent[begun + i]?.end();
    }
    await eventually(() => states(bench, healthy)).toEqual(Array(3).fill('delivered'));
  });
});

describe('The lease of a delivery', () => {
  test('another instance takes over the deliveries of a stalled instance when their leases end', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 30);
    const stalled = bench.dispatcher({ send: gate.send });
    void stalled.drain();
    await gate.begun(30);
    const successor = bench.dispatcher({ store: bench.openStore() });
    bench.clock.advance(LEASE - 1);
    await successor.drain();
    expect(receiver.received).toEqual([]);
    bench.clock.advance(1);
    await successor.drain();
    expect(receiver.received).toHaveLength(30);

    // The database ignores the late results of the stalled instance.
    for (const { end } of gate.sent) end({ ...OK, httpStatus: 500 });
    await sleep(50);
    const deliveries = await bench.deliveries(webhookId);
    expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual(Array(30).fill(['delivered', 1]));
  });

  test('the dispatcher starts no attempt that could outlast its lease', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const { store, hold, calls } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    await bench.addDeliveries(webhookId);
    const unblock = hold('claimDeliveries');
    const dispatcher = bench.dispatcher({ store, send: gate.send });
    const drained = dispatcher.drain();
    await eventually(() => calls.claimDeliveries).toBe(1);
    // The lease of 30 s ends in 8 s. An attempt needs 5 s, plus the time to record the result.
    bench.clock.advance(22 * SECOND);
    unblock();
    await drained;
    expect(gate.sent).toEqual([]);
    expect(await states(bench, webhookId)).toEqual(['pending']);
    bench.clock.advance(8 * SECOND);
    const again = dispatcher.drain();
    await gate.begun(1);
    gate.sent[0]?.end();
    await again;
    expect(await states(bench, webhookId)).toEqual(['delivered']);
  });

  test('concurrent instances send each delivery only once', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const eventIds = await bench.addDeliveries(webhookId, 200);
    const instances = [1, 2, 3].map(() => bench.dispatcher({ store: bench.openStore(), timeoutMs: 5000 }));
    await Promise.all(instances.map((instance) => instance.drain()));
    expect(eventIdsOf(receiver.received).toSorted()).toEqual(eventIds.toSorted());
    expect(await states(bench, webhookId)).toEqual(Array(200).fill('delivered'));
  });
});

describe('Stopping a dispatcher', () => {
  test('stop claims nothing more, and waits until the attempts in flight are recorded', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 6);
    const dispatcher = bench.dispatcher({ send: gate.send, limits: { perWebhook: 2 } });
    dispatcher.start();
    await gate.begun(2);
    const stopped = dispatcher.stop(10_000);
    await sleep(20);
    await bench.dispatcher().drain();
    expect(receiver.received).toHaveLength(4);
    for (const { end } of gate.sent) end();
    expect(await stopped).toBe(true);
    const everything = [...eventIdsOf(receiver.received), ...gate.sent.map(({ eventId }) => eventId)];
    expect(new Set(everything).size).toBe(6);
    expect(await states(bench, webhookId)).toEqual(Array(6).fill('delivered'));
  });

  test('stop returns at its timeout, and another instance repeats the aborted attempt', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId);
    const dispatcher = bench.dispatcher({ send: gate.send });
    dispatcher.start();
    await gate.begun(1);
    const startedAt = performance.now();
    expect(await dispatcher.stop(50)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    gate.sent[0]?.end({ httpStatus: null, error: 'connection_closed', retryAfterSeconds: null });
    await sleep(20);
    expect(await bench.deliveries(webhookId)).toMatchObject([{ state: 'pending', attempts: [] }]);
    bench.clock.advance(LEASE);
    await bench.dispatcher().drain();
    expect(await states(bench, webhookId)).toEqual(['delivered']);
  });

  test('stop waits for the deliveries of a claim in progress', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, hold } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 3);
    const unblock = hold('claimDeliveries');
    const dispatcher = bench.dispatcher({ store });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBe(1);
    const stopped = dispatcher.stop(10_000);
    unblock();
    expect(await stopped).toBe(true);
    expect(await states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
  });

  test('after its timeout, stop attempts no deliveries of a claim in progress', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, hold } = unreliable(bench.store);
    await bench.addDeliveries(await bench.addWebhook({ url: receiver.url }), 3);
    const unblock = hold('claimDeliveries');
    const dispatcher = bench.dispatcher({ store });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBe(1);
    expect(await dispatcher.stop(50)).toBe(false);
    unblock();
    await sleep(50);
    expect(receiver.received).toEqual([]);
    bench.clock.advance(LEASE);
    await bench.dispatcher().drain();
    expect(receiver.received).toHaveLength(3);
  });

  test('a stopped dispatcher does not start again, and a second stop has the same result', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const dispatcher = bench.dispatcher({ store, pollMs: 5 });
    dispatcher.start();
    expect(await Promise.all([dispatcher.stop(1000), dispatcher.stop(1000)])).toEqual([true, true]);
    await bench.addDeliveries(webhookId);
    const before = calls.findDueWebhooks;
    dispatcher.start();
    dispatcher.wake();
    await dispatcher.drain();
    await sleep(50);
    expect(calls.findDueWebhooks).toBe(before);
    expect(receiver.received).toEqual([]);
  });

  test('stop returns at its timeout when the database does not respond', async () => {
    const bench = await startBench();
    const { store, calls, hold } = unreliable(bench.store);
    hold('findDueWebhooks');
    const dispatcher = bench.dispatcher({ store });
    dispatcher.start();
    await eventually(() => calls.findDueWebhooks).toBe(1);
    expect(await dispatcher.stop(50)).toBe(false);
  });
});

/** Starts the attempt of the first of two deliveries to a webhook that has one attempt at a time. */
async function sendFirstOfTwo() {
  const bench = await startBench();
  const gate = gatedSend();
  const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
  await bench.addDeliveries(webhookId, 2);
  const drained = bench.dispatcher({ send: gate.send, limits: { perWebhook: 1 } }).drain();
  await gate.begun(1);
  return { bench, gate, webhookId, drained };
}

describe('Changes to a webhook', () => {
  const rotate = (bench: Bench, webhookId: string, secret: string, previousEndsAt: number) =>
    bench.store.rotateWebhookSecret(
      { clientId: 'acme', id: webhookId },
      { secret: bench.encrypt(webhookId, secret), previousEndsAt },
    );

  test('the dispatcher signs with the new secret, and with the previous secret until it expires', async () => {
    const bench = await startBench();
    const receiver = await startReceiver(answer(500));
    const dispatcher = bench.dispatcher();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId);
    const last = () => receiver.received.at(-1) ?? { headers: {}, body: '' };
    await dispatcher.drain();
    expect(isSignedWith('secret', last())).toBe(true);
    expect(last().headers).not.toHaveProperty('x-signature-previous');

    await rotate(bench, webhookId, 'newer', bench.clock.now() + 70 * SECOND + 1);
    bench.clock.advance(10 * SECOND);
    await dispatcher.drain();
    expect(receiver.received).toHaveLength(2);
    expect(isSignedWith('newer', last())).toBe(true);
    expect(isSignedWith('secret', last(), 'x-signature-previous')).toBe(true);

    bench.clock.advance(60 * SECOND);
    await dispatcher.drain();
    expect(receiver.received).toHaveLength(3);
    expect(isSignedWith('secret', last(), 'x-signature-previous')).toBe(true);

    bench.clock.advance(600 * SECOND);
    await dispatcher.drain();
    expect(receiver.received).toHaveLength(4);
    expect(isSignedWith('newer', last())).toBe(true);
    expect(last().headers).not.toHaveProperty('x-signature-previous');
  });

  test('the dispatcher stops signing with the previous secret exactly when the secret expires', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const dispatcher = bench.dispatcher();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const endsAt = bench.clock.now() + SECOND;
    await rotate(bench, webhookId, 'newer', endsAt);
    bench.clock.advance(SECOND - 1);
    await bench.addDeliveries(webhookId);
    await dispatcher.drain();
    bench.clock.advance(1);
    await bench.addDeliveries(webhookId);
    await dispatcher.drain();
    expect(receiver.received.map(({ headers }) => 'x-signature-previous' in headers)).toEqual([true, false]);
  });

  test('a secret rotation applies to every delivery that the dispatcher claims afterwards', async () => {
    const bench = await startBench();
    const gate: (() => void)[] = [];
    const receiver = await startReceiver((response) => gate.push(() => response.end()));
    const dispatcher = bench.dispatcher({ timeoutMs: 10_000, pollMs: 60_000 });
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId);
    dispatcher.start();
    await eventually(() => gate.length).toBe(1);
    await rotate(bench, webhookId, 'newer', bench.clock.now());
    await bench.addDeliveries(webhookId);
    dispatcher.wake();
    await eventually(() => gate.length).toBe(2);
    for (const end of gate) end();
    expect(receiver.received.map((each) => isSignedWith('newer', each))).toEqual([false, true]);
  });

  test('a new webhook URL applies to every delivery that is not in flight', async () => {
    const { bench, gate, webhookId, drained } = await sendFirstOfTwo();
    await bench.store.replaceWebhook({ clientId: 'acme', id: webhookId }, aWebhook({ url: 'http://two.test/' }));
    gate.sent[0]?.end();
    await gate.begun(2);
    gate.sent[1]?.end();
    await drained;
    expect(gate.sent.map(({ url }) => url)).toEqual(['http://one.test/', 'http://two.test/']);
  });

  test('the dispatcher sends nothing more to a deleted webhook and logs nothing', async () => {
    const { bench, gate, webhookId, drained } = await sendFirstOfTwo();
    await bench.store.deleteWebhook({ clientId: 'acme', id: webhookId });
    gate.sent[0]?.end();
    await drained;
    expect(gate.sent).toHaveLength(1);
    expect(bench.lines).toEqual([]);
  });
});

describe('A database outage', () => {
  test('the dispatcher retries a failed claim at every poll and logs the outage once', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, fail, heal } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 3);
    fail('findDueWebhooks');
    const dispatcher = bench.dispatcher({ store, pollMs: 20 });
    dispatcher.start();
    await eventually(() => calls.findDueWebhooks).toBeGreaterThan(3);
    expect(bench.lines).toMatchObject([
      { level: 'error', msg: 'webhook deliveries are paused: the database does not respond' },
    ]);
    heal('findDueWebhooks');
    await eventually(() => states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
    expect(receiver.received).toHaveLength(3);
    expect(bench.lines.slice(1)).toMatchObject([
      { level: 'info', msg: 'webhook deliveries continue: the database responds again' },
    ]);
  });

  test('calling wake() does not retry a failed claim before the next poll', async () => {
    const bench = await startBench();
    const { store, calls, fail } = unreliable(bench.store);
    fail('findDueWebhooks');
    const dispatcher = bench.dispatcher({ store, pollMs: 60_000 });
    dispatcher.start();
    await eventually(() => calls.findDueWebhooks).toBe(1);
    for (let i = 0; i < 20; i++) {
      dispatcher.wake();
      await sleep(5);
    }
    expect(calls.findDueWebhooks).toBe(1);
  });

  test('when the partner cannot be loaded, its deliveries wait until the lease ends', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 2);
    let isDown = true;
    const partners: typeof bench.partners = {
      ...bench.partners,
      findActive: (clientId) =>
        isDown ? Promise.reject(new StoreUnavailable('down')) : bench.partners.findActive(clientId),
    };
    const dispatcher = bench.dispatcher({ partners });
    await dispatcher.drain();
    isDown = false;
    await dispatcher.drain();
    expect(receiver.received).toEqual([]);
    bench.clock.advance(LEASE);
    await dispatcher.drain();
    expect(await states(bench, webhookId)).toEqual(['delivered', 'delivered']);
  });

  test('when a result cannot be recorded, the dispatcher retries the write and does not repeat the attempt', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, fail, heal } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 3);
    fail('recordAttempts');
    bench.dispatcher({ store, pollMs: 20 }).start();
    await eventually(() => calls.recordAttempts).toBeGreaterThanOrEqual(2);
    expect(await states(bench, webhookId)).toEqual(Array(3).fill('pending'));
    heal('recordAttempts');
    await eventually(() => states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
    expect(await bench.deliveries(webhookId)).toMatchObject(
      Array(3).fill({ state: 'delivered', attempts: [{ httpStatus: 200 }] }),
    );
    expect(receiver.received).toHaveLength(3);
  });

  test('a result is recorded after an outage that is longer than the lease, unless another instance has claimed the delivery', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, fail, heal } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const [eventId] = await bench.addDeliveries(webhookId);
    fail('recordAttempts');
    bench.dispatcher({ store, pollMs: 20 }).start();
    await eventually(() => calls.recordAttempts).toBeGreaterThanOrEqual(1);
    bench.clock.advance(LEASE);
    receiver.behave(answer(500));
    await bench.dispatcher({ store: bench.openStore() }).drain();
    heal('recordAttempts');
    const before = calls.recordAttempts;
    await eventually(() => calls.recordAttempts).toBeGreaterThan(before);
    expect(eventIdsOf(receiver.received)).toEqual([eventId, eventId]);
    expect(await bench.deliveries(webhookId)).toMatchObject([{ state: 'pending', attempts: [{ httpStatus: 500 }] }]);
  });

  test('stop returns at its timeout when a result cannot be recorded', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, fail } = unreliable(bench.store);
    await bench.addDeliveries(await bench.addWebhook({ url: receiver.url }));
    fail('recordAttempts');
    const dispatcher = bench.dispatcher({ store, pollMs: 20 });
    dispatcher.start();
    await eventually(() => calls.recordAttempts).toBeGreaterThanOrEqual(1);
    expect(await dispatcher.stop(50)).toBe(false);
  });
});

describe('An internal error', () => {
  test('an unreadable secret affects only its own webhook, whose deliveries are retried after the lease ends', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const broken = await bench.addWebhook({ url: `${receiver.url}&token=hush-hush` });
    const key = { clientId: 'acme', id: broken };
    const foreign = bench.encrypt('another webhook', 'top-secret');
    await bench.store.rotateWebhookSecret(key, { secret: foreign, previousEndsAt: bench.clock.now() });
    await bench.addDeliveries(broken, 20);
    const intact = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(intact, 5);
    const dispatcher = bench.dispatcher({ limits: { perWebhook: 4 } });
    await dispatcher.drain();
    expect(await states(bench, intact)).toEqual(Array(5).fill('delivered'));
    expect(receiver.received).toHaveLength(5);
    // The webhook occupies its four slots until the lease ends, so no more of its deliveries are claimed.
    const line = {
      level: 'error',
      msg: 'an attempt to deliver a webhook event failed before it was sent',
      webhookId: broken,
    };
    expect(bench.lines).toMatchObject(Array(4).fill(line));
    expect(JSON.stringify(bench.lines)).not.toMatch(/hush-hush|top-secret/);

    await bench.store.rotateWebhookSecret(key, {
      secret: bench.encrypt(broken, 'mended'),
      previousEndsAt: bench.clock.now(),
    });
    bench.clock.advance(LEASE);
    await dispatcher.drain();
    expect(await states(bench, broken)).toEqual(Array(20).fill('delivered'));
  });

  test('an attempt that throws does not affect other deliveries and is repeated after the lease ends', async () => {
    const bench = await startBench();
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    const eventIds = await bench.addDeliveries(webhookId, 10);
    const sent: string[] = [];
    let isBroken = true;
    const send: SendAttempt = async ({ body }) => {
      const { event_id } = JSON.parse(Buffer.from(body).toString());
      if (isBroken && event_id === eventIds[3]) throw new TypeError('broken');
      sent.push(event_id);
      return OK;
    };
    const dispatcher = bench.dispatcher({ send });
    await dispatcher.drain();
    expect(sent.toSorted()).toEqual(eventIds.filter((id) => id !== eventIds[3]).toSorted());
    expect(bench.lines).toMatchObject([
      { level: 'error', msg: 'an attempt to deliver a webhook event failed before it was sent' },
    ]);
    isBroken = false;
    bench.clock.advance(LEASE);
    await dispatcher.drain();
    expect(sent).toContain(eventIds[3]);
    expect(await states(bench, webhookId)).toEqual(Array(10).fill('delivered'));
  });

  test('when the database rejects the result of one attempt, other results are still recorded', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 5);
    const [poisoned] = await bench.deliveries(webhookId);
    const store: Pick<DeliveryStore, Method> = {
      claimDeliveries: (options) => bench.store.claimDeliveries(options),
      findDueWebhooks: () => bench.store.findDueWebhooks(),
      async recordAttempts(records) {
        if (records.some(({ delivery }) => delivery.id === poisoned?.id)) throw new RangeError('refused');
        await bench.store.recordAttempts(records);
      },
    };
    await bench.dispatcher({ store }).drain();
    expect(await states(bench, webhookId)).toEqual([...Array(4).fill('delivered'), 'pending']);
    expect(bench.lines).toMatchObject([{ level: 'error', msg: 'an attempt to deliver could not be recorded' }]);
  });

  test('when a claim fails with an unexpected error, the dispatcher retries at the next poll', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, fail, heal, calls } = unreliable(bench.store);
    await bench.addDeliveries(await bench.addWebhook({ url: receiver.url }));
    fail('claimDeliveries', new TypeError('broken'));
    bench.dispatcher({ store, pollMs: 20 }).start();
    await eventually(() => calls.claimDeliveries).toBeGreaterThan(1);
    heal('claimDeliveries');
    await eventually(() => receiver.received.length).toBe(1);
  });
});

describe('Starting and waking a dispatcher', () => {
  test('the receiver gets the event within 100 ms after a call to wake()', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const dispatcher = bench.dispatcher({ pollMs: 60_000, timeoutMs: 5000 });
    dispatcher.start();
    const took: number[] = [];
    for (let i = 1; i <= 10; i++) {
      await sleep(20);
      await bench.addDeliveries(webhookId);
      const wokenAt = performance.now();
      dispatcher.wake();
      await expect.poll(() => receiver.received.length, { interval: 1, timeout: 15_000 }).toBe(i);
      took.push(performance.now() - wokenAt);
    }
    // The minimum of ten runs excludes delays caused by other load on the machine.
    expect(Math.min(...took)).toBeLessThan(100);
  });

  test('polling finds due deliveries without a call to wake()', async () => {
    const bench = await startBench();
    const receiver = await startReceiver(answer(500));
    const webhookId = await bench.addWebhook({ url: receiver.url });
    bench.dispatcher({ pollMs: 10, timeoutMs: 5000 }).start();
    await bench.addDeliveries(webhookId);
    await eventually(() => receiver.received.length).toBe(1);
    await eventually(async () => (await bench.deliveries(webhookId))[0]?.attempts.length).toBe(1);
    bench.clock.advance(10 * SECOND);
    await eventually(() => receiver.received.length).toBe(2);
  });

  test('thousands of calls to wake() cause only a few claims', async () => {
    const bench = await startBench();
    const { store, calls } = unreliable(bench.store);
    const dispatcher = bench.dispatcher({ store, pollMs: 60_000 });
    dispatcher.start();
    for (let i = 0; i < 10_000; i++) dispatcher.wake();
    await sleep(100);
    expect(calls.findDueWebhooks).toBeLessThanOrEqual(3);
    const before = calls.findDueWebhooks;
    const startedAt = performance.now();
    while (performance.now() - startedAt < 200 || calls.findDueWebhooks - before < 3) {
      dispatcher.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const elapsed = performance.now() - startedAt;
    expect(calls.findDueWebhooks - before).toBeLessThanOrEqual(elapsed / 5);
  });

  test('a call to wake() during a claim causes another claim', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, hold } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const unblock = hold('findDueWebhooks');
    const dispatcher = bench.dispatcher({ store, pollMs: 60_000 });
    dispatcher.start();
    await eventually(() => calls.findDueWebhooks).toBe(1);
    await bench.addDeliveries(webhookId);
    dispatcher.wake();
    unblock();
    await eventually(() => receiver.received.length).toBe(1);
  });
});
