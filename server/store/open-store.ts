import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresEngine, type PostgresOptions } from './engine/postgres.ts';
import { createSqliteEngine, type SqliteOptions } from './engine/sqlite.ts';
import { createStore, type Store } from './store.ts';

export interface StoreLocation {
  /** A `postgres://` or `postgresql://` URL; null for the embedded database. */
  databaseUrl: string | null;
  /** Folder of the embedded database. If it does not exist, it is created with mode 0700. */
  dataDir: string;
}

/** Opens the configured store. */
export function openStore({ databaseUrl, dataDir }: StoreLocation): Store {
  if (databaseUrl !== null) return openPostgresStore(databaseUrl);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return openSqliteStore(join(dataDir, 'service.db'));
}

/** Opens a store in a PostgreSQL database, which any number of instances can share. */
export const openPostgresStore = (connectionString: string, options?: PostgresOptions): Store =>
  createStore(createPostgresEngine(connectionString, options));

/** Opens a store in a SQLite file. The first method call opens the file, or creates it. */
export const openSqliteStore = (file: string, options?: SqliteOptions): Store =>
  createStore(createSqliteEngine(file, options));
