import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { DOCUMENTS_KEPT } from '../../../domain/submission-lifecycle.ts';
import { RESULTS_KEPT } from '../../../domain/verification-lifecycle.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import { chunks, partnersOf, requestIdsOf } from '../engine/by-partner.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { addOrphanedFiles, fileKeysOf, filesOf } from '../files/orphaned-file-store.ts';
import { HELD_COLUMNS, type HeldSubmission, type SubmissionId } from '../submissions/submission.ts';

/** A completed submission whose documents may be due for deletion. */
export interface DueDocuments extends HeldSubmission {
  mobileSignedInAt: Micros | null;
}

/** Resources of a partner that the sweeps would end or delete. */
interface DueCount {
  clientId: string;
  what: 'submissions' | 'documents_of' | 'verification_requests' | 'results';
  count: number;
  /** Earliest time from which the retention time of one of the resources is measured. */
  oldest: Micros;
}

export const retentionStore = ({ read, write, clock }: DatabaseAccess) => ({
  /** Counts the resources of each partner that the sweeps would end or delete now. */
  countDue: (windows: { submissionWindow: Micros; verificationWindow: Micros }): Promise<DueCount[]> =>
    read(async (db) => {
      const now = clock.now();
      const { rows } = await sql<DueCount>`
        select client_id, what, count(*) as count, min(since) as oldest from (
          select client_id, 'submissions' as what, created_at as since from submissions
            where state in ('pending', 'associated') and created_at <= ${now - windows.submissionWindow}
          union all select client_id, 'documents_of', finalized_at from submissions
            left join users on users.id = submissions.owner_id
            where state = 'completed' and documents_deleted_at is null and documents_kept_at is null
              and finalized_at <= ${now - DOCUMENTS_KEPT}
              and (mobile_signed_in_at is null or mobile_signed_in_at >= finalized_at + ${DOCUMENTS_KEPT})
          union all select client_id, 'verification_requests', created_at from verification_requests
            where status = 'incomplete' and created_at <= ${now - windows.verificationWindow}
          union all select client_id, 'results', finalized_at from verification_requests
            where status <> 'incomplete' and finalized_at <= ${now - RESULTS_KEPT}
        ) as due group by client_id, what order by client_id, what`.execute(db);
      return rows;
    }),

  /** Counts all webhooks, the pending documents, and the open submissions and verification requests. */
  countOpen: () =>
    read(async (db) => {
      // Repeats the conditions of the partial indexes, because otherwise neither database uses the indexes.
      const { rows } = await sql<Record<'webhooks' | 'documents' | 'submissions' | 'requests', number>>`
        select (select count(*) from webhooks) as webhooks,
          (select count(*) from documents where state = 'pending') as documents,
          (select count(*) from submissions where state in ('pending', 'associated')) as submissions,
          (select count(*) from verification_requests where status = 'incomplete') as requests`.execute(db);
      return rows[0];
    }),

  /**
   * Lists at most `limit` submissions that were completed at `completedBy` or earlier and whose documents are neither
   * deleted nor marked to be kept, oldest first. `after` is the last submission of the previous page.
   */
  listDueDocuments: (options: {
    completedBy: Micros;
    limit: number;
    after?: HeldSubmission;
  }): Promise<DueDocuments[]> =>
    read((db) => {
      const { completedBy, limit, after } = options;
      let query = db
        .selectFrom('submissions')
        .leftJoin('users', 'users.id', 'submissions.ownerId')
        .select(HELD_COLUMNS.map((column) => `submissions.${column}` as const))
        .select('users.mobileSignedInAt')
        .where('submissions.state', '=', sql.lit('completed' as const))
        .where('submissions.documentsDeletedAt', 'is', null)
        .where('submissions.documentsKeptAt', 'is', null)
        .where('submissions.finalizedAt', '<=', completedBy);
      if (after?.finalizedAt != null) {
        const { finalizedAt, requestId } = after;
        query = query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('submissions.finalizedAt', 'submissions.requestId'), '>', tuple(finalizedAt, requestId)),
        );
      }
      return query.orderBy('submissions.finalizedAt').orderBy('submissions.requestId').limit(limit).execute();
    }),

  /** Marks the documents of these submissions to be kept, so that `listDueDocuments` skips them. */
  keepDocuments: (ids: readonly SubmissionId[]): Promise<void> =>
    write(async ({ trx, now: documentsKeptAt }) => {
      for (const some of chunks(ids)) {
        await trx
          .updateTable('submissions')
          .set({ documentsKeptAt })
          .where('clientId', 'in', partnersOf(some))
          .where('requestId', 'in', requestIdsOf(some))
          .where('documentsDeletedAt', 'is', null)
          .where('documentsKeptAt', 'is', null)
          .execute();
      }
    }),

  /**
   * Replaces the content of a completed submission with `content`, which has no documents, and marks the files of its
   * assets and documents as orphaned. Resolves to the keys of the files, or to null if the submission is not completed
   * or its documents were already deleted or marked to be kept.
   */
  deleteDocuments: ({ clientId, requestId }: SubmissionId, content: Encrypted): Promise<readonly string[] | null> =>
    write(async ({ trx, now }) => {
      const { numUpdatedRows } = await trx
        .updateTable('submissions')
        .set({ keyId: content.keyId, content: content.bytes, documentsDeletedAt: now })
        .where(({ and }) => and({ clientId, requestId, state: 'completed' }))
        .where('documentsDeletedAt', 'is', null)
        .where('documentsKeptAt', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      const fileKeys = fileKeysOf(await filesOf(trx, { clientId, requestId }));
      await trx
        .updateTable('assets')
        .set({ fileKey: null, fileSize: null, uploadedAt: null })
        .where(({ and }) => and({ clientId, requestId }))
        .execute();
      // Pending downloads become `unavailable`, because the service no longer retries them.
      await trx
        .updateTable('documents')
        .set({ state: sql`case when state = 'stored' then 'deleted' else 'unavailable' end` })
        .set({ claim: null, availableAt: null, fileKey: null, fileSize: null, storedAt: null })
        .where(({ and }) => and({ clientId, requestId }))
        .where('state', 'in', ['pending', 'stored'])
        .execute();
      await addOrphanedFiles(trx, fileKeys, now);
      return fileKeys;
    }),
});
