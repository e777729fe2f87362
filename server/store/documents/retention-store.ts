import { type RawBuilder, sql } from 'kysely';
import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import { chunks, partnersOf, requestIdsOf } from '../engine/by-partner.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { addLooseFiles } from '../files/loose-file-store.ts';
import { HELD_COLUMNS } from '../submissions/submission-rows.ts';
import type { HeldSubmission, SubmissionId } from '../submissions/submission-store.ts';
import { dropDocumentFiles } from './document-queries.ts';

/** A completed submission whose documents may be due for deletion. */
export interface DueDocuments extends HeldSubmission {
  /** When its owner first signed in on the mobile application; null before. */
  mobileSignedInAt: Micros | null;
}

/** What ends with time: open submissions, the documents of completed ones, verification requests, and their results. */
export type Ending = 'submissions' | 'documents' | 'verifications' | 'results';

/** What the deletion of documents that nobody looks at any more reads and writes. */
export interface RetentionStore {
  /** How many of these have not ended; with `upTo`, those that began at `by` or before, counted up to `limit`. */
  countEnding(what: Ending, upTo?: { by: Micros; limit: number }): Promise<number>;
  /**
   * Submissions completed at `completedBy` or before whose documents are neither deleted nor noted to stay, at most
   * `limit`, the oldest first. `after` is the last one of the page before.
   */
  listDueDocuments(options: { completedBy: Micros; limit: number; after?: HeldSubmission }): Promise<DueDocuments[]>;
  /** Notes that the documents of these submissions stay, so that nobody looks at them again. */
  keepDocuments(ids: readonly SubmissionId[], at: Micros): Promise<void>;
  /**
   * Replaces the content by one without documents and drops the files of assets and documents, which are loose from
   * then on. Resolves to their keys; to null when the documents were deleted before, stay, or belong to no completed
   * submission.
   */
  deleteDocuments(id: SubmissionId, options: { content: Sealed; at: Micros }): Promise<readonly string[] | null>;
}

// Written as in the partial indexes, so that both planners see that these hold every such row.
const ENDING: Readonly<Record<Ending, { rows: RawBuilder<unknown>; began: string }>> = {
  submissions: { rows: sql`submissions where state in ('pending', 'associated')`, began: 'created_at' },
  documents: {
    rows: sql`submissions where state = 'completed' and documents_deleted_at is null and documents_kept_at is null`,
    began: 'finalized_at',
  },
  verifications: { rows: sql`verification_requests where status = 'incomplete'`, began: 'created_at' },
  results: { rows: sql`verification_requests where status <> 'incomplete'`, began: 'finalized_at' },
};

export const retentionStore = ({ read, write }: DatabaseAccess): RetentionStore => ({
  countEnding: (what, upTo) =>
    read(async (db) => {
      const { rows, began } = ENDING[what];
      const some = upTo ? sql`and ${sql.ref(began)} <= ${upTo.by} limit ${upTo.limit}` : sql``;
      const counted = await sql<{ count: number }>`
        select count(*) as count from (select 1 from ${rows} ${some}) as ending`.execute(db);
      return Number(counted.rows[0]?.count);
    }),

  listDueDocuments: ({ completedBy, limit, after }) =>
    read((db) => {
      let query = db
        .selectFrom('submissions')
        .leftJoin('users', 'users.id', 'submissions.owner_id')
        .select(HELD_COLUMNS.map((column) => `submissions.${column}` as const))
        .select('users.mobile_signed_in_at as mobileSignedInAt')
        // These as in the partial index, so that both planners see that it holds every such row.
        .where('submissions.state', '=', sql.lit('completed' as const))
        .where('submissions.documents_deleted_at', 'is', null)
        .where('submissions.documents_kept_at', 'is', null)
        .where('submissions.finalized_at', '<=', completedBy);
      if (after?.finalizedAt != null) {
        const { finalizedAt, requestId } = after;
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('submissions.finalized_at', 'submissions.request_id'), '>', tuple(finalizedAt, requestId)),
        );
      }
      return query.orderBy('submissions.finalized_at').orderBy('submissions.request_id').limit(limit).execute();
    }),

  keepDocuments: (ids, at) =>
    write(async ({ trx }) => {
      for (const some of chunks(ids)) {
        await trx
          .updateTable('submissions')
          .set({ documents_kept_at: at })
          .where('client_id', 'in', partnersOf(some))
          .where('request_id', 'in', requestIdsOf(some))
          .where('documents_deleted_at', 'is', null)
          .where('documents_kept_at', 'is', null)
          .execute();
      }
    }),

  deleteDocuments: ({ clientId, requestId }, { content, at }) =>
    write(async ({ trx }) => {
      const due = await trx
        .selectFrom('submissions')
        .select('request_id')
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .where('state', '=', 'completed')
        .where('documents_deleted_at', 'is', null)
        .where('documents_kept_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!due) return null;
      await trx
        .updateTable('submissions')
        .set({ key_id: content.keyId, content: content.bytes, documents_deleted_at: at })
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .execute();
      const assets = await trx
        .selectFrom('assets')
        .select('file_key')
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .execute();
      await trx
        .updateTable('assets')
        .set({ file_key: null, file_size: null, uploaded_at: null })
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .execute();
      const fileKeys = assets.flatMap((asset) => asset.file_key ?? []);
      fileKeys.push(...(await dropDocumentFiles(trx, { clientId, requestId })));
      await addLooseFiles(trx, fileKeys, at);
      return fileKeys;
    }),
});
