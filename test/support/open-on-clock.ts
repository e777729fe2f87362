import type { Clock } from '../../server/domain/clock.ts';
import { openPostgresStore, openStore, type StoreLocation } from '../../server/storage/database/open-store.ts';
import type { Store } from '../../server/storage/database/store.ts';

/** Opens a store whose time is that of a test's clock, on every engine. */
export const openOnClock = (place: StoreLocation, clock?: Clock): Store =>
  place.databaseUrl === null
    ? openStore(place, clock)
    : openPostgresStore(place.databaseUrl, { machine: clock, hasClock: false });
