import { service } from '../../../generated/operations.ts';
import { type Clock, seconds, systemClock } from '../../domain/clock.ts';
import { assetStore } from './documents/asset-store.ts';
import { documentStore } from './documents/document-store.ts';
import { retentionStore } from './documents/retention-store.ts';
import { createDatabaseAccess, type Engine } from './engine/database-access.ts';
import { environmentStore } from './environment/environment-store.ts';
import { orphanedFileStore } from './files/orphaned-file-store.ts';
import { encryptedValueStore } from './keys/encrypted-value-store.ts';
import { partnerStore } from './partners/partner-store.ts';
import { groupCommits, type OnCommit, submissionStore } from './submissions/submission-store.ts';
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
  const submissions = submissionStore(access);
  const { read: _read, write: _write, lock: _lock, ...database } = access;
  return {
    ...database,
    ...environmentStore(access),
    ...partnerStore(access),
    ...orphanedFileStore(access),
    ...submissions,
    ...groupCommits(submissions, seconds(service.submission_window_seconds), onCommit),
    ...assetStore(access),
    ...documentStore(access),
    ...retentionStore(access),
    ...userStore(access),
    ...webhookStore(access),
    ...deliveryStore(access),
    ...deliveryLogStore(access),
    ...verificationStore(access),
    ...encryptedValueStore(access),
  };
}

export type Store = ReturnType<typeof createStore>;
