import { describe, expect, test } from 'vitest';
import type { AttemptError } from '../../server/domain/event.ts';
import type { Resolve } from '../../server/outbound/resolve-name.ts';
import type { TestClock } from '../support/service.ts';
import { cert } from '../support/tls.ts';
import {
  answer,
  type Behaviour,
  isSignedWith,
  neverAnswer,
  type Receiver,
  startBench,
  startReceiver,
  unusedUrl,
} from './support.ts';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const JUST_BELOW_1 = 1 - Number.EPSILON / 2;

/** In seconds, each from the end of the attempt before. */
const SCHEDULE = [10, 60, 600, 3600, 21_600];
const NO_MORE: number[] = [];

interface Rule {
  behaviour: (clock: TestClock) => Behaviour;
  delays: number[];
  state: 'delivered' | 'failed';
  status: number | null;
  error?: AttemptError;
  random?: number;
  tls?: boolean;
}

const failing = (status: number, headers?: Record<string, string>): Rule => ({
  behaviour: () => answer(status, headers),
  delays: SCHEDULE,
  state: 'failed',
  status,
});

const noBodyEnd: Behaviour = (response) => response.writeHead(200).write('so far');
const hangUp: Behaviour = (response) => response.destroy();
const hangUpInBody: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Length': '100' }).write('so far', () => response.destroy());
};
const askForDate =
  (clock: TestClock, seconds: number): Behaviour =>
  (response) => {
    const date = new Date(clock.now() / 1000 + seconds * 1000).toUTCString();
    response.writeHead(503, { 'Retry-After': date }).end();
  };

const RULES: [string, Rule][] = [
  ['200', { behaviour: () => answer(200), delays: NO_MORE, state: 'delivered', status: 200 }],
  ['200 over TLS', { behaviour: () => answer(200), tls: true, delays: NO_MORE, state: 'delivered', status: 200 }],
  ['204', failing(204)],
  ['429', failing(429)],
  ['429, Retry-After sooner than scheduled', failing(429, { 'Retry-After': '5' })],
  ['429, Retry-After 2 min', { ...failing(429, { 'Retry-After': '120' }), delays: [120, 120, 600, 3600, 21_600] }],
  [
    '429, Retry-After 100 h',
    { ...failing(429, { 'Retry-After': '360000' }), delays: [21_600, 21_600, 21_600, 21_600, 21_600] },
  ],
  ['429, Retry-After that is none', failing(429, { 'Retry-After': 'later' })],
  ['503, Retry-After 15 min', { ...failing(503, { 'Retry-After': '900' }), delays: [900, 900, 900, 3600, 21_600] }],
  [
    '503, Retry-After as a date in 2 min',
    {
      ...failing(503),
      behaviour: (clock) => askForDate(clock, 120),
      delays: [120, 120, 600, 3600, 21_600],
    },
  ],
  ['503, Retry-After as a date that has passed', { ...failing(503), behaviour: (clock) => askForDate(clock, -9) }],
  ['400, Retry-After 2 min', { ...failing(400, { 'Retry-After': '120' }), delays: [120, 120, 600, 3600, 21_600] }],
  ['500', failing(500)],
  ['500, the shortest delays', { ...failing(500), random: 0, delays: [8, 48, 480, 2880, 17_280] }],
  ['500, the longest delays', { ...failing(500), random: JUST_BELOW_1, delays: [12, 72, 720, 4320, 25_920] }],
  [
    'a body that never ends',
    { behaviour: () => noBodyEnd, delays: SCHEDULE, state: 'failed', status: 200, error: 'timeout' },
  ],
  [
    'headers that never come',
    { behaviour: () => neverAnswer, delays: SCHEDULE, state: 'failed', status: null, error: 'timeout' },
  ],
  [
    'a connection that is dropped',
    { behaviour: () => hangUp, delays: SCHEDULE, state: 'failed', status: null, error: 'connection_closed' },
  ],
  [
    'a connection that is dropped in the body',
    {
      behaviour: () => hangUpInBody,
      delays: SCHEDULE,
      state: 'failed',
      status: 200,
      error: 'connection_closed',
    },
  ],
];

