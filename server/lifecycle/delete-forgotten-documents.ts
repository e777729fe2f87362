import { openJson, sealJson, submissionContent } from '../crypto/sealed-json.ts';
import type { Sealed } from '../crypto/sealer.ts';
import { withoutDocuments } from '../domain/documents.ts';
import { DOCUMENTS_KEPT, mustDeleteDocuments } from '../domain/submission.ts';
import type { DueDocuments } from '../store/documents/retention-store.ts';
import { deleteLooseFiles } from './loose-files.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<LifecycleParts, 'store' | 'files' | 'sealer' | 'clock' | 'log'>;

const BATCH = 100;

/**
 * Deletes the documents of submissions that have been completed for `DOCUMENTS_KEPT` and whose user has not signed in
 * on the mobile application since (service description 3). Other credential data stays. Resolves to the number of
 * submissions. Any number of instances may run it at once. Rejects with `StoreUnavailable`; the rest is found the next
 * time.
 */
export async function deleteForgottenDocuments(parts: Parts): Promise<number> {
  const { store, clock, log } = parts;
  const now = clock.now();
  const broken: { requestId: string; reason: string }[] = [];
  let total = 0;
  let last: DueDocuments | undefined;
  do {
    const due: DueDocuments[] = await store.listDueDocuments({
      completedBy: now - DOCUMENTS_KEPT,
      limit: BATCH,
      ...(last && { after: last }),
    });
    const isForgotten = (one: DueDocuments) => mustDeleteDocuments(one, one.mobileSignedInAt, now);
    const kept = due.filter((one) => !isForgotten(one));
    if (kept.length > 0) await store.keepDocuments(kept, now);
    for (const one of due.filter(isForgotten)) {
      const { requestId } = one;
      const content = await strippedContent(parts, one);
      if ('reason' in content) {
        broken.push({ requestId, reason: content.reason });
        continue;
      }
      const looseFiles = await store.deleteDocuments(one, { content, at: now });
      if (looseFiles === null) continue;
      total++;
      // Deleted at once; if this process ends before, the files are loose and are collected later.
      await deleteLooseFiles(parts, looseFiles);
    }
    last = due.at(-1);
  } while (last !== undefined);
  if (broken.length > 0) {
    // One log line for all, because a missing key may affect any number.
    const some = broken.slice(0, 10);
    log.error({ count: broken.length, some }, 'documents that are to be deleted were not: no content to open');
  }
  return total;
}

/** The content without its documents, or the name of the error. Its message may quote the content. */
async function strippedContent({ store, sealer }: Parts, due: DueDocuments): Promise<Sealed | { reason: string }> {
  const sealed = await store.readContent(due);
  if (sealed === null) return { reason: 'NoContent' };
  try {
    const context = submissionContent(due.requestId);
    return sealJson(sealer, context, withoutDocuments(due.kind, openJson(sealer, context, sealed)));
  } catch (error) {
    return { reason: error instanceof Error ? error.name : 'Error' };
  }
}
