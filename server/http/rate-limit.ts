import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { service } from '../../generated/operations.ts';

/** A request that was counted. */
export interface Counted {
  /** Whole seconds to wait; null when the request is within the limit. */
  retryAfter: number | null;
  /** What is left of the quota, and for how many seconds; null where there is no limit. */
  left: { quota: number; remaining: number; seconds: number } | null;
}

/** Counts a request of `key`. */
export type RateLimit = (key: string) => Promise<Counted>;

const UNLIMITED: Counted = { retryAfter: null, left: null };

/** Whole seconds, as RFC 9110, section 10.2.3, has them. */
const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** The fields of draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
export function rateLimitFields({ left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"partner";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"partner";q=${quota};w=1` };
}

/** Allows `perSecond` requests each second, and now and then `burst`; 0 means no limit. Counts in this process. */
export function createRateLimit({ perSecond, burst }: { perSecond: number; burst: number }): RateLimit {
  if (perSecond === 0) return async () => UNLIMITED;
  const steady = new RateLimiterMemory({ points: perSecond, duration: 1 });
  const extra = new RateLimiterMemory({
    points: Math.max(0, burst - perSecond),
    duration: service.rate_limits.partner.burst_within_seconds,
  });
  const limiter = burst > perSecond ? new BurstyRateLimiter(steady, extra) : steady;
  const leftOf = (counted: RateLimiterRes) => ({
    quota: perSecond,
    remaining: counted.remainingPoints,
    seconds: secondsOf(counted),
  });
  return async (key) => {
    try {
      return { retryAfter: null, left: leftOf(await limiter.consume(key)) };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { retryAfter: secondsOf(refused), left: leftOf(refused) };
    }
  };
}
