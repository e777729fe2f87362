import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Store } from '../../../server/storage/database/store.ts';
import type { DeliveryStore } from '../../../server/storage/database/webhooks/delivery-store.ts';
import type { AttemptOutcome, SendAttempt } from '../../../server/work/delivery/send-attempt.ts';
import { aWebhook } from '../../storage/database/samples.ts';
import { answer, type Bench, eventIdsOf, isSignedWith, neverAnswer, startBench, startReceiver } from './support.ts';

const SECOND = 1_000_000;
/** Duration of a lease, in microseconds: (64 slots / 16 concurrent attempts) × 5 s + 10 s. */
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

type Method = 'claimDeliveries' | 'findDeliveryTargets' | 'recordAttempts' | 'releaseDeliveries';

/** Wraps the store, counts the calls of each method, and lets a test make a method fail or wait. */
function unreliable(store: Store) {
  const calls = { claimDeliveries: 0, findDeliveryTargets: 0, recordAttempts: 0, releaseDeliveries: 0 };
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
    async claimDeliveries(options) {
      await before('claimDeliveries');
      return after('claimDeliveries', await store.claimDeliveries(options));
    },
    async findDeliveryTargets(keys) {
      await before('findDeliveryTargets');
      return after('findDeliveryTargets', await store.findDeliveryTargets(keys));
    },
    async recordAttempts(records) {
      await before('recordAttempts');
      await store.recordAttempts(records);
      await waits.get('recordAttempts');
    },
    async releaseDeliveries(claim, deliveries) {
      await before('releaseDeliveries');
      await store.releaseDeliveries(claim, deliveries);
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

describe('The queue of a webhook', () => {
  test('the dispatcher limits concurrent attempts per webhook', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, concurrency: 4, capacity: 8 });
    const urls = ['http://one.test/', 'http://two.test/'];
    for (const url of urls) await bench.addDeliveries(await bench.addWebhook({ url }), 20);
    const drained = dispatcher.drain();
    await gate.begun(8);
    for (let ended = 0; ended < 40; ended++) {
      await expect.poll(() => gate.sent.length, { interval: 1 }).toBeGreaterThan(ended);
      gate.sent[ended]?.end();
    }
    await drained;
    expect(gate.mostToOneUrl()).toBe(4);
    expect(new Set(gate.sent.map(({ eventId }) => eventId)).size).toBe(40);
  });

  test('the dispatcher refills the queue of a webhook before the queue is empty and never exceeds its capacity', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const { store, calls, hold } = unreliable(bench.store);
    const dispatcher = bench.dispatcher({ store, send: gate.send, concurrency: 2, capacity: 8 });
    const url = 'http://one.test/';
    const webhookId = await bench.addWebhook({ url });
    await bench.addDeliveries(webhookId, 20);
    const drained = dispatcher.drain();
    await gate.begun(2);
    expect(calls.claimDeliveries).toBe(1);
    for (const each of [0, 1, 2]) {
      gate.sent[each]?.end();
      await gate.begun(each + 3);
    }
    expect(calls.claimDeliveries).toBe(1);
    const unblock = hold('claimDeliveries');
    gate.sent[3]?.end();
    await eventually(() => calls.claimDeliveries).toBe(2);
    // At the next claim, two deliveries are queued and two are in flight. They continue while the database is slow.
    gate.sent[4]?.end();
    gate.sent[5]?.end();
    await gate.begun(8);
    expect(gate.runningTo(url)).toBe(2);
    unblock();
    for (let ended = 6; ended < 20; ended++) {
      await expect.poll(() => gate.sent.length, { interval: 1 }).toBeGreaterThan(ended);
      gate.sent[ended]?.end();
    }
    await drained;
    expect(await states(bench, webhookId)).toEqual(Array(20).fill('delivered'));
  });

  test('the dispatcher increases the capacity for a fast receiver up to a limit', async () => {
    const bench = await startBench();
    const fast = await bench.addWebhook({ url: 'http://fast.test/' });
    const slow = await bench.addWebhook({ url: 'http://slow.test/' });
    await bench.addDeliveries(fast, 200);
    await bench.addDeliveries(slow, 200);
    const gate = gatedSend();
    const held: Record<string, number> = { [fast]: 0, [slow]: 0 };
    const most: Record<string, number> = { [fast]: 0, [slow]: 0 };
    const store: typeof bench.store = {
      ...bench.store,
      async claimDeliveries(options) {
        const claimed = await bench.store.claimDeliveries(options);
        for (const { webhookId } of claimed) held[webhookId] = (held[webhookId] ?? 0) + 1;
        for (const id of [fast, slow]) most[id] = Math.max(most[id] ?? 0, held[id] ?? 0);
        return claimed;
      },
      async recordAttempts(records) {
        await bench.store.recordAttempts(records);
        held[fast] = (held[fast] ?? 0) - records.length;
      },
    };
    const send: SendAttempt = (target) =>
      target.url === 'http://slow.test/'
        ? gate.send(target)
        : Promise.resolve({ httpStatus: 200, error: null, retryAfterSeconds: null });
    const dispatcher = bench.dispatcher({ store, send, concurrency: 2, capacity: 4, fastCapacity: 32 });
    dispatcher.start();
    await eventually(async () => new Set(await states(bench, fast))).toEqual(new Set(['delivered']));
    expect(most[fast]).toBeGreaterThan(4);
    expect(most[fast]).toBeLessThanOrEqual(32);
    expect(most[slow]).toBe(4);
    for (const { end } of gate.sent) end();
  });

  test('the dispatcher refills a queue that becomes empty during a claim', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const { store, calls, hold } = unreliable(bench.store);
    const dispatcher = bench.dispatcher({
      store,
      send: gate.send,
      concurrency: 2,
      capacity: 2,
      pollMs: 60_000,
    });
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    await bench.addDeliveries(webhookId, 2);
    dispatcher.start();
    await gate.begun(2);
    await bench.addDeliveries(webhookId, 2);
    const unblock = hold('claimDeliveries');
    const before = calls.claimDeliveries;
    dispatcher.wake();
    await eventually(() => calls.claimDeliveries).toBe(before + 1);
    for (const each of gate.sent) each.end();
    await eventually(() => states(bench, webhookId)).toEqual(['delivered', 'delivered', 'pending', 'pending']);
    unblock();
    await gate.begun(4);
    for (const each of gate.sent.slice(2)) each.end();
  });
});

