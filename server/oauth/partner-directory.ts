import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import type { Partner } from '../store/partners/partner-store.ts';
import type { Store } from '../store/store.ts';

/** A change of a partner takes effect on every instance within this time. */
export const CACHE_LIFETIME: Micros = seconds(1);
const CACHED_PARTNERS = 10_000;
/** A separate limit, so that made-up ids cannot displace partners from the cache. */
const CACHED_UNKNOWN = 1_000;

export interface PartnerDirectory {
  /** The partner as of `CACHE_LIFETIME` ago or later; null if unknown or disabled. Rejects with `StoreUnavailable`. */
  findActive(clientId: string): Promise<Partner | null>;
}

/**
 * Whether the text can be a client id: 1 to 255 printable ASCII characters (RFC 6749 A.1). Other text must not reach
 * the database: PostgreSQL fails on NUL, and a lone surrogate has no UTF-8.
 */
export function isClientId(text: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(text);
}

/** Looks up partners in the store and caches them. */
export function createPartnerDirectory(deps: { store: Pick<Store, 'findPartner'>; clock: Clock }): PartnerDirectory {
  const { store, clock } = deps;
  const partners = boundedCache<Partner>(CACHED_PARTNERS, clock);
  const unknown = boundedCache<null>(CACHED_UNKNOWN, clock);
  const inFlight = new Map<string, Promise<Partner | null>>();

  async function ask(clientId: string): Promise<Partner | null> {
    // Taken before the query, because the result may already be old when it arrives.
    const askedAt = clock.now();
    const partner = await store.findPartner(clientId);
    if (partner === null) unknown.set(clientId, null, askedAt);
    else partners.set(clientId, partner, askedAt);
    return partner;
  }

  return {
    async findActive(clientId) {
      if (!isClientId(clientId)) return null;
      let partner = partners.get(clientId) ?? unknown.get(clientId);
      if (partner === undefined) {
        let asking = inFlight.get(clientId);
        if (asking === undefined) {
          asking = ask(clientId).finally(() => inFlight.delete(clientId));
          inFlight.set(clientId, asking);
        }
        partner = await asking;
      }
      return partner === null || partner.disabledAt !== null ? null : partner;
    },
  };
}

/** A cache that evicts the entry written first. */
function boundedCache<T>(limit: number, clock: Clock) {
  const entries = new Map<string, { value: T; at: Micros }>();
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const age = clock.now() - entry.at;
      if (age >= 0 && age < CACHE_LIFETIME) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key: string, value: T, at: Micros) {
      entries.delete(key);
      if (entries.size >= limit) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      entries.set(key, { value, at });
    },
  };
}
