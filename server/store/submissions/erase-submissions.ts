import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { lockableChunks, partnersOf, requestIdsOf } from '../engine/by-partner.ts';
import type { WriteContext } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { valuesOf } from '../engine/statements.ts';
import { addLooseFiles, type CountedFile, releaseFiles } from '../files/loose-file-store.ts';
import type { SubmissionId } from './submission-store.ts';

/** A submission that ends without ever being completed, and when it ended. */
export interface Cancellation extends SubmissionId {
  finalizedAt: Micros;
}

/**
 * Cancels submissions and erases what they hold: the content, and the assets and documents with their files, which are
 * loose since `now`. Resolves to the keys of these files. Where rows are locked, the caller has locked them.
 */
export async function eraseSubmissions(
  context: WriteContext,
  cancellations: readonly Cancellation[],
  now: Micros,
): Promise<string[]> {
  const { trx } = context;
  const files: HeldFile[] = [];
  for (const some of lockableChunks(cancellations, context)) {
    await cancel(trx, some);
    files.push(...(await deleteFiles(trx, some)));
  }
  await releaseFiles(trx, files);
  const fileKeys = files.flatMap((file) => file.file_key ?? []);
  await addLooseFiles(trx, fileKeys, now);
  return fileKeys;
}

/** Erases a completed submission likewise, of which nothing is left but that and when. Its row is locked. */
export async function eraseCompleted(trx: Transaction<Database>, id: SubmissionId, now: Micros): Promise<string[]> {
  await trx
    .updateTable('submissions')
    .set({ key_id: null, content: null, owner_id: null, documents_deleted_at: now })
    .where(({ and }) => and({ client_id: id.clientId, request_id: id.requestId }))
    .execute();
  const fileKeys = (await deleteFiles(trx, [id])).flatMap((file) => file.file_key ?? []);
  await addLooseFiles(trx, fileKeys, now);
  return fileKeys;
}

type HeldFile = CountedFile & { file_key: string | null };

/** The assets and documents; resolves to those that have a file. */
async function deleteFiles(trx: Transaction<Database>, ids: readonly SubmissionId[]): Promise<HeldFile[]> {
  const files: HeldFile[] = [];
  for (const table of ['assets', 'documents'] as const) {
    const rows = await trx
      .deleteFrom(table)
      .where('client_id', 'in', partnersOf(ids))
      .where('request_id', 'in', requestIdsOf(ids))
      .returning(['client_id', 'file_key', 'file_size'])
      .execute();
    files.push(...rows.filter((row) => row.file_key !== null));
  }
  return files;
}

async function cancel(trx: Transaction<Database>, cancellations: readonly Cancellation[]): Promise<void> {
  const ended = cancellations.map(({ requestId, finalizedAt }) => [requestId, finalizedAt]);
  await trx
    .with('ended(submission, ended_at)', () => valuesOf<{ submission: string; ended_at: unknown }>(ended))
    .updateTable('submissions')
    .from('ended')
    .set({
      state: 'canceled',
      finalized_at: sql<Micros>`cast(ended_at as bigint)`,
      key_id: null,
      content: null,
      owner_id: null,
    })
    .where('client_id', 'in', partnersOf(cancellations))
    .whereRef('request_id', '=', 'submission')
    .execute();
}
