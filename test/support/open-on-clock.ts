import {
  openPostgresStore,
  openStore,
  type Store,
  type StoreLocation,
  type StoreOptions,
} from '../../server/storage/database/store.ts';

/** Opens a store whose time is that of a test's clock, on every engine. */
export const openOnClock = (place: StoreLocation, options: StoreOptions = {}): Store =>
  place.databaseUrl === null
    ? openStore(place, options)
    : openPostgresStore(place.databaseUrl, { ...options, hasClock: false });
