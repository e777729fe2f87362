import { sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database, Row } from '../engine/schema.ts';
import { addLooseFiles } from '../files/loose-file-store.ts';
import { releaseFiles } from '../files/waiting-files.ts';

/** A submission that ends without ever being completed, and when it ended. */
export interface Cancellation {
  requestId: string;
  finalizedAt: Micros;
}

/**
 * Cancels submissions and erases what they hold: the content, and the assets and documents with their files, which are
 * loose since `now`. Resolves to the keys of these files. Where rows are locked, the caller has locked them.
 */
export async function eraseSubmissions(
  trx: Transaction<Database>,
  cancellations: readonly Cancellation[],
  now: Micros,
): Promise<string[]> {
  const files: Pick<Row<'assets'>, 'request_id' | 'file_key' | 'file_size'>[] = [];
  for (const some of chunks(cancellations)) {
    await cancel(trx, some);
    const requestIds = some.map(({ requestId }) => requestId);
    for (const table of ['assets', 'documents'] as const) {
      const rows = await trx
        .deleteFrom(table)
        .where('request_id', 'in', requestIds)
        .returning(['request_id', 'file_key', 'file_size'])
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
    .whereRef('request_id', '=', 'submission')
    .execute();
}
