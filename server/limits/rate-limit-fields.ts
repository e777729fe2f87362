/** State of a rate limit after a request was counted. */
export interface Counted {
  /** Time until a retry is permitted, in whole seconds. Null if the request is within the limit. */
  retryAfter: number | null;
  /** Quota, remaining requests, and seconds until the window ends. Null if there is no limit. */
  left: { quota: number; remaining: number; seconds: number } | null;
}

/** Consumes `count` points for `key`, by default one point. */
export type RateLimit = (key: string, count?: number) => Promise<Counted>;

/** Limits failed attempts. Attempts of an address that is over its limit are not made. */
export interface FailureLimit {
  /** Counts an attempt as failed until `succeeded` is called. */
  attempt(address: string): Promise<{ retryAfter: number | null; succeeded(): Promise<unknown> }>;
}

const notLimited = Promise.resolve<Counted>({ retryAfter: null, left: null });

export const unlimited: RateLimit = () => notLimited;

/**
 * Creates a limit for failed attempts of each address and of all addresses. While the limit of all addresses is
 * exceeded, an address still has `ofAddressAboveInAll` attempts, so that strangers cannot lock out a client.
 */
export function createFailureLimit(
  ofAddress: RateLimit,
  inAll: RateLimit,
  { of_address_above_in_all: ofAddressAboveInAll }: { of_address_above_in_all: number },
): FailureLimit {
  return {
    async attempt(address) {
      const own = await ofAddress(address);
      const all = own.retryAfter === null ? await inAll('') : null;
      const made = own.left === null ? 0 : own.left.quota - own.left.remaining;
      const retryAfter = own.retryAfter ?? (made > ofAddressAboveInAll ? (all?.retryAfter ?? null) : null);
      return { retryAfter, succeeded: () => Promise.all([ofAddress(address, -1), inAll('', -1)]) };
    },
  };
}

/** Returns the header fields defined in draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
export function rateLimitFields({ left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"partner";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"partner";q=${quota};w=1` };
}
