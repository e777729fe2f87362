import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Store } from '../../../server/storage/database/store.ts';
import type { DeliveryStore } from '../../../server/storage/database/webhooks/delivery-store.ts';
import type { AttemptOutcome, SendAttempt } from '../../../server/work/delivery/send-attempt.ts';
import { aWebhook } from '../../storage/database/samples.ts';
import { sized } from '../../support/size.ts';
import { type Bench, eventIdsOf, isSignedWith, startBench, startReceiver } from './support.ts';

const SECOND = 1_000_000;
const LEASE = 30 * SECOND;
const OK: AttemptOutcome = { httpStatus: 200, error: null, retryAfterSeconds: null };

function succeedingSender() {
  const sent: string[] = [];
  const send: SendAttempt = async ({ url }) => {
    sent.push(url);
    return OK;
  };
  return { send, sent };
}

/** Creates a fake sender. Each attempt stays in flight until the test calls `end`. */
function gatedSend() {
  const sent: { url: string; eventId: string; end(outcome?: AttemptOutcome): void }[] = [];
  const running = new Set<object>();
  const send: SendAttempt = ({ url, body }) =>
    new Promise((resolve) => {
      const attempt = {
        url,
        eventId: JSON.parse(Buffer.from(body).toString()).event_id as string,
        end(outcome = OK) {
          running.delete(attempt);
          resolve(outcome);
        },
      };
      running.add(attempt);
      sent.push(attempt);
    });
  return {
    send,
    sent,
    runningTo: (url: string) => sent.filter((attempt) => attempt.url === url && running.has(attempt)).length,
    async untilStarted(count: number) {
      await expect.poll(() => sent.length, { interval: 1, timeout: 15_000 }).toBeGreaterThanOrEqual(count);
      await sleep(20);
      expect(sent).toHaveLength(count);
    },
  };
}

/** Wraps a store so that the test controls when a claim returns, and whether the store can record results. */
function unreliable(store: Store) {
  const calls = { claims: 0, records: 0 };
  const state = { isDown: false, claiming: Promise.resolve() };
  const wrapped: Pick<DeliveryStore, 'findDueWebhooks' | 'claimDeliveries' | 'recordAttempts'> = {
    findDueWebhooks: () => store.findDueWebhooks(),
    async claimDeliveries(options) {
      calls.claims++;
      const claimed = await store.claimDeliveries(options);
      await state.claiming;
      return claimed;
    },
    async recordAttempts(records) {
      calls.records++;
      if (state.isDown) throw new StoreUnavailable('down');
      await store.recordAttempts(records);
    },
  };
  function holdClaims() {
    let release = () => {};
    state.claiming = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  }
  return { store: wrapped, calls, state, holdClaims };
}

const states = async (bench: Bench, webhookId: string, clientId?: string) =>
  (await bench.deliveries(webhookId, clientId)).map(({ state }) => state).toSorted();

async function startWebhook({ count = 1 } = {}) {
  const bench = await startBench();
  const receiver = await startReceiver();
  const webhookId = await bench.addWebhook({ url: receiver.url });
  await bench.addDeliveries(webhookId, count);
  return { bench, receiver, webhookId, gate: gatedSend(), ...unreliable(bench.store) };
}

const eventually = (check: () => unknown) => expect.poll(check, { interval: 5, timeout: 10_000 });

test('the dispatcher limits concurrent attempts per host across all partners', async () => {
  const bench = await startBench();
  const gate = gatedSend();
  const dispatcher = bench.dispatcher({ send: gate.send, limits: { perHost: 5 }, pollMs: 60_000 });
  const urls = ['', ':8443', './a', '/b'].map((end) => `https://target.test${end}`);
  for (const [i, url] of urls.entries()) {
    await bench.addDeliveries(await bench.addWebhook({ url, clientId: `c-${i}` }), 4, `c-${i}`);
  }
  await bench.addDeliveries(await bench.addWebhook({ url: 'https://other.test/' }), 3);
  dispatcher.start();
  await gate.untilStarted(5 + 3);
  // Each completed attempt frees a slot for the next attempt.
  for (let ended = 0; ended < 16; ended++) {
    await eventually(() => gate.sent.length).toBe(3 + Math.min(16, 5 + ended));
    gate.sent.filter(({ url }) => url.includes('target'))[ended]?.end();
  }
  for (const { url, end } of gate.sent) if (url.includes('other')) end();
  await dispatcher.drain();
});