/** What is sent, under a clock that stands still but for the test. */
async function follow(options: {
  url: string;
  delays: readonly number[];
  random?: number;
  /** With `timeout`, attempts are given up early. */
  error?: AttemptError;
  resolve?: Resolve;
  ca?: string;
  receiver?: Receiver;
  bench?: Awaited<ReturnType<typeof startBench>>;
}) {
  const { url, delays, random = 0.5, resolve, ca, receiver } = options;
  const bench = options.bench ?? (await startBench());
  const timeoutMs = options.error === 'timeout' ? 150 : 5000;
  const dispatcher = bench.dispatcher({ timeoutMs, random: () => random, agent: { resolve, ca } });
  const webhookId = await bench.addWebhook({ url });
  await bench.addDeliveries(webhookId);
  const delivery = async () => {
    const [only] = await bench.deliveries(webhookId);
    if (only === undefined) throw new Error('The delivery is gone');
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

describe('a receiver that answers', () => {
  test.each(RULES)('%s', async (_name, rule) => {
    const bench = await startBench();
    const receiver = await startReceiver(rule.behaviour(bench.clock), { tls: rule.tls ?? false });
    const { ended, times } = await follow({ ...rule, url: receiver.url, receiver, bench, ca: cert });
    expect(ended.state).toBe(rule.state);
    expect(ended.attempts.map(({ httpStatus, error }) => [httpStatus, error])).toEqual(
      times.map(() => [rule.status, rule.error ?? null]),
    );
    // Each attempt carries the same bytes and a signature of its own time.
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(receiver.received.map(({ headers }) => Number(headers['x-timestamp']))).toEqual(
      times.map((at) => Math.floor(at / SECOND)),
    );
    for (const received of receiver.received) expect(isSignedWith('secret', received)).toBe(true);
  });

  test.each([1, 2, 3, 4, 5])('200 after %i attempts that failed ends it', async (failures) => {
    const receiver = await startReceiver((response) => {
      response.writeHead(receiver.received.length <= failures ? 500 : 200).end();
    });
    const { ended } = await follow({ url: receiver.url, delays: SCHEDULE.slice(0, failures), receiver });
    expect(ended.state).toBe('delivered');
    expect(ended.attempts.map(({ httpStatus }) => httpStatus)).toEqual([...Array(failures).fill(500), 200]);
  });
});

test('a connection that fails is retried, and a private address is not', async () => {
  const resolve: Resolve = (_hostname, _options, callback) => {
    setImmediate(callback, null, [{ address: '10.0.0.1', family: 4 }]);
  };
  const errorsOf = async (options: Pick<Parameters<typeof follow>[0], 'url' | 'delays' | 'resolve'>) => {
    const { ended } = await follow(options);
    return [ended.state, ...ended.attempts.map(({ error }) => error)];
  };
  const unreachable = await errorsOf({ url: await unusedUrl(), delays: SCHEDULE });
  expect(unreachable).toEqual(['failed', ...Array(6).fill('connection_failed')]);
  for (const url of ['http://10.0.0.1/', 'https://receiver.test/'])
    expect(await errorsOf({ url, resolve, delays: NO_MORE })).toEqual(['failed', 'refused_address']);
});

test('an attempt that takes time is followed from its end', async () => {
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

test('a redelivery has six attempts of its own', async () => {
  const bench = await startBench();
  const receiver = await startReceiver(answer(500));
  const dispatcher = bench.dispatcher();
  const webhookId = await bench.addWebhook({ url: receiver.url });
  await bench.addDeliveries(webhookId);
  const [first] = await bench.deliveries(webhookId);
  const key = { clientId: 'acme', id: webhookId };
  const everything = async () => {
    for (let day = 0; day < 8; day++) {
      await dispatcher.drain();
      bench.clock.advance(DAY);
    }
  };
  await everything();
  expect(receiver.received).toHaveLength(6);
  const deliveryId = '0f9a5f0e-6d5b-4c92-9a0b-2f8f5a8d7c11';
  await bench.store.redeliver(key, {
    redeliveryOf: first?.id ?? '',
    deliveryId,
    createdAt: bench.clock.now(),
  });
  await everything();
  expect(receiver.received).toHaveLength(12);
  expect((await bench.deliveries(webhookId)).map(({ id, state, attempts }) => [id, state, attempts.length])).toEqual([
    [deliveryId, 'failed', 6],
    [first?.id, 'failed', 6],
  ]);
});
