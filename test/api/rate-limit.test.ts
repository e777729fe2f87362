import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { operations, service as serviceFigures } from '../../generated/operations.ts';
import type { PolicyName } from '../../server/api/call.ts';
import { Refusal } from '../../server/api/contract/problem.ts';
import { createAddressLimit, createRateLimit } from '../../server/api/limits/rate-limit.ts';
import { countTowards, createPolicyLimits } from '../../server/api/limits/request-limits.ts';
import { startService } from '../support/service.ts';

// Fakes `performance`, because the rate limits measure time with the monotonic clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const admitted = (limit: ReturnType<typeof createRateLimit>, key: string, requests: number) =>
  Array.from({ length: requests }, () => limit(key)).filter(({ retryAfter }) => retryAfter === null).length;

test('the rate limit admits requests up to the burst size at once, and returns Retry-After for further requests', () => {
  const limit = createRateLimit({ count: 10, burst: 20 });
  expect(admitted(limit, 'a', 30)).toBe(20);
  expect(limit('a')).toMatchObject({ retryAfter: 1 });
});

test.each([
  ['is not changed', 0],
  ['is set three days ahead', 3 * 86_400_000],
  ['is set three days back', -3 * 86_400_000],
])('the rate limit counts each key separately and resets every second when the system clock %s', (_, step) => {
  const limit = createRateLimit({ count: 2 });
  for (const key of ['a', 'b']) expect(admitted(limit, key, 3)).toBe(2);
  vi.setSystemTime(Date.now() + step);
  vi.advanceTimersByTime(999);
  expect(limit('a')).toMatchObject({ retryAfter: 1 });
  vi.advanceTimersByTime(1);
  expect(admitted(limit, 'a', 3)).toBe(2);
});

test('a rejected request does not reduce the remaining quota of the rate limit', () => {
  const limit = createRateLimit({ count: 10, windowSeconds: 60 });
  expect(limit('a', 11).retryAfter).toBeGreaterThan(0);
  expect(admitted(limit, 'a', 11)).toBe(10);
});

test.each([
  ['IPv4 address', () => '198.51.100.1', 1],
  ['/64 network', (i: number) => `2a00:1450:4001:800::${i}`, serviceFigures.ipv6_networks['64']],
  [
    '/56 network',
    (i: number) => `2a00:1450:4001:8${(i % 256).toString(16).padStart(2, '0')}::1`,
    serviceFigures.ipv6_networks['56'],
  ],
  ['/48 network', (i: number) => `2a00:1450:4001:${(i * 50).toString(16)}::1`, serviceFigures.ipv6_networks['48']],
])('all requests from the same %s share one rate limit', (_, addressOf, times) => {
  const limit = createAddressLimit({ of_address: 100, within_seconds: 60 });
  let counted = 0;
  for (; limit.retryAfter(addressOf(counted)) === null; counted++) limit.count(addressOf(counted));
  expect(counted).toBe(100 * times);
  expect(limit.retryAfter(addressOf(counted))).toBe(60);
  expect(limit.retryAfter('2a00:1450:4002::1')).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(limit.retryAfter(addressOf(counted))).toBeNull();
});

function refusalOf(count: () => unknown): Refusal | null {
  try {
    count();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const limits = () =>
  createPolicyLimits({ partner: { count: 3 }, sent_on_request: { count: 1 }, files: { count: 100 } });

test('a request counts towards each rate-limit policy in order, up to the first policy that the request exceeds', () => {
  const made = limits();
  const count = (...names: PolicyName[]) => refusalOf(() => countTowards(made, names, 'a'));
  expect(count('partner', 'sent_on_request')).toBeNull();
  expect(count('partner', 'sent_on_request')).toMatchObject({
    statement: { code: 'rate_limited', detail: expect.stringContaining('test events and redeliveries') },
    headers: { 'Retry-After': '1', RateLimit: '"partner";r=1;t=1' },
  });
  expect(count('partner')).toBeNull();
  expect(count('partner', 'sent_on_request')).toMatchObject({
    statement: { detail: expect.stringContaining('Too many requests') },
    headers: { 'Retry-After': '1' },
  });
});

test('a byte limit counts the body size of a request, and does not count a request without a body', () => {
  const made = limits();
  const isRefused = (bytes?: number) => refusalOf(() => countTowards(made, ['partner', 'files'], 'a', bytes)) !== null;
  expect([isRefused(60), isRefused(), isRefused(60), isRefused(40)]).toEqual([false, false, true, false]);
  expect([isRefused(), isRefused(), isRefused()]).toEqual([false, false, true]);
});

test('every response to a counted request has rate limit headers, but responses to unauthenticated clients do not', async () => {
  const service = await startService({ env: { RATE_LIMIT_PER_SECOND: '3', RATE_LIMIT_BURST: '3' } });
  onTestFinished(() => service.stop());
  const token = await service.token();
  const ask = async (path: string, as: { token?: string } = { token }) => {
    const { status, headers } = await service.call('GET', path, as);
    return [status, headers.get('ratelimit'), headers.get('ratelimit-policy')];
  };
  const webhooks = operations.listWebhooks.path;
  const policy = '"partner";q=3;w=1';
  expect(await ask(webhooks, {})).toEqual([401, null, null]);
  expect(await ask(webhooks)).toEqual([200, '"partner";r=2;t=1', policy]);
  expect(await ask(`${webhooks}/nothing`)).toEqual([404, '"partner";r=1;t=1', policy]);
  expect(await ask(operations.listVerificationRequests.path)).toEqual([422, '"partner";r=0;t=1', policy]);
  expect(await ask(webhooks)).toEqual([429, '"partner";r=0;t=1', policy]);
  expect(await ask(operations.getJwks.path)).toEqual([200, null, null]);
});

test('test events and redeliveries share a rate limit, which does not affect other requests', async () => {
  const service = await startService({ env: { RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '1000' } });
  onTestFinished(() => service.stop());
  const { burst } = serviceFigures.rate_limits.sent_on_request;
  const testPath = (id: string) => operations.sendTestEvent.path.replace('{id}', id);
  const token = await service.token();
  const body = { url: 'https://acme.example/events' };
  const { id } = (await service.call('POST', operations.createWebhook.path, { token, body })).body;
  const first = await service.call('POST', testPath(id), { token });
  const redelivery = operations.redeliverEvent.path.replace('{id}', id).replace('{delivery_id}', first.body.id);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => service.call('POST', i % 2 === 0 ? testPath(id) : redelivery, { token })),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(burst - 1);
  for (const refused of answers.filter(({ status }) => status !== 202)) {
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await service.call('GET', operations.listWebhooks.path, { token })).toMatchObject({ status: 200 });
});
