import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import type { Partner } from '../store/partners/partner-store.ts';
import type { Store } from '../store/store.ts';

/** Time within which a change to a partner takes effect on every instance. */
export const CACHE_LIFETIME: Micros = seconds(1);
const CACHE_SIZE = 10_000;

export interface PartnerDirectory {
  /**
   * Resolves to the partner, or to null if it may not act, because it is unknown or disabled. Every route and worker
   * that acts for a partner asks this function. The result is at most `CACHE_LIFETIME` old.
   */
  findActive(clientId: string): Promise<Partner | null>;
}

/**
 * Returns whether the string is a valid client ID: 1 to 255 printable ASCII characters (RFC 6749, appendix A.1). Other
 * strings must not reach the database, which cannot store NUL and unpaired surrogates.
 */
export function isClientId(text: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(text);
}

const NOBODY = Promise.resolve(null);

/** Creates a directory that reads partners from the store and caches them. */
export function createPartnerDirectory(deps: { store: Pick<Store, 'findPartner'>; clock: Clock }): PartnerDirectory {
  const { store, clock } = deps;
  let cache = { since: clock.now(), partners: new Map<string, Promise<Partner | null>>() };

  function findActive(clientId: string): Promise<Partner | null> {
    const now = clock.now();
    if (now < cache.since || now >= cache.since + CACHE_LIFETIME) cache = { since: now, partners: new Map() };
    const { partners } = cache;
    const known = partners.get(clientId);
    if (known !== undefined) return known;
    if (!isClientId(clientId)) return NOBODY;
    const found = store.findPartner(clientId).then((partner) => (partner?.disabledAt === null ? partner : null));
    // A full cache accepts no new entries, so that requests with invented IDs cannot evict partners.
    if (partners.size < CACHE_SIZE) partners.set(clientId, found);
    found.catch(() => partners.delete(clientId));
    return found;
  }

  return { findActive };
}
