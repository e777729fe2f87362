import type { Transaction } from 'kysely';
import { StoreUnavailable } from '../domain/unavailable.ts';
import { findAsset, recordUpload } from './documents/assets.ts';
import { createDocumentClaims } from './documents/document-claims.ts';
import { listDocuments, listMissingDocuments, recordDocument } from './documents/documents.ts';
import { deleteDocuments, keepDocuments, listDueDocuments } from './documents/due-documents.ts';
import { forgetLooseFiles, listLooseFiles, loosen } from './documents/loose-files.ts';
import type { Engine } from './engine/engine.ts';
import type { Database } from './engine/schema.ts';
import { inTransaction } from './engine/transaction.ts';
import { addPartner, findPartner, listPartners, updatePartner } from './partners/partners.ts';
import {
  addSigningKey,
  deleteSigningKeysSupersededBefore,
  listSigningKeys,
} from './partners/signing-keys.ts';
import type { Store } from './store.ts';
import { addSubmissions } from './submissions/add-submissions.ts';
import {
  cancelExpiredSubmissions,
  changeSubmission,
  findSubmissionByRequestId,
  listAssets,
  listCompletedSubmissions,
} from './submissions/lifecycle.ts';
import { findSubmissions, readContent } from './submissions/submissions.ts';
import { ensureUser, findUser, findUserByAccount, noteMobileSignIn } from './users/users.ts';
import {
  addVerificationRequest,
  changeVerification,
  expireVerifications,
  findVerificationRequests,
  readVerificationContent,
} from './verifications/verification-requests.ts';
import { createClaims } from './webhooks/claims.ts';
import { recordAttempts, releaseDeliveries } from './webhooks/deliveries.ts';
import {
  addTestDelivery,
  emptyDeliveryLog,
  listDeliveries,
  redeliver,
  trimDeliveryLog,
} from './webhooks/delivery-log.ts';
import {
  addWebhook,
  deleteWebhook,
  findDeliveryTargets,
  findWebhook,
  listWebhooks,
  replaceWebhook,
  rotateWebhookSecret,
} from './webhooks/webhooks.ts';

/** As many rows as one transaction deletes when there may be any number. */
const PORTION = 1000;

