import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { lookalikeOf } from '../domain/lookalike.ts';
import type { Partner } from './database/partners/partner-store.ts';
import type { Store } from './database/store.ts';

/** Maximum time until a change to a partner takes effect on all instances. */
export const CACHE_LIFETIME: Micros = seconds(1);
const CACHE_SIZE = 10_000;

export type PartnerDirectory = ReturnType<typeof createPartnerDirectory>;

/** Permits 1 to 255 printable ASCII characters without spaces (RFC 6749, A.1). */
export function isClientId(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

export function createPartnerDirectory(deps: { store: Pick<Store, 'findPartner' | 'listPartners'>; clock: Clock }) {
  const { store, clock } = deps;
  let since = clock.now();
  let partners = new Map<string, Promise<Partner | null>>();
  let lookalike: Promise<ReturnType<typeof lookalikeOf>> | undefined;

  function dropOutdated(): void {
    const now = clock.now();
    if (now >= since && now < since + CACHE_LIFETIME) return;
    since = now;
    partners = new Map();
    lookalike = undefined;
  }

  function findActive(clientId: string): Promise<Partner | null> {
    dropOutdated();
    const cached = partners;
    const known = cached.get(clientId);
    if (known !== undefined) return known;
    if (!isClientId(clientId)) return Promise.resolve(null);
    const found = store.findPartner(clientId).then((partner) => (partner?.disabledAt === null ? partner : null));
    // A full cache accepts no new entries, so that requests with invented IDs cannot evict partners.
    if (cached.size < CACHE_SIZE) cached.set(clientId, found);
    found.catch(() => cached.delete(clientId));
    return found;
  }

  return {
    findActive,
    async isLookalike(name: string, { name: own }: Pick<Partner, 'name'>): Promise<boolean> {
      dropOutdated();
      lookalike ??= store.listPartners().then((all) => lookalikeOf(all.map((partner) => partner.name)));
      return (await lookalike)(name, own);
    },
  };
}
