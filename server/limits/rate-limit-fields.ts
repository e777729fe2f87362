/** A request that was counted. */
export interface Counted {
  /** Whole seconds to wait; null when the request is within the limit. */
  retryAfter: number | null;
  /** Quota, remaining requests, and seconds until the window ends; null without a limit. */
  left: { quota: number; remaining: number; seconds: number } | null;
}

/** Counts `count` points for `key`; by default one request. */
export type RateLimit = (key: string, count?: number) => Promise<Counted>;

const notLimited = Promise.resolve<Counted>({ retryAfter: null, left: null });

/** A rate limit that permits every request. */
export const unlimited: RateLimit = () => notLimited;

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
export function rateLimitFields({ left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"partner";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"partner";q=${quota};w=1` };
}
