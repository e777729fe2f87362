import { expect, test } from 'vitest';
import type { AttemptError } from '../../../server/domain/webhook-event.ts';
import { answer, type Behaviour, isSignedWith, type Receiver, startBench, startReceiver } from './support.ts';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const RETRY_DELAYS_SECONDS = [10, 60, 600, 3600, 21_600];
const NO_RETRIES: number[] = [];

interface Rule {
  /** Behaviour of the receiver. Undefined if the attempts go to `url` instead of a receiver. */
  behaviour?: Behaviour;
  url?: string;
  delays?: number[];
  state?: 'delivered' | 'failed';
  status?: number | null;
  error?: AttemptError;
  random?: number;
}

const noBodyEnd: Behaviour = (response) => response.writeHead(200).write('so far');
const hangUp: Behaviour = (response) => response.destroy();

const RULES: [string, Rule][] = [
  ['a 200 response', { behaviour: answer(200), delays: NO_RETRIES, state: 'delivered', status: 200 }],
  ['a 500 response', { behaviour: answer(500) }],
  ['a 500 response and the minimum delays', { behaviour: answer(500), random: 0, delays: [8, 48, 480, 2880, 17_280] }],
  [
    'a 400 response with a Retry-After of 2 min',
    { behaviour: answer(400, { 'Retry-After': '120' }), status: 400, delays: [120, 120, 600, 3600, 21_600] },
  ],
  ['an endless response body', { behaviour: noBodyEnd, status: 200, error: 'timeout' }],
  ['a port without a listener', { url: 'http://127.0.0.1:1/', status: null, error: 'connection_failed' }],
  ['a private address', { url: 'http://10.0.0.1/', delays: NO_RETRIES, status: null, error: 'refused_address' }],
  ['a dropped connection', { behaviour: hangUp, status: null, error: 'connection_closed' }],
];

async function expectAttemptTimes(options: {
  url: string;
  delays: readonly number[];
  random?: number | undefined;
  /** Expected error of the attempts. If the error is `timeout`, the dispatcher gets a short timeout. */
  error?: AttemptError | undefined;
  receiver?: Receiver;
}) {
  const { url, delays, random = 0.5, receiver } = options;
  const bench = await startBench();
  const timeoutMs = options.error === 'timeout' ? 150 : 5000;
  const dispatcher = bench.dispatcher({ timeoutMs, random: () => random });
  const webhookId = await bench.addWebhook({ url });
  await bench.addDeliveries(webhookId);
  const delivery = async () => {
    const [only] = await bench.deliveries(webhookId);
    if (only === undefined) throw new Error('The webhook has no delivery');
    return only;
  };
  const expectAttempts = async (times: readonly number[], nextAttemptAt: number | null) => {
    const { attempts, ...rest } = await delivery();
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual(times);
    expect(rest.nextAttemptAt).toBe(nextAttemptAt);
    if (receiver !== undefined) expect(receiver.received).toHaveLength(times.length);
  };

  const times = [bench.clock.now()];
  await dispatcher.drain();
  for (const delay of delays) {
    const due = bench.clock.now() + delay * SECOND;
    await expectAttempts(times, due);
    bench.clock.advance(delay * SECOND - 1);
    await dispatcher.drain();
    await expectAttempts(times, due);
    bench.clock.advance(1);
    times.push(due);
    await dispatcher.drain();
  }
  await expectAttempts(times, null);
  const ended = await delivery();
  bench.clock.advance(365 * DAY);
  await dispatcher.drain();
  await expectAttempts(times, null);
  expect(bench.lines).toEqual([]);
  return { ended, times };
}

test.each(RULES)('after %s, the dispatcher retries at the specified times or does not retry', async (_name, rule) => {
  const { url, behaviour, delays = RETRY_DELAYS_SECONDS, state = 'failed', status = 500, error, random } = rule;
  const receiver = await startReceiver(behaviour);
  const target = url === undefined ? { url: receiver.url, receiver } : { url };
  const { ended, times } = await expectAttemptTimes({ ...target, delays, error, random });
  expect(ended.state).toBe(state);
  expect(ended.attempts.map(({ httpStatus, error }) => [httpStatus, error])).toEqual(
    times.map(() => [status, error ?? null]),
  );
  if (behaviour === undefined) return;
  // Each attempt sends the same bytes with a new signature.
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(receiver.received.map(({ headers }) => Number(headers['x-timestamp']))).toEqual(
    times.map((at) => Math.floor(at / SECOND)),
  );
  for (const received of receiver.received) expect(isSignedWith('secret', received)).toBe(true);
});

test('a 200 response after five failed attempts completes the delivery', async () => {
  const receiver = await startReceiver((response) => {
    response.writeHead(receiver.received.length <= 5 ? 500 : 200).end();
  });
  const { ended } = await expectAttemptTimes({ url: receiver.url, delays: RETRY_DELAYS_SECONDS, receiver });
  expect(ended.state).toBe('delivered');
  expect(ended.attempts.map(({ httpStatus }) => httpStatus)).toEqual([...Array(5).fill(500), 200]);
});

test('the delay before a retry starts at the end of the previous attempt', async () => {
  const bench = await startBench();
  const receiver = await startReceiver((response) => {
    bench.clock.advance(3 * SECOND);
    response.writeHead(500).end();
  });
  const dispatcher = bench.dispatcher();
  const webhookId = await bench.addWebhook({ url: receiver.url });
  await bench.addDeliveries(webhookId);
  const startedAt = bench.clock.now();
  await dispatcher.drain();
  const [delivery] = await bench.deliveries(webhookId);
  expect(delivery?.attempts).toMatchObject([{ startedAt, durationMicros: 3 * SECOND }]);
  expect(delivery?.nextAttemptAt).toBe(startedAt + 13 * SECOND);
});

test('the service makes up to six attempts for a redelivery, independent of the original delivery', async () => {
  const bench = await startBench();
  const receiver = await startReceiver(answer(500));
  const dispatcher = bench.dispatcher();
  const webhookId = await bench.addWebhook({ url: receiver.url });
  await bench.addDeliveries(webhookId);
  const [first] = await bench.deliveries(webhookId);
  const redeliveryOf = first?.id ?? '';
  const deliveryId = '0f9a5f0e-6d5b-4c92-9a0b-2f8f5a8d7c11';
  for (let day = 0; day < 16; day++) {
    const redelivery = { redeliveryOf, deliveryId, createdAt: bench.clock.now() };
    if (day === 8) await bench.store.redeliver({ clientId: 'acme', id: webhookId }, redelivery);
    await dispatcher.drain();
    bench.clock.advance(DAY);
  }
  expect(receiver.received).toHaveLength(12);
  expect((await bench.deliveries(webhookId)).map(({ id, state, attempts }) => [id, state, attempts.length])).toEqual([
    [deliveryId, 'failed', 6],
    [redeliveryOf, 'failed', 6],
  ]);
});
