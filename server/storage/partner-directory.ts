import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { lookalikeOf } from '../domain/lookalike.ts';
import type { Partner } from './database/partners/partner-store.ts';
import type { Store } from './database/store.ts';

/** Time within which a change to a partner takes effect on every instance. */
export const CACHE_LIFETIME: Micros = seconds(1);
const CACHE_SIZE = 10_000;

export type PartnerDirectory = ReturnType<typeof createPartnerDirectory>;

/** Returns whether the string is a client ID: 1 to 255 printable ASCII characters without spaces (RFC 6749, A.1). */
export function isClientId(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

const NO_PARTNER = Promise.resolve(null);

interface Cache {
  since: Micros;
  partners: Map<string, Promise<Partner | null>>;
  lookalike?: Promise<ReturnType<typeof lookalikeOf>>;
}

const emptyCache = (since: Micros): Cache => ({ since, partners: new Map() });

export function createPartnerDirectory(deps: { store: Pick<Store, 'findPartner' | 'listPartners'>; clock: Clock }) {
  const { store, clock } = deps;
  let cache = emptyCache(clock.now());

  function currentCache(): Cache {
    const now = clock.now();
    if (now < cache.since || now >= cache.since + CACHE_LIFETIME) cache = emptyCache(now);
    return cache;
  }

  function findActive(clientId: string): Promise<Partner | null> {
    const { partners } = currentCache();
    const known = partners.get(clientId);
    if (known !== undefined) return known;
    if (!isClientId(clientId)) return NO_PARTNER;
    const found = store.findPartner(clientId).then((partner) => (partner?.disabledAt === null ? partner : null));
    // A full cache accepts no new entries, so that requests with invented IDs cannot evict partners.
    if (partners.size < CACHE_SIZE) partners.set(clientId, found);
    found.catch(() => partners.delete(clientId));
    return found;
  }

  return {
    /** Resolves to the partner; null if it is unknown or disabled. The result is at most `CACHE_LIFETIME` old. */
    findActive,
    /** Resolves to whether a name looks like the registered name of another partner, and unlike the partner's own. */
    async isLookalike(name: string, { name: own }: Pick<Partner, 'name'>): Promise<boolean> {
      const current = currentCache();
      current.lookalike ??= store.listPartners().then((all) => lookalikeOf(all.map((partner) => partner.name)));
      return (await current.lookalike)(name, own);
    },
  };
}