/** The store over either engine. It owns the engine's connections: `close` ends them once the calls in flight are done. */
export function createKyselyStore(engine: Engine): Store {
  const { db, locksRows: lockRows } = engine;
  const claimDeliveries = createClaims(engine);
  const claimDocuments = createDocumentClaims(engine);
  const inFlight = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  let pinging: Promise<void> | undefined;

  async function answer<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The store is closed');
    const pending = work();
    inFlight.add(pending);
    try {
      return await pending;
    } catch (error) {
      if (error instanceof StoreUnavailable || !engine.isUnavailable(error)) throw error;
      throw new StoreUnavailable('The database could not answer', { cause: error });
    } finally {
      inFlight.delete(pending);
    }
  }

  /** Every write runs in a transaction: that is where the engines wait for locks and where a lost race is run again. */
  const transact = <T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
    answer(() => inTransaction(engine, work));

  async function close(): Promise<void> {
    await Promise.allSettled(inFlight);
    await db.destroy();
  }

  return {
    migrate: () => answer(() => engine.migrate()),
    ping() {
      // Anybody may ask for it, any number of times at once: they share one, and take no more than one connection.
      pinging ??= answer(() => engine.ping()).finally(() => {
        pinging = undefined;
      });
      return pinging;
    },
    close() {
      closing ??= close();
      return closing;
    },

    addPartner: (partner) => transact((trx) => addPartner(trx, partner)),
    findPartner: (clientId) => answer(() => findPartner(db, clientId)),
    listPartners: () => answer(() => listPartners(db)),
    updatePartner: (clientId, change) =>
      transact((trx) => updatePartner({ trx, lockRows }, clientId, change)),

    addSigningKey: (key) => transact((trx) => addSigningKey(trx, key)),
    listSigningKeys: () => answer(() => listSigningKeys(db)),
    deleteSigningKeysSupersededBefore: (before) =>
      transact((trx) => deleteSigningKeysSupersededBefore(trx, before)),

    addSubmissions: (submissions, windowMicros) =>
      transact((trx) => addSubmissions({ trx, windowMicros, lockRows }, submissions)),
    findSubmissions: (keys) => answer(() => findSubmissions(db, keys)),
    readContent: (requestId) => answer(() => readContent(db, requestId)),

    announceFile: (fileKey, at) => transact((trx) => loosen(trx, [fileKey], at)),
    listLooseFiles: (before, limit, after) => answer(() => listLooseFiles(db, before, limit, after)),
    forgetLooseFiles: (fileKeys) => transact((trx) => forgetLooseFiles(trx, fileKeys)),
    findAsset: (assetKey) => answer(() => findAsset(db, assetKey)),
    recordUpload: (assetKey, file, windowMicros) =>
      transact((trx) => recordUpload(trx, { assetKey, file, windowMicros, lockRows })),

    findSubmissionByRequestId: (requestId) => answer(() => findSubmissionByRequestId(db, requestId)),
    changeSubmission: (requestId, change) =>
      transact((trx) => changeSubmission({ trx, lockRows }, requestId, change)),
    listCompletedSubmissions: (userId) => answer(() => listCompletedSubmissions(db, userId)),
    listAssets: (requestId) => answer(() => listAssets(db, requestId)),
    cancelExpiredSubmissions: (options) =>
      transact((trx) => cancelExpiredSubmissions({ trx, lockRows }, options)),
    listDueDocuments: (options) => answer(() => listDueDocuments(db, options)),
    keepDocuments: (requestIds, at) => transact((trx) => keepDocuments(trx, requestIds, at)),
    deleteDocuments: (requestId, options) =>
      transact((trx) => deleteDocuments({ trx, lockRows }, requestId, options)),

    claimDocuments: (options) => answer(() => claimDocuments(options)),
    recordDocument: (record) => transact((trx) => recordDocument({ trx, lockRows }, record)),
    listDocuments: (requestId) => answer(() => listDocuments(db, requestId)),
    listMissingDocuments: (options) => answer(() => listMissingDocuments(db, options)),

    ensureUser: (candidate) => transact((trx) => ensureUser(trx, candidate)),
    findUser: (id) => answer(() => findUser(db, id)),
    findUserByAccount: (accountHash) => answer(() => findUserByAccount(db, accountHash)),
    noteMobileSignIn: (id, at) => transact((trx) => noteMobileSignIn(trx, id, at)),

    addVerificationRequest: (request) => transact((trx) => addVerificationRequest(trx, request)),
    findVerificationRequests: (clientId, requestIds) =>
      answer(() => findVerificationRequests(db, clientId, requestIds)),
    readVerificationContent: (key) => answer(() => readVerificationContent(db, key)),
    changeVerification: (key, change) =>
      transact((trx) => changeVerification({ trx, lockRows }, key, change)),
    expireVerifications: (options) => transact((trx) => expireVerifications({ trx, lockRows }, options)),

    addWebhook: (webhook, max) => transact((trx) => addWebhook({ trx, lockRows }, webhook, max)),
    listWebhooks: (clientId) => answer(() => listWebhooks(db, clientId)),
    findWebhook: (key) => answer(() => findWebhook(db, key)),
    replaceWebhook: (key, change) => transact((trx) => replaceWebhook(trx, key, change)),
    rotateWebhookSecret: (key, rotation) => transact((trx) => rotateWebhookSecret(trx, key, rotation)),
    async deleteWebhook(key) {
      // A long log in one transaction would hold up everybody on SQLite, and outlast the time limit on PostgreSQL.
      while ((await transact((trx) => emptyDeliveryLog(trx, key, PORTION))) === PORTION);
      return transact((trx) => deleteWebhook(trx, key));
    },

    addTestDelivery: (key, entry) => transact((trx) => addTestDelivery({ trx, lockRows }, key, entry)),
    redeliver: (key, entry) => transact((trx) => redeliver({ trx, lockRows }, key, entry)),
    listDeliveries: (key, page) => answer(() => listDeliveries(db, key, page)),
    claimDeliveries: (options) => answer(() => claimDeliveries(options)),
    findDeliveryTargets: (webhookIds) => answer(() => findDeliveryTargets(db, webhookIds)),
    recordAttempts: (records) => transact((trx) => recordAttempts({ trx, lockRows }, records)),
    trimDeliveryLog: (options) => transact((trx) => trimDeliveryLog({ trx, lockRows }, options)),
    releaseDeliveries: (claim, deliveryIds) => transact((trx) => releaseDeliveries(trx, claim, deliveryIds)),
  };
}
