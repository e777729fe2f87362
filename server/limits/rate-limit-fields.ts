/** A request that was counted. */
export interface Counted {
  /** Whole seconds to wait; null when the request is within the limit. */
  retryAfter: number | null;
  /** What is left of the quota, and for how many seconds; null where there is no limit. */
  left: { quota: number; remaining: number; seconds: number } | null;
}

/** Counts a request of `key`, or as many of something else. */
export type RateLimit = (key: string, count?: number) => Promise<Counted>;

const notLimited = Promise.resolve<Counted>({ retryAfter: null, left: null });

/** Admits every request. */
export const unlimited: RateLimit = () => notLimited;

/** The fields of draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
export function rateLimitFields({ left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"partner";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"partner";q=${quota};w=1` };
}