describe('The concurrency limit of a host', () => {
  test('the dispatcher limits concurrent attempts per host across all partners', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, perHost: 5, pollMs: 60_000 });
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

  test('an instance that is stopping releases the deliveries that wait for a slot', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, perHost: 1, pollMs: 60_000 });
    const webhookId = await bench.addWebhook({ url: 'https://target.test/' });
    await bench.addDeliveries(webhookId, 3);
    dispatcher.start();
    await gate.begun(1);
    const stopped = dispatcher.stop(5000);
    gate.sent[0]?.end();
    expect(await stopped).toBe(true);
    expect(gate.sent).toHaveLength(1);
    const other = gatedSend();
    bench.dispatcher({ send: other.send }).start();
    await other.begun(2);
    for (const each of other.sent) each.end();
  });

  test('the dispatcher drops the queued deliveries of a deleted webhook', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, perHost: 1, pollMs: 60_000 });
    const webhookId = await bench.addWebhook({ url: 'https://target.test/' });
    await bench.addDeliveries(webhookId, 3);
    dispatcher.start();
    await gate.begun(1);
    await bench.store.deleteWebhook({ clientId: 'acme', id: webhookId });
    bench.clock.advance(2 * SECOND);
    gate.sent[0]?.end();
    await dispatcher.drain();
    expect(gate.sent).toHaveLength(1);
  });
});

