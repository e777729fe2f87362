import { service } from '../../../generated/operations.ts';
import { networksOf, subscriberOf } from '../../domain/client-address.ts';
import { keyedSemaphore } from '../../platform/semaphore.ts';

export interface LimitFigures {
  /** Points per window. By default, a request costs one point. */
  count: number;
  burst?: number;
  windowSeconds?: number;
}

export interface Counted {
  /** Whole seconds to wait before a retry; null if the request is within the limit. */
  retryAfter: number | null;
  left: { quota: number; remaining: number; seconds: number } | null;
}

/** Consumes `points` for `key`, unless they would exceed the limit. */
export type RateLimit = (key: string, points?: number) => Counted;

const notLimited: Counted = { retryAfter: null, left: null };

export const unlimited: RateLimit = () => notLimited;

/** Allows `count` points per window, and `burst - count` additional points per `burst_within_seconds`. */
export function createRateLimit({ count, burst = count, windowSeconds = 1 }: LimitFigures): RateLimit {
  const rate = createCounts(windowSeconds);
  const above = createCounts(service.rate_limits.burst_within_seconds);
  return (key, points = 1) => {
    const isWithin = rate.take(key, points, count) || above.take(key, points, burst - count);
    const left = { quota: count, remaining: count - rate.used(key), seconds: rate.secondsLeft(key) };
    // More than `count` points exceed a normal window, so the request must wait until the burst window ends.
    const wait = points > count ? above.secondsLeft(key) : left.seconds;
    return { retryAfter: isWithin ? null : wait, left };
  };
}

/** Counts points per key in time windows. A key's first points start a window. Uses a monotonic clock. */
function createCounts(seconds: number) {
  /** Sorted by end time, because all windows have the same length, and a map preserves the insertion order. */
  const windows = new Map<string, { used: number; endsAt: number }>();

  function currentWindow(key: string) {
    const now = performance.now();
    for (const [ended, { endsAt }] of windows) {
      if (endsAt > now) break;
      windows.delete(ended);
    }
    return windows.get(key) ?? { used: 0, endsAt: now + seconds * 1000 };
  }

  function add(key: string, points: number): void {
    const { used, endsAt } = currentWindow(key);
    windows.set(key, { used: used + points, endsAt });
  }

  const used = (key: string): number => currentWindow(key).used;

  return {
    add,
    used,
    take(key: string, points: number, most: number): boolean {
      if (used(key) + points > most) return false;
      add(key, points);
      return true;
    },
    secondsLeft: (key: string): number =>
      Math.max(1, Math.ceil((currentWindow(key).endsAt - performance.now()) / 1000)),
  };
}

export type AddressLimit = ReturnType<typeof createAddressLimit>;

/** Counts each event for all networks that contain the address (`networksOf`). */
export function createAddressLimit(
  { of_address: most, within_seconds }: { of_address: number; within_seconds: number },
  { isOff = false } = {},
) {
  const counts = createCounts(within_seconds);
  return {
    /** Returns the seconds to wait; null if the address is below `limit`. */
    retryAfter(address: string | undefined, limit = most): number | null {
      const full = networksOf(address).filter(({ key, times }) => counts.used(key) >= limit * times);
      return isOff || full.length === 0 ? null : Math.max(...full.map(({ key }) => counts.secondsLeft(key)));
    },
    count(address: string | undefined): void {
      for (const { key } of networksOf(address)) counts.add(key, 1);
    },
  };
}

export type FailureLimit = ReturnType<typeof createFailureLimit>;

/** Above the total limit, each address still has a few attempts, so that an attacker cannot lock out all clients. */
export function createFailureLimit(options = { isOff: false }) {
  const { of_address, in_all, of_address_above_in_all, at_once } = service.rate_limits.wrong_credentials;
  const ofAddress = createAddressLimit(service.rate_limits.wrong_credentials, options);
  const inAll = createCounts(service.rate_limits.wrong_credentials.within_seconds);
  const acquireSlot = keyedSemaphore(at_once);
  return {
    retryAfter: (address: string | undefined): number | null =>
      ofAddress.retryAfter(address, inAll.used('') < in_all ? of_address : of_address_above_in_all),
    /** Limits how far concurrent attempts can exceed the rate limit. */
    acquireSlot: (address: string | undefined) => acquireSlot(subscriberOf(address)),
    countFailure(address: string | undefined): void {
      ofAddress.count(address);
      inAll.add('', 1);
    },
  };
}

export type UnknownLinkLimit = ReturnType<typeof createUnknownLinkLimit>;

export function createUnknownLinkLimit({ isOff = false } = {}) {
  const { within_seconds, of_account, above_every_seconds } = service.rate_limits.unknown_links;
  const ofAddress = createAddressLimit(service.rate_limits.unknown_links);
  const ofAccount = createCounts(within_seconds);
  const aboveLimits = createCounts(above_every_seconds);
  const isAbove = (address: string | undefined, account: string): boolean =>
    ofAddress.retryAfter(address) !== null || ofAccount.used(account) >= of_account;
  return {
    retryAfter: (address: string | undefined, account: string): number | null =>
      !isOff && isAbove(address, account) && aboveLimits.used(account) > 0 ? aboveLimits.secondsLeft(account) : null,
    /** Cross-site links do not count towards the account's limit: any website can make a browser open such links. */
    count(address: string | undefined, account: string, isCrossSite: boolean): void {
      if (isAbove(address, account)) aboveLimits.add(account, 1);
      ofAddress.count(address);
      if (!isCrossSite) ofAccount.add(account, 1);
    },
  };
}
