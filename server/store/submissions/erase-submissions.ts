import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunksByPartner } from '../engine/chunks.ts';
import type { WriteContext } from '../engine/database-access.ts';
import { partnersOf } from '../engine/partners-of.ts';
import type { Database } from '../engine/schema.ts';
import { addLooseFiles } from '../files/loose-file-store.ts';
import { type CountedFile, releaseFiles } from '../files/waiting-files.ts';
import { requestIdsOf } from './submission-key.ts';
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
  const files: (CountedFile & { file_key: string | null })[] = [];
  for (const some of chunksByPartner(cancellations, context, ({ clientId }) => clientId)) {
    await cancel(trx, some);
    for (const table of ['assets', 'documents'] as const) {
      const rows = await trx
        .deleteFrom(table)
        .where('client_id', 'in', partnersOf(some))
        .where('request_id', 'in', requestIdsOf(some))
        .returning(['client_id', 'file_key', 'file_size'])
        .execute();
      for (const row of rows) if (row.file_key !== null) files.push(row);
    }
  }
  await releaseFiles(trx, files);
  const fileKeys = files.flatMap((file) => file.file_key ?? []);
  await addLooseFiles(trx, fileKeys, now);
  return fileKeys;
}

async function cancel(trx: Transaction<Database>, cancellations: readonly Cancellation[]): Promise<void> {
  const values = cancellations.map(
    ({ requestId, finalizedAt }) => sql`(cast(${requestId} as text), cast(${finalizedAt} as bigint))`,
  );
  await trx
    .with(
      'ended(submission, ended_at)',
      () => sql<{ submission: string; ended_at: Micros }>`(values ${sql.join(values)})`,
    )
    .updateTable('submissions')
    .from('ended')
    .set((eb) => ({ state: 'canceled', finalized_at: eb.ref('ended_at'), key_id: null, content: null }))
    .where('client_id', 'in', partnersOf(cancellations))
    .whereRef('request_id', '=', 'submission')
    .execute();
}
