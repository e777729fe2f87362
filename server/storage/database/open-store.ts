import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresEngine, type PostgresOptions } from './engine/postgres.ts';
import { createSqliteEngine, type SqliteOptions } from './engine/sqlite.ts';
import { createStore, type Store, type StoreOptions } from './store.ts';

export interface StoreLocation {
  /** A `postgres://` or `postgresql://` URL; null for the embedded database. */
  databaseUrl: string | null;
  /** Folder of the embedded database. It is created with mode 0700, and its files with mode 0600. */
  dataDir: string;
  databasePoolSize?: number;
}

export function openStore(
  { databaseUrl, dataDir, databasePoolSize }: StoreLocation,
  options: StoreOptions = {},
): Store {
  if (databaseUrl !== null)
    return openPostgresStore(databaseUrl, {
      ...options,
      ...(databasePoolSize !== undefined && { maxConnections: databasePoolSize }),
    });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'service.db');
  // SQLite creates the other files of the database with the mode of this file.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  return openSqliteStore(file, options);
}

export const openPostgresStore = (connectionString: string, options: PostgresOptions & StoreOptions = {}): Store =>
  createStore(createPostgresEngine(connectionString, options), options);

export const openSqliteStore = (file: string, options: SqliteOptions & StoreOptions = {}): Store =>
  createStore(createSqliteEngine(file, options), options);
