import { expect, test } from 'vitest';
import { type DeliveryLimits, shareOut, startAfter } from '../../../server/work/delivery/shares.ts';

const HIGH: DeliveryLimits = { perWebhook: 1000, perHost: 1000, total: 1000, perClaim: 1000 };

/** Creates a webhook for each name. A name such as `a@host` sets the host. Otherwise, each webhook has its own host. */
const webhooks = (...names: string[]) =>
  names.map((name) => {
    const [webhookId = '', host = `${name}.test`] = name.split('@');
    return { clientId: 'partner-a', webhookId, url: `https://${host}/hook` };
  });

const shares = (due: string[], inFlight: string[], limits: Partial<DeliveryLimits>, postponed: string[] = []) => {
  const leased = { inFlight: webhooks(...inFlight), postponed: webhooks(...postponed) };
  const found = shareOut(webhooks(...due), leased, { ...HIGH, ...limits });
  return Object.fromEntries(found.map((each) => [each.webhookId, each.share]));
};

test('postponed deliveries count towards the limit per webhook, but not towards the limit per host', () => {
  const limits = { perWebhook: 2, perHost: 3 };
  expect(shares(['a@one.test', 'b@one.test'], [], limits, ['a@one.test', 'a@one.test'])).toEqual({ b: 2 });
  expect(shares(['b@one.test'], [], limits, ['a@one.test', 'a@one.test', 'c@one.test'])).toEqual({ b: 2 });
});

test('a claim fills only the free slots of each webhook, up to the limit of deliveries in flight per webhook', () => {
  expect(shares(['a', 'b', 'c'], [], { perWebhook: 4 })).toEqual({ a: 4, b: 4, c: 4 });
  expect(shares(['a', 'b', 'c'], ['a', 'a', 'a', 'b', 'x'], { perWebhook: 4 })).toEqual({ a: 1, b: 3, c: 4 });
  expect(shares(['a', 'b'], ['a', 'a', 'b', 'b'], { perWebhook: 2 })).toEqual({});
});

test('a claim divides its slots equally among webhooks, or gives one slot each to the first webhooks if webhooks outnumber slots', () => {
  expect(shares(['a', 'b', 'c'], [], { perClaim: 9 })).toEqual({ a: 3, b: 3, c: 3 });
  expect(shares(['a', 'b', 'c'], [], { perClaim: 2 })).toEqual({ a: 1, b: 1 });
  expect(shares([], [], { perClaim: 2 })).toEqual({});
});

test('the total limit is divided equally among webhooks, and each webhook can have at least one delivery in flight', () => {
  expect(shares(['a', 'b'], ['c', 'd'], { total: 12 })).toEqual({ a: 3, b: 3 });
  expect(shares(['a', 'b', 'c'], ['d', 'd'], { total: 2 })).toEqual({ a: 1, b: 1, c: 1 });
});

test('webhooks on the same host share the host limit, regardless of the port and the spelling of the host name', () => {
  expect(shares(['a@one.test', 'b@one.test:8443', 'c@one.test.', 'd'], [], { perHost: 9 })).toEqual({
    a: 3,
    b: 3,
    c: 3,
    d: 9,
  });
  expect(shares(['a@one.test', 'b@one.test'], ['c@one.test', 'c@one.test'], { perHost: 3 })).toEqual({ a: 1 });
  expect(shares(['a@one.test', 'b@one.test'], ['a@one.test', 'b@one.test'], { perHost: 2 })).toEqual({});
});

test('a webhook can use all free slots of a host if no other webhook on the host has due deliveries', () => {
  expect(shares(['a@one.test'], ['a@one.test', 'a@one.test', 'b@one.test'], { perHost: 4 })).toEqual({ a: 1 });
});

test('webhooks are served in a fixed order that starts after the last served webhook and wraps around', () => {
  const ids = (last: string) => startAfter(last, webhooks('a', 'b', 'c')).map(({ webhookId }) => webhookId);
  expect(ids('')).toEqual(['a', 'b', 'c']);
  expect(ids('a')).toEqual(['b', 'c', 'a']);
  expect(ids('bb')).toEqual(['c', 'a', 'b']);
  expect(ids('c')).toEqual(['a', 'b', 'c']);
});
