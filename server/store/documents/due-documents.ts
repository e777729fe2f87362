import { type Kysely, sql, type Transaction } from 'kysely';
import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import type { WriteContext } from '../engine/write-context.ts';
import { HELD_COLUMNS, toHeldSubmission } from '../rows.ts';
import type { DueDocuments, HeldSubmission } from '../submissions/lifecycle-store.ts';
import { dropDocumentFiles } from './documents.ts';
import { loosen } from './loose-files.ts';

export async function listDueDocuments(
  db: Kysely<Database>,
  options: { completedBy: Micros; limit: number; after?: HeldSubmission },
): Promise<DueDocuments[]> {
  const { completedBy, limit, after } = options;
  let query = db
    .selectFrom('submissions')
    .leftJoin('users', 'users.id', 'submissions.owner_id')
    .select(HELD_COLUMNS.map((column) => `submissions.${column}` as const))
    .select('mobile_signed_in_at')
    // These as in the partial index, so that both planners see that it holds every such row.
    .where('state', '=', sql.lit('completed' as const))
    .where('documents_deleted_at', 'is', null)
    .where('documents_kept_at', 'is', null)
    .where('finalized_at', '<=', completedBy);
  if (after?.finalizedAt != null) {
    const { finalizedAt, requestId } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('finalized_at', 'request_id'), '>', tuple(finalizedAt, requestId)),
    );
  }
  const rows = await query.orderBy('finalized_at').orderBy('request_id').limit(limit).execute();
  return rows.map((row) => ({ ...toHeldSubmission(row), mobileSignedInAt: row.mobile_signed_in_at }));
}

export async function keepDocuments(
  trx: Transaction<Database>,
  requestIds: readonly string[],
  at: Micros,
): Promise<void> {
  for (const some of chunks(requestIds)) {
    await trx
      .updateTable('submissions')
      .set({ documents_kept_at: at })
      .where('request_id', 'in', some)
      .where('documents_deleted_at', 'is', null)
      .where('documents_kept_at', 'is', null)
      .execute();
  }
}

export async function deleteDocuments(
  { trx, lockRows }: WriteContext,
  requestId: string,
  { content, at }: { content: Sealed; at: Micros },
): Promise<string[] | null> {
  const due = await trx
    .selectFrom('submissions')
    .select('request_id')
    .where('request_id', '=', requestId)
    .where('state', '=', 'completed')
    .where('documents_deleted_at', 'is', null)
    .where('documents_kept_at', 'is', null)
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!due) return null;
  await trx
    .updateTable('submissions')
    .set({ key_id: content.keyId, content: content.bytes, documents_deleted_at: at })
    .where('request_id', '=', requestId)
    .execute();
  const assets = await trx
    .selectFrom('assets')
    .select('file_key')
    .where('request_id', '=', requestId)
    .execute();
  await trx
    .updateTable('assets')
    .set({ file_key: null, file_size: null, uploaded_at: null })
    .where('request_id', '=', requestId)
    .execute();
  const fileKeys = assets.flatMap((asset) => asset.file_key ?? []);
  fileKeys.push(...(await dropDocumentFiles(trx, requestId)));
  await loosen(trx, fileKeys, at);
  return fileKeys;
}
