/** State of a rate limit after a request was counted. */
export interface Counted {
  /** Time until a retry is permitted, in whole seconds. Null if the request is within the limit. */
  retryAfter: number | null;
  /** Quota, remaining requests, and seconds until the window ends. Null if there is no limit. */
  left: { quota: number; remaining: number; seconds: number } | null;
}

/** Consumes `count` points for `key`, by default one point. */
export type RateLimit = (key: string, count?: number) => Promise<Counted>;

const notLimited = Promise.resolve<Counted>({ retryAfter: null, left: null });

export const unlimited: RateLimit = () => notLimited;

/** Returns the header fields defined in draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
export function rateLimitFields({ left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"partner";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"partner";q=${quota};w=1` };
}
