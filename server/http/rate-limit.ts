import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { service } from '../../generated/operations.ts';

/** Resolves to null when the request is within the limit of `key`, otherwise to the whole seconds to wait. */
export type RateLimit = (key: string) => Promise<number | null>;

/** Allows `perSecond` requests each second, and now and then `burst`; 0 means no limit. Counts in this process. */
export function createRateLimit({ perSecond, burst }: { perSecond: number; burst: number }): RateLimit {
  if (perSecond === 0) return async () => null;
  const steady = new RateLimiterMemory({ points: perSecond, duration: 1 });
  const extra = new RateLimiterMemory({
    points: Math.max(0, burst - perSecond),
    duration: service.rate_limits.partner.burst_within_seconds,
  });
  const limiter = burst > perSecond ? new BurstyRateLimiter(steady, extra) : steady;
  return async (key) => {
    try {
      await limiter.consume(key);
      return null;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}
