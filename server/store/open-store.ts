import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresEngine, type PostgresOptions } from './engine/postgres.ts';
import { createSqliteEngine, type SqliteOptions } from './engine/sqlite.ts';
import { createStore, type Store } from './store.ts';

export interface StoreLocation {
  /** A `postgres://` or `postgresql://` URL; null for the embedded database. */
  databaseUrl: string | null;
  /** The folder of the embedded database, made for this user alone when it is not there. */
  dataDir: string;
}

/** The store that the settings name, not yet migrated. Throws a TypeError, without the URL in it, for any other URL. */
export function openStore({ databaseUrl, dataDir }: StoreLocation): Store {
  if (databaseUrl !== null) {
    if (!databaseUrl.startsWith('postgres')) throw new TypeError('The database URL is not one of PostgreSQL');
    return openPostgresStore(databaseUrl);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return openSqliteStore(join(dataDir, 'service.db'));
}

/** In a PostgreSQL database, for any number of instances. */
export const openPostgresStore = (connectionString: string, options?: PostgresOptions): Store =>
  createStore(createPostgresEngine(connectionString, options));

/** In one SQLite file, which the first call opens, and makes when it is not there. */
export const openSqliteStore = (file: string, options?: SqliteOptions): Store =>
  createStore(createSqliteEngine(file, options));