test('the dispatcher alternates between the webhooks of a host that has fewer slots than webhooks', async () => {
  const bench = await startBench();
  const urls = ['https://target.test/a', 'https://target.test/b', 'https://target.test/c'];
  const { send, sent } = succeedingSender();
  for (const url of urls) await bench.addDeliveries(await bench.addWebhook({ url }), 10);
  await bench.dispatcher({ send, limits: { perHost: 1 } }).drain();
  expect(sent).toHaveLength(30);
  for (let turn = 0; turn < 30; turn += 3) expect(sent.slice(turn, turn + 3).toSorted()).toEqual(urls);
});

test('receivers that never respond do not delay deliveries to other webhooks', async () => {
  const count = sized(50, 300);
  const bench = await startBench();
  const dead = gatedSend();
  const send: SendAttempt = async (target) => (target.url.includes('dead') ? dead.send(target) : OK);
  const dispatcher = bench.dispatcher({ send, limits: { perWebhook: 2 }, pollMs: 60_000 });
  for (let i = 0; i < count; i++)
    await bench.addDeliveries(await bench.addWebhook({ url: `http://dead-${i}.test/` }), 3);
  const healthy = ['acme', 'globex'];
  const webhooks = await Promise.all(
    healthy.map((clientId) => bench.addWebhook({ url: 'http://healthy.test/', clientId })),
  );
  dispatcher.start();
  await dead.untilStarted(2 * count);
  for (const [i, clientId] of healthy.entries()) await bench.addDeliveries(webhooks[i] ?? '', 10, clientId);
  dispatcher.wake();
  for (const [i, clientId] of healthy.entries())
    await eventually(() => states(bench, webhooks[i] ?? '', clientId)).toEqual(Array(10).fill('delivered'));
  // All attempts to the unresponsive receivers are still in flight.
  expect(dead.sent).toHaveLength(2 * count);
});

test('many slow deliveries to one webhook do not delay another webhook, even on another instance', async () => {
  const bench = await startBench();
  const gate = gatedSend();
  await bench.addDeliveries(await bench.addWebhook({ url: 'http://flooded.test/' }), sized(200, 1000));
  bench.dispatcher({ send: gate.send, pollMs: 60_000 }).start();
  await gate.untilStarted(64);
  await bench.addDeliveries(await bench.addWebhook({ url: 'http://quiet.test/' }));
  bench.dispatcher({ send: gate.send, store: bench.openStore(), pollMs: 60_000 }).start();
  await eventually(() => gate.runningTo('http://quiet.test/')).toBe(1);
  for (const { end } of gate.sent) end();
});

test('the dispatcher starts no attempt that could outlast the lease of its delivery', async () => {
  const { bench, gate, store, holdClaims, calls, webhookId } = await startWebhook();
  const unblock = holdClaims();
  const dispatcher = bench.dispatcher({ store, send: gate.send });
  const drained = dispatcher.drain();
  await eventually(() => calls.claims).toBe(1);
  // Leaves 8 s of the 30 s lease, which is too little for an attempt of 5 s and for recording the result.
  bench.clock.advance(22 * SECOND);
  unblock();
  await drained;
  expect(gate.sent).toEqual([]);
  expect(await states(bench, webhookId)).toEqual(['pending']);
  bench.clock.advance(8 * SECOND);
  const again = dispatcher.drain();
  await gate.untilStarted(1);
  gate.sent[0]?.end();
  await again;
  expect(await states(bench, webhookId)).toEqual(['delivered']);
});

