import {
  openPostgresStore,
  openStore,
  type Store,
  type StoreLocation,
  type StoreOptions,
} from '../../server/storage/database/store.ts';

/** Opens a store that, on every engine, uses the clock of the test instead of the clock of the database. */
export const openOnClock = (place: StoreLocation, options: StoreOptions = {}): Store =>
  place.databaseUrl === null
    ? openStore(place, options)
    : openPostgresStore(place.databaseUrl, { ...options, hasClock: false });
