import { setTimeout as sleep } from 'node:timers/promises';
import { webhookDelivery } from '../../../generated/operations.ts';
import { seconds } from '../../domain/clock.ts';
import { withoutDocuments } from '../../domain/documents.ts';
import { DOCUMENTS_KEPT, mustDeleteDocuments } from '../../domain/submission-lifecycle.ts';
import { RESULTS_KEPT } from '../../domain/verification-lifecycle.ts';
import type { SweepCounts } from '../../platform/telemetry/telemetry.ts';
import { deleteOrphanedFiles } from '../../storage/changes/orphaned-files.ts';
import type { DueDocuments } from '../../storage/database/documents/retention-store.ts';
import { decryptJson, encryptJson, submissionContent } from '../../storage/encryption/encrypted-json.ts';
import type { Encrypted } from '../../storage/encryption/encryptor.ts';
import type { DeliveryServices, ReportServices, StorageServices } from '../../storage/services.ts';

/** Several instances can run the sweeps at the same time. */
export async function sweep(parts: StorageServices & DeliveryServices & ReportServices) {
  const canceled = await cancelExpired(parts);
  const stripped = await deleteForgottenDocuments(parts);
  logSweep(parts, { submissions: canceled, documents_of: stripped });
  if (canceled + stripped > 0)
    parts.security({ event: 'erased', actor: 'service', submissions: canceled, documents_of: stripped });
  return { canceled, stripped };
}

/** Keeps transactions short, because a long transaction would delay concurrent inserts on SQLite. */
const SUBMISSIONS_BATCH = 25;

const PAUSE_MS = 50;

export async function* pagesOf<T, O extends object>(
  list: (options: O & { after?: T }) => Promise<readonly T[]>,
  options: O,
): AsyncGenerator<readonly T[]> {
  let page = await list(options);
  while (page.length > 0) {
    yield page;
    page = await list({ ...options, after: page.at(-1) as T });
  }
}

async function inBatches(size: number, erase: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const erased = await erase(size);
    total += erased;
    if (erased < size) return total;
    await sleep(PAUSE_MS);
  }
}

export function cancelExpired(parts: StorageServices & DeliveryServices & ReportServices): Promise<number> {
  const { store, submissionWindow: window } = parts;
  return inBatches(SUBMISSIONS_BATCH, async (limit) => {
    const { canceled, orphanedFiles } = await store.cancelExpiredSubmissions({ window, limit });
    // If the process stops before it deletes these files, a later sweep deletes them.
    await deleteOrphanedFiles(parts, orphanedFiles);
    if (canceled > 0) parts.dispatcher.wake();
    return canceled;
  });
}

type Parts = StorageServices & ReportServices;

const BATCH = 100;

/** Deletes documents of users who did not sign in on the mobile application within `DOCUMENTS_KEPT`. */
export async function deleteForgottenDocuments(parts: Parts): Promise<number> {
  const { store, clock, log } = parts;
  const now = clock.now();
  const broken: { requestId: string; reason: string }[] = [];
  let total = 0;
  const isForgotten = (one: DueDocuments) => mustDeleteDocuments(one, one.mobileSignedInAt, now);
  const completedBy = now - DOCUMENTS_KEPT;
  for await (const due of pagesOf(store.listDueDocuments, { completedBy, limit: BATCH })) {
    await store.keepDocuments(due.filter((one) => !isForgotten(one)));
    for (const one of due.filter(isForgotten)) {
      const content = await strippedContent(parts, one);
      if ('reason' in content) {
        broken.push({ requestId: one.requestId, reason: content.reason });
        continue;
      }
      const orphanedFiles = await store.deleteDocuments(one, content);
      if (orphanedFiles === null) continue;
      total++;
      await deleteOrphanedFiles(parts, orphanedFiles);
    }
  }
  if (broken.length > 0) {
    const about = { count: broken.length, some: broken.slice(0, 10) };
    log.error(about, 'documents due for deletion were kept: their content could not be decrypted');
  }
  return total;
}

/** Resolves to the encrypted content without documents, or to the reason why the content cannot be read. */
async function strippedContent(
  { store, encryptor }: Parts,
  due: DueDocuments,
): Promise<Encrypted | { reason: string }> {
  const encrypted = await store.readContent(due);
  if (encrypted === null) return { reason: 'NoContent' };
  try {
    const context = submissionContent(due);
    return encryptJson(encryptor, context, withoutDocuments(due.kind, decryptJson(encryptor, context, encrypted)));
  } catch (error) {
    return { reason: error instanceof Error ? error.name : 'Error' };
  }
}

export async function expireVerifications(parts: StorageServices & DeliveryServices & ReportServices): Promise<number> {
  const { store, verificationWindow: window, dispatcher } = parts;
  const expired = await inBatches(BATCH, async (limit) => {
    const canceled = await store.expireVerifications({ window, limit });
    if (canceled > 0) dispatcher.wake();
    return canceled;
  });
  logSweep(parts, { verification_requests: expired });
  return expired;
}

/** Deletes ended verification requests, and then idle users without data. */
export async function forget(parts: Parts): Promise<{ results: number; people: number }> {
  const { store } = parts;
  const results = await inBatches(BATCH, (limit) => store.forgetVerifications({ age: RESULTS_KEPT, limit }));
  let people = 0;
  for (let after: string | null = ''; after !== null; ) {
    const options = { age: RESULTS_KEPT, limit: BATCH, after };
    const { forgotten, last }: Awaited<ReturnType<typeof store.forgetUsers>> = await store.forgetUsers(options);
    people += forgotten;
    after = last;
  }
  logSweep(parts, { results, people });
  return { results, people };
}

const DELIVERIES = 500;

export async function trimDeliveryLog(parts: Parts): Promise<void> {
  const age = seconds(webhookDelivery.log_seconds);
  const deliveries = await inBatches(DELIVERIES, (limit) => parts.store.trimDeliveryLog({ age, limit }));
  logSweep(parts, { deliveries });
}

/** Longer than any upload takes, because a file counts as orphaned until its upload ends. */
const ORPHANED_AFTER = seconds(3600);

/** Longer than a restore takes, because the database does not list all files until the restore ends. */
const UNKNOWN_AFTER = seconds(24 * 3600);

export async function collectOrphanedFiles(parts: Parts): Promise<void> {
  const before = parts.clock.now() - ORPHANED_AFTER;
  let deleted = 0;
  for await (const orphaned of pagesOf(parts.store.listOrphanedFiles, { before, limit: BATCH })) {
    const fileKeys = orphaned.map(({ fileKey }) => fileKey);
    deleted += await deleteOrphanedFiles(parts, fileKeys);
  }
  logSweep(parts, { orphaned_files: deleted });
}

/** Deletes files that the database does not list, for example after the restore of an older backup. */
export async function collectUnknownFiles(parts: Parts): Promise<void> {
  const { store, files, clock } = parts;
  let deleted = 0;
  for await (const page of files.list()) {
    const old = page.filter(({ changedAt }) => changedAt < clock.now() - UNKNOWN_AFTER);
    const unknown = await store.findUnknownFiles(old.map(({ fileKey }) => fileKey));
    deleted += await deleteOrphanedFiles(parts, unknown);
  }
  logSweep(parts, { unknown_files: deleted });
}

function logSweep({ log, telemetry }: Pick<ReportServices, 'log' | 'telemetry'>, counts: SweepCounts): void {
  telemetry.swept(counts);
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'swept');
}
