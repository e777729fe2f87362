import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../../../generated/operations.ts';
import { type Clock, seconds, systemClock } from '../../domain/clock.ts';
import { assetStore } from './documents/asset-store.ts';
import { documentStore } from './documents/document-store.ts';
import { retentionStore } from './documents/retention-store.ts';
import { createDatabaseAccess, type Engine } from './engine/database-access.ts';
import { createPostgresEngine, type PostgresOptions } from './engine/postgres.ts';
import { createSqliteEngine, type SqliteOptions } from './engine/sqlite.ts';
import { environmentStore } from './environment/environment-store.ts';
import { orphanedFileStore } from './files/orphaned-file-store.ts';
import { groupCommits, type OnCommit } from './group-commits.ts';
import { encryptedValueStore } from './keys/encrypted-value-store.ts';
import { partnerStore } from './partners/partner-store.ts';
import { submissionStore } from './submissions/submission-store.ts';
import { userStore } from './users/user-store.ts';
import { verificationStore } from './verifications/verification-store.ts';
import { deliveryLogStore } from './webhooks/delivery-log-store.ts';
import { deliveryStore } from './webhooks/delivery-store.ts';
import { webhookStore } from './webhooks/webhook-store.ts';

export interface StoreOptions {
  machine?: Clock | undefined;
  onCommit?: OnCommit | undefined;
}

/** Creates the store. Methods reject with `StoreUnavailable`. A write is durable when its promise resolves. */
export function createStore(engine: Engine, { machine = systemClock, onCommit }: StoreOptions = {}) {
  const access = createDatabaseAccess(engine, machine);
  const requests = { ...submissionStore(access), ...verificationStore(access) };
  const { read: _read, write: _write, lock: _lock, ...database } = access;
  return {
    ...database,
    ...environmentStore(access),
    ...partnerStore(access),
    ...orphanedFileStore(access),
    ...requests,
    ...groupCommits(requests, seconds(service.submission_window_seconds), onCommit),
    ...assetStore(access),
    ...documentStore(access),
    ...retentionStore(access),
    ...userStore(access),
    ...webhookStore(access),
    ...deliveryStore(access),
    ...deliveryLogStore(access),
    ...encryptedValueStore(access),
  };
}

export type Store = ReturnType<typeof createStore>;

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
  if (databaseUrl !== null) return openPostgresStore(databaseUrl, { ...options, maxConnections: databasePoolSize });
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
