import { describe, expect, test } from 'vitest';
import { rotate, shareOut } from '../../../server/storage/database/webhooks/claim-deliveries.ts';

const none: ReadonlyMap<string, number> = new Map();
const waiting = (...due: number[]) =>
  due.map((n, index) => ({ clientId: 'partner-a', webhookId: 'abcdefgh'.charAt(index), due: n }));
const shares = (...args: Parameters<typeof shareOut>) => Object.fromEntries(shareOut(...args));

describe('The distribution of delivery slots', () => {
  test('every waiting delivery gets a slot when there are enough slots', () => {
    expect(shares(waiting(3, 1, 5), { perWebhook: 8, busy: none, limit: 100 })).toEqual({ a: 3, b: 1, c: 5 });
  });

  test('slots are shared equally among the webhooks that still have waiting deliveries', () => {
    expect(shares(waiting(1000, 1, 1000), { perWebhook: 64, busy: none, limit: 9 })).toEqual({
      a: 4,
      b: 1,
      c: 4,
    });
  });

  test('deliveries in flight count towards the limit of their webhook', () => {
    const busy = new Map(Object.entries({ a: 3, b: 1 }));
    expect(shares(waiting(9, 9, 9), { perWebhook: 4, busy, limit: 100 })).toEqual({ a: 1, b: 3, c: 4 });
    expect(shares(waiting(9, 9, 9), { perWebhook: 4, busy, limit: 3 })).toEqual({ b: 1, c: 2 });
    expect(shares(waiting(9), { perWebhook: 3, busy, limit: 100 })).toEqual({});
    expect(shares(waiting(9), { perWebhook: 2, busy, limit: 100 })).toEqual({});
  });

  test('a webhook can have its own number of slots, lower or higher than the default', () => {
    const capacities = new Map(Object.entries({ a: 1, b: 7 }));
    expect(shares(waiting(9, 9, 9), { perWebhook: 4, capacities, busy: none, limit: 100 })).toEqual({
      a: 1,
      b: 7,
      c: 4,
    });
    const busy = new Map(Object.entries({ b: 5 }));
    expect(shares(waiting(9, 9), { perWebhook: 4, capacities, busy, limit: 100 })).toEqual({ a: 1, b: 2 });
  });

  test('with fewer slots than webhooks, the first webhooks get the slots, and the last key of the map is the last of them', () => {
    expect(shares(waiting(9, 9, 9), { perWebhook: 4, busy: none, limit: 2 })).toEqual({ a: 1, b: 1 });
    const uneven = shareOut(waiting(9, 9, 9), { perWebhook: 4, busy: none, limit: 5 });
    expect([...uneven.keys()].at(-1)).toBe('b');
  });

  test('the result is empty without deliveries or slots', () => {
    expect(shares([], { perWebhook: 4, busy: none, limit: 10 })).toEqual({});
    expect(shares(waiting(5), { perWebhook: 4, busy: none, limit: 0 })).toEqual({});
  });
});

test('the rotation starts after the last served webhook and wraps around', () => {
  const ids = (last: string) => rotate(waiting(1, 1, 1).toReversed(), last).map(({ webhookId }) => webhookId);
  expect(ids('')).toEqual(['a', 'b', 'c']);
  expect(ids('a')).toEqual(['b', 'c', 'a']);
  expect(ids('bb')).toEqual(['c', 'a', 'b']);
  expect(ids('c')).toEqual(['a', 'b', 'c']);
});