describe('Fairness between webhooks', () => {
  test('300 receivers that never respond do not delay other webhooks', async () => {
    const bench = await startBench();
    const dead = await startReceiver(neverAnswer);
    const healthy = await startReceiver();
    const dispatcher = bench.dispatcher({ timeoutMs: 15_000, concurrency: 2, pollMs: 60_000 });
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

  test('every webhook gets at least one concurrent attempt', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, total: 40, pollMs: 60_000 });
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
    await gate.begun(16);
    const successor = bench.dispatcher({ store: bench.openStore() });
    bench.clock.advance(LEASE - 1);
    await successor.drain();
    expect(receiver.received).toEqual([]);
    bench.clock.advance(1);
    await successor.drain();
    expect(receiver.received).toHaveLength(30);

    // The stalled instance ignores its late results and drops its queued deliveries.
    for (const { end } of gate.sent) end({ ...OK, httpStatus: 500 });
    await sleep(50);
    expect(gate.sent).toHaveLength(16);
    const deliveries = await bench.deliveries(webhookId);
    expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual(Array(30).fill(['delivered', 1]));
  });

  test('the dispatcher starts no attempt that could outlast its lease', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const dispatcher = bench.dispatcher({ send: gate.send, concurrency: 1, capacity: 4 });
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    await bench.addDeliveries(webhookId, 3);
    const drained = dispatcher.drain();
    await gate.begun(1);
    bench.clock.advance(20 * SECOND);
    gate.sent[0]?.end();
    await gate.begun(2);
    bench.clock.advance(3 * SECOND);
    gate.sent[1]?.end();
    // The lease of 30 s ends in 7 s. An attempt needs 5 s, plus the time to record the result.
    await drained;
    expect(gate.sent).toHaveLength(2);
    expect(await states(bench, webhookId)).toEqual(['delivered', 'delivered', 'pending']);
    bench.clock.advance(7 * SECOND);
    const again = dispatcher.drain();
    await gate.begun(3);
    gate.sent[2]?.end();
    await again;
    expect(await states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
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
  test('stop releases queued deliveries and waits for attempts in flight', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const receiver = await startReceiver();
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 6);
    const dispatcher = bench.dispatcher({ send: gate.send, concurrency: 2, capacity: 8 });
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

  test('stop releases the deliveries of a claim in progress', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, hold } = unreliable(bench.store);
    await bench.addDeliveries(await bench.addWebhook({ url: receiver.url }), 3);
    const unblock = hold('claimDeliveries');
    const dispatcher = bench.dispatcher({ store });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBe(1);
    const stopped = dispatcher.stop(10_000);
    unblock();
    expect(await stopped).toBe(true);
    expect(receiver.received).toEqual([]);
    await bench.dispatcher().drain();
    expect(receiver.received).toHaveLength(3);
  });

  test('stop releases deliveries while the dispatcher loads their webhook', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const { store, calls, hold } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    await bench.addDeliveries(webhookId, 2);
    const unblock = hold('findDeliveryTargets');
    const dispatcher = bench.dispatcher({ store, send: gate.send, concurrency: 1 });
    dispatcher.start();
    await gate.begun(1);
    bench.clock.advance(SECOND + 1);
    gate.sent[0]?.end();
    await eventually(() => calls.findDeliveryTargets).toBe(1);
    const stopped = dispatcher.stop(10_000);
    unblock();
    expect(await stopped).toBe(true);
    expect(await states(bench, webhookId)).toEqual(['delivered', 'pending']);
    await bench.dispatcher({ send: async () => OK }).drain();
    expect(await states(bench, webhookId)).toEqual(['delivered', 'delivered']);
    expect(gate.sent).toHaveLength(1);
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
    const before = calls.claimDeliveries;
    dispatcher.start();
    dispatcher.wake();
    await dispatcher.drain();
    await sleep(50);
    expect(calls.claimDeliveries).toBe(before);
    expect(receiver.received).toEqual([]);
  });

  test('stop returns at its timeout when the database does not respond', async () => {
    const bench = await startBench();
    const { store, calls, hold } = unreliable(bench.store);
    hold('claimDeliveries');
    const dispatcher = bench.dispatcher({ store });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBe(1);
    expect(await dispatcher.stop(50)).toBe(false);
  });
});

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

  /** Changes the webhook and advances the clock by more than a second while a claimed delivery is queued. */
  async function withOneWaiting(change: (bench: Bench, webhookId: string) => Promise<unknown>) {
    const bench = await startBench();
    const gate: (() => void)[] = [];
    const receiver = await startReceiver((response) => gate.push(() => response.end()));
    const dispatcher = bench.dispatcher({ concurrency: 1, timeoutMs: 10_000 });
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 2);
    const drained = dispatcher.drain();
    await eventually(() => gate.length).toBe(1);
    await change(bench, webhookId);
    bench.clock.advance(SECOND + 1);
    receiver.behave(answer(200));
    gate[0]?.();
    await drained;
    return { bench, receiver, webhookId };
  }

  test.each([
    ['before', SECOND / 2, true],
    ['after', SECOND / 2 + 1, false],
  ])('a queued delivery uses the previous secret only until the secret expires (sent %s the expiry)', async (_name, passes, isSigned) => {
    const bench = await startBench();
    const gate: (() => void)[] = [];
    const receiver = await startReceiver((response) => gate.push(() => response.end()));
    const dispatcher = bench.dispatcher({ concurrency: 1, timeoutMs: 10_000 });
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await rotate(bench, webhookId, 'newer', bench.clock.now() + SECOND / 2 + 1);
    await bench.addDeliveries(webhookId, 2);
    const drained = dispatcher.drain();
    await eventually(() => gate.length).toBe(1);
    bench.clock.advance(passes);
    receiver.behave(answer(200));
    gate[0]?.();
    await drained;
    expect(receiver.received.map(({ headers }) => 'x-signature-previous' in headers)).toEqual([true, isSigned]);
  });

  test('a secret rotation applies to every delivery that the dispatcher claims afterwards', async () => {
    const bench = await startBench();
    const gate: (() => void)[] = [];
    const receiver = await startReceiver((response) => gate.push(() => response.end()));
    const { store, calls } = unreliable(bench.store);
    const dispatcher = bench.dispatcher({ store, timeoutMs: 10_000, pollMs: 60_000 });
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId);
    dispatcher.start();
    await eventually(() => gate.length).toBe(1);
    await rotate(bench, webhookId, 'newer', bench.clock.now());
    await bench.addDeliveries(webhookId);
    dispatcher.wake();
    await eventually(() => gate.length).toBe(2);
    expect(calls.findDeliveryTargets).toBe(0);
    for (const end of gate) end();
    expect(receiver.received.map((each) => isSignedWith('newer', each))).toEqual([false, true]);
  });

  test('a new webhook URL also applies to deliveries that are already claimed', async () => {
    const elsewhere = await startReceiver();
    const { bench, receiver, webhookId } = await withOneWaiting((bench, id) =>
      bench.store.replaceWebhook({ clientId: 'acme', id }, aWebhook({ url: elsewhere.url })),
    );
    expect(receiver.received).toHaveLength(1);
    expect(elsewhere.received).toHaveLength(1);
    expect(await states(bench, webhookId)).toEqual(['delivered', 'delivered']);
  });

  test('the dispatcher drops claimed deliveries of a deleted webhook and logs nothing', async () => {
    const { bench, receiver } = await withOneWaiting((bench, id) =>
      bench.store.deleteWebhook({ clientId: 'acme', id }),
    );
    expect(receiver.received).toHaveLength(1);
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
    fail('claimDeliveries');
    const dispatcher = bench.dispatcher({ store, pollMs: 20 });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBeGreaterThan(3);
    expect(bench.lines).toMatchObject([
      { level: 'error', msg: 'webhook deliveries are paused: the database does not respond' },
    ]);
    heal('claimDeliveries');
    await eventually(() => states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
    expect(receiver.received).toHaveLength(3);
    expect(bench.lines.slice(1)).toMatchObject([
      { level: 'info', msg: 'webhook deliveries continue: the database responds again' },
    ]);
  });

  test('calling wake() does not retry a failed claim before the next poll', async () => {
    const bench = await startBench();
    const { store, calls, fail } = unreliable(bench.store);
    fail('claimDeliveries');
    const dispatcher = bench.dispatcher({ store, pollMs: 60_000 });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBe(1);
    for (let i = 0; i < 20; i++) {
      dispatcher.wake();
      await sleep(5);
    }
    expect(calls.claimDeliveries).toBe(1);
  });

  test('when a webhook cannot be loaded, its deliveries wait until the lease ends', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const { store, fail, heal } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: 'http://one.test/' });
    await bench.addDeliveries(webhookId, 2);
    fail('findDeliveryTargets');
    const dispatcher = bench.dispatcher({ store, send: gate.send, concurrency: 1, leaseMicros: LEASE });
    const drained = dispatcher.drain();
    await gate.begun(1);
    bench.clock.advance(SECOND + 1);
    gate.sent[0]?.end();
    await drained;
    heal('findDeliveryTargets');
    await dispatcher.drain();
    expect(gate.sent).toHaveLength(1);
    bench.clock.advance(LEASE);
    const again = dispatcher.drain();
    await gate.begun(2);
    gate.sent[1]?.end();
    await again;
    expect(await states(bench, webhookId)).toEqual(['delivered', 'delivered']);
  });

  test('when a result cannot be recorded, the dispatcher retries the write and does not repeat the attempt', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, fail, heal } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    await bench.addDeliveries(webhookId, 3);
    fail('recordAttempts');
    const drained = bench.dispatcher({ store }).drain();
    await eventually(() => calls.recordAttempts).toBeGreaterThanOrEqual(2);
    expect(await states(bench, webhookId)).toEqual(Array(3).fill('pending'));
    heal('recordAttempts');
    await drained;
    expect(await bench.deliveries(webhookId)).toMatchObject(
      Array(3).fill({ state: 'delivered', attempts: [{ httpStatus: 200 }] }),
    );
    expect(receiver.received).toHaveLength(3);
  });

  test('the dispatcher repeats an attempt if it cannot record the result before the lease ends', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, fail, heal } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const [eventId] = await bench.addDeliveries(webhookId);
    fail('recordAttempts');
    const dispatcher = bench.dispatcher({ store });
    const drained = dispatcher.drain();
    await eventually(() => calls.recordAttempts).toBe(1);
    bench.clock.advance(LEASE);
    heal('recordAttempts');
    await drained;
    // The database has no record of the first attempt.
    expect(calls.recordAttempts).toBe(2);
    expect(eventIdsOf(receiver.received)).toEqual([eventId, eventId]);
    expect(await bench.deliveries(webhookId)).toMatchObject([{ state: 'delivered', attempts: [{}] }]);
  });

  test('when a release fails, another instance delivers after the lease ends', async () => {
    const bench = await startBench();
    const gate = gatedSend();
    const receiver = await startReceiver();
    const { store, fail } = unreliable(bench.store);
    await bench.addDeliveries(await bench.addWebhook({ url: receiver.url }), 2);
    const dispatcher = bench.dispatcher({ store, send: gate.send, concurrency: 1, capacity: 4 });
    dispatcher.start();
    await gate.begun(1);
    fail('releaseDeliveries');
    const stopped = dispatcher.stop(10_000);
    gate.sent[0]?.end();
    expect(await stopped).toBe(true);
    bench.clock.advance(LEASE);
    await bench.dispatcher().drain();
    expect(receiver.received).toHaveLength(1);
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
    const dispatcher = bench.dispatcher({ capacity: 4, concurrency: 4, leaseMicros: LEASE });
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
      findDeliveryTargets: (keys) => bench.store.findDeliveryTargets(keys),
      releaseDeliveries: (claim, deliveries) => bench.store.releaseDeliveries(claim, deliveries),
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
    expect(calls.claimDeliveries).toBeLessThanOrEqual(3);
    const before = calls.claimDeliveries;
    const startedAt = performance.now();
    while (performance.now() - startedAt < 200 || calls.claimDeliveries - before < 3) {
      dispatcher.wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const elapsed = performance.now() - startedAt;
    expect(calls.claimDeliveries - before).toBeLessThanOrEqual(elapsed / 5);
  });

  test('a call to wake() during a claim causes another claim', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    const { store, calls, hold } = unreliable(bench.store);
    const webhookId = await bench.addWebhook({ url: receiver.url });
    const unblock = hold('claimDeliveries');
    const dispatcher = bench.dispatcher({ store, pollMs: 60_000 });
    dispatcher.start();
    await eventually(() => calls.claimDeliveries).toBe(1);
    await bench.addDeliveries(webhookId);
    dispatcher.wake();
    unblock();
    await eventually(() => receiver.received.length).toBe(1);
  });
});
