import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { partnersOf, requestIdsOf } from '../engine/statements.ts';
import { addOrphanedFiles, fileKeysOf, filesOf } from '../files/orphaned-file-store.ts';
import { HELD_COLUMNS, type HeldSubmission, type SubmissionId } from '../submissions/submission.ts';

export interface DueDocuments extends HeldSubmission {
  mobileSignedInAt: Micros | null;
}

export const retentionStore = ({ read, write }: DatabaseAccess) => ({
  listDueDocuments: ({ completedBy, limit, after }: { completedBy: Micros; limit: number; after?: HeldSubmission }) =>
    read((db): Promise<DueDocuments[]> => {
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

  keepDocuments: (ids: readonly SubmissionId[]): Promise<void> =>
    write(async ({ trx, now: documentsKeptAt }) => {
      if (ids.length === 0) return;
      await trx
        .updateTable('submissions')
        .set({ documentsKeptAt })
        .where('clientId', 'in', partnersOf(ids))
        .where('requestId', 'in', requestIdsOf(ids))
        .where('documentsDeletedAt', 'is', null)
        .where('documentsKeptAt', 'is', null)
        .execute();
    }),

  /** Resolves to the keys of the orphaned files; null if the documents were already deleted or must be kept. */
  deleteDocuments: ({ clientId, requestId }: SubmissionId, content: Encrypted): Promise<readonly string[] | null> =>
    write(async ({ trx, now }) => {
      const { numUpdatedRows } = await trx
        .updateTable('submissions')
        .set({ content, documentsDeletedAt: now })
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
