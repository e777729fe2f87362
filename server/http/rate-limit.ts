import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { service } from '../../generated/operations.ts';
import { type RateLimit, unlimited } from './rate-limit-fields.ts';

/** Whole seconds, as RFC 9110, section 10.2.3, has them. */
const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Allows `perSecond` requests each second, and now and then `burst`; 0 means no limit. Counts in this process. */
export function createRateLimit({ perSecond, burst }: { perSecond: number; burst: number }): RateLimit {
  if (perSecond === 0) return unlimited;
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
  return async (key, count = 1) => {
    try {
      return { retryAfter: null, left: leftOf(await limiter.consume(key, count)) };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return { retryAfter: secondsOf(refused), left: leftOf(refused) };
    }
  };
}
