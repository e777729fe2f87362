import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { service } from '../../../generated/operations.ts';
import { type Clock, type Micros, seconds, systemClock } from '../../domain/clock.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { assetStore } from './documents/asset-store.ts';
import { documentStore } from './documents/document-store.ts';
import { retentionStore } from './documents/retention-store.ts';
import { createDatabaseAccess, type Engine } from './engine/database-access.ts';
import { createPostgresEngine, type PostgresOptions } from './engine/postgres.ts';
import { createSqliteEngine, type SqliteOptions } from './engine/sqlite.ts';
import { environmentStore } from './environment/environment-store.ts';
import { orphanedFileStore } from './files/orphaned-file-store.ts';
import { encryptedValueStore } from './keys/encrypted-value-store.ts';
import { partnerStore } from './partners/partner-store.ts';
import { keyOf, type NewSubmission, type SubmissionKey } from './submissions/submission.ts';
import { type SubmissionStore, submissionStore } from './submissions/submission-store.ts';
import { userStore } from './users/user-store.ts';
import { type VerificationStore, verificationStore } from './verifications/verification-store.ts';
import { deliveryLogStore } from './webhooks/delivery-log-store.ts';
import { deliveryStore } from './webhooks/delivery-store.ts';
import { webhookStore } from './webhooks/webhook-store.ts';

export interface StoreOptions {
  machine?: Clock | undefined;
  onCommit?: ((submissions: number, durationMs: number) => void) | undefined;
}

/** Creates the store. Methods reject with `StoreUnavailable` if the database fails. A resolved write is durable. */
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

const MAX_BATCH = 256;

const INSERT_LIMITS = {
  max: MAX_BATCH,
  sizeOf: ({ content }: { content: Uint8Array }) => content.byteLength,
  maxBytes: 4 * 1024 * 1024,
  maxWaitingBytes: 64 * 1024 * 1024,
};

/** Calls reject with `StoreUnavailable` if the queue of inserts is full. */
export function groupCommits(
  store: SubmissionStore & VerificationStore,
  window: Micros,
  onCommit?: StoreOptions['onCommit'],
) {
  const addSubmissions = async (submissions: NewSubmission[]) => {
    const startedAt = performance.now();
    const results = await store.addSubmissions(submissions, window);
    onCommit?.(submissions.length, performance.now() - startedAt);
    return results;
  };
  const findSubmissions = async (keys: SubmissionKey[]) => {
    const found = await store.findSubmissions(keys);
    const byKey = new Map(found.map((submission) => [keyOf(submission), submission]));
    return keys.map((key) => byKey.get(keyOf(key)) ?? null);
  };
  return {
    addSubmission: createBatcher(addSubmissions, INSERT_LIMITS),
    addVerificationRequest: createBatcher(store.addVerificationRequests, INSERT_LIMITS),
    findSubmission: createBatcher(findSubmissions, { max: MAX_BATCH }),
  };
}

export interface StoreLocation {
  /** Null for the embedded database. */
  databaseUrl: string | null;
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
  // Sets the mode first, because SQLite creates the other database files with the mode of this file.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  return openSqliteStore(file, options);
}

export const openPostgresStore = (connectionString: string, options: PostgresOptions & StoreOptions = {}): Store =>
  createStore(createPostgresEngine(connectionString, options), options);

export const openSqliteStore = (file: string, options: SqliteOptions & StoreOptions = {}): Store =>
  createStore(createSqliteEngine(file, options), options);