test('a stopping dispatcher claims no more deliveries, and waits until the attempts in flight are recorded', async () => {
  const { bench, gate, receiver, webhookId } = await startWebhook({ count: 6 });
  const dispatcher = bench.dispatcher({ send: gate.send, limits: { perWebhook: 2 } });
  dispatcher.start();
  await gate.untilStarted(2);
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

test('after a rotation, the dispatcher signs with the new secret, and also with the previous secret until the previous secret expires', async () => {
  const { bench, receiver, webhookId } = await startWebhook({ count: 0 });
  const dispatcher = bench.dispatcher();
  const expectSignaturesAfter = async (time: number, secret: string, previous?: string) => {
    bench.clock.advance(time);
    await bench.addDeliveries(webhookId);
    await dispatcher.drain();
    const last = receiver.received.at(-1) ?? { headers: {}, body: '' };
    expect(isSignedWith(secret, last)).toBe(true);
    if (previous === undefined) expect(last.headers).not.toHaveProperty('x-signature-previous');
    else expect(isSignedWith(previous, last, 'x-signature-previous')).toBe(true);
  };
  await expectSignaturesAfter(0, 'secret');
  await bench.store.rotateWebhookSecret(
    { clientId: 'acme', id: webhookId },
    { secret: bench.encrypt(webhookId, 'newer'), previousEndsAt: bench.clock.now() + SECOND },
  );
  await expectSignaturesAfter(0, 'newer', 'secret');
  await expectSignaturesAfter(SECOND - 1, 'newer', 'secret');
  await expectSignaturesAfter(1, 'newer');
});

test('a new webhook URL applies to all deliveries that are not in flight, and a deleted webhook receives no further deliveries', async () => {
  const { bench, gate, receiver, webhookId } = await startWebhook({ count: 3 });
  const key = { clientId: 'acme', id: webhookId };
  const drained = bench.dispatcher({ send: gate.send, limits: { perWebhook: 1 } }).drain();
  await gate.untilStarted(1);
  await bench.store.replaceWebhook(key, aWebhook({ url: 'http://two.test/' }));
  gate.sent[0]?.end();
  await gate.untilStarted(2);
  await bench.store.deleteWebhook(key);
  gate.sent[1]?.end();
  await drained;
  expect(gate.sent.map(({ url }) => url)).toEqual([receiver.url, 'http://two.test/']);
  expect(bench.lines).toEqual([]);
});

test('when the database cannot return a partner, the deliveries of the partner wait until their lease ends', async () => {
  const { bench, receiver, webhookId } = await startWebhook({ count: 2 });
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
  const { bench, receiver, store, calls, state, webhookId } = await startWebhook({ count: 3 });
  state.isDown = true;
  const dispatcher = bench.dispatcher({ store, pollMs: 20 });
  dispatcher.start();
  await eventually(() => calls.records).toBeGreaterThanOrEqual(2);
  expect(await states(bench, webhookId)).toEqual(Array(3).fill('pending'));
  state.isDown = false;
  await eventually(() => states(bench, webhookId)).toEqual(Array(3).fill('delivered'));
  expect(await bench.deliveries(webhookId)).toMatchObject(
    Array(3).fill({ state: 'delivered', attempts: [{ httpStatus: 200 }] }),
  );
  expect(receiver.received).toHaveLength(3);
  // If a result cannot be recorded, `stop` waits until its timeout, and then resolves to false.
  state.isDown = true;
  const before = calls.records;
  await bench.addDeliveries(webhookId);
  dispatcher.wake();
  await eventually(() => calls.records).toBeGreaterThan(before);
  expect(await dispatcher.stop(50)).toBe(false);
});

test('an unreadable webhook secret delays only the deliveries of that webhook, which are retried after their lease ends', async () => {
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
  // Only 4 of the 20 deliveries fail, because they keep all four slots of the webhook until their lease ends.
  const msg = 'an attempt to deliver a webhook event failed before it was sent';
  expect(bench.lines).toMatchObject(Array(4).fill({ level: 'error', msg, webhookId: broken }));
  expect(JSON.stringify(bench.lines)).not.toMatch(/hush-hush|top-secret/);

  const mended = { secret: bench.encrypt(broken, 'mended'), previousEndsAt: bench.clock.now() };
  await bench.store.rotateWebhookSecret(key, mended);
  bench.clock.advance(LEASE);
  await dispatcher.drain();
  expect(await states(bench, broken)).toEqual(Array(20).fill('delivered'));
});

test('when the database rejects the result of one attempt, other results are still recorded', async () => {
  const { bench, store, webhookId } = await startWebhook({ count: 5 });
  const [poisoned] = await bench.deliveries(webhookId);
  const refusing: typeof store = {
    ...store,
    async recordAttempts(records) {
      if (records.some(({ delivery }) => delivery.id === poisoned?.id)) throw new RangeError('refused');
      await store.recordAttempts(records);
    },
  };
  await bench.dispatcher({ store: refusing }).drain();
  expect(await states(bench, webhookId)).toEqual([...Array(4).fill('delivered'), 'pending']);
  expect(bench.lines).toMatchObject([{ level: 'error', msg: 'an attempt to deliver could not be recorded' }]);
});
