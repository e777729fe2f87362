import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { downloadDeadline } from '../../../domain/documents.ts';
import { acceptsFiles } from '../../../domain/submission-lifecycle.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import type { Row } from '../engine/schema.ts';
import { partnersOf, requestIdsOf } from '../engine/statements.ts';
import {
  removeOrphanedFiles,
  reservePendingUpload,
  type StoredFile,
  storedFile,
} from '../files/orphaned-file-store.ts';
import {
  lockSubmission,
  type NewDocument,
  SUBMISSION_COLUMNS,
  type Submission,
  type SubmissionId,
} from '../submissions/submission.ts';

type DocumentRow = Row<'documents'>;

/** `error` is null before the first attempt and after a successful attempt. */
export interface StoredDocument
  extends NewDocument,
    Pick<DocumentRow, 'requestId' | 'state' | 'attemptsMade' | 'availableAt' | 'error'> {
  file: StoredFile | null;
}

export interface ClaimedDocument extends NewDocument, Pick<DocumentRow, 'position' | 'attemptsMade'> {
  /** ID of the claim. The store ignores results with this ID after the claim ends. */
  claim: string;
  submission: Submission;
}

export type DownloadResult =
  /** The store records `ifFull` if the partner's files would exceed `quota` bytes. */
  { state: 'stored'; file: StoredFile; quota: number; ifFull: FailedDownload } | FailedDownload;

export type FailedDownload =
  | { state: 'pending'; error: string; delay: Micros }
  | { state: 'unavailable'; error: string };

interface ClaimOptions {
  lease: Micros;
  claim: string;
  limit: number;
  busy: readonly string[];
}

export const documentStore = ({ read, write, clock }: DatabaseAccess) => {
  let last = '';
  return {
    /** Claims the most overdue document of each partner, for up to `limit` partners that are not in `busy`. */
    claimDocuments: async (options: ClaimOptions): Promise<ClaimedDocument[]> => {
      // Searches without a transaction, because a transaction takes SQLite's write lock, and most polls find nothing.
      const due = await read((db) =>
        sql<{ clientId: string }>`
          select distinct client_id from documents where state = 'pending' and available_at <= ${clock.now()}
          order by client_id`.execute(db),
      );
      const waiting = due.rows.map(({ clientId }) => clientId).filter((clientId) => !options.busy.includes(clientId));
      const isLater = (clientId: string) => clientId > last;
      const ordered = [...waiting.filter(isLater), ...waiting.filter((clientId) => !isLater(clientId))];
      const partners = ordered.slice(0, options.limit);
      if (partners.length === 0) return [];
      last = partners.at(-1) ?? last;
      return write((context) => claimOfEach(context, partners, options));
    },

    /** `dropped`: no file was kept, because the claim or the submission ended, or the quota is full. */
    recordDocument: (record: {
      clientId: string;
      documentKey: string;
      claim: string;
      window: Micros;
      result: DownloadResult;
    }): Promise<'recorded' | 'dropped'> =>
      write(async ({ trx, now }) => {
        const { clientId, documentKey, claim, window, result } = record;
        // Locks the submission first, so that the submission cannot end while the result is recorded.
        const found = trx.selectFrom('documents').select('requestId');
        const requestId = found.where(({ and }) => and({ clientId, documentKey }));
        const submission = await lockSubmission(trx, clientId, requestId);
        if (!submission) return 'dropped';
        const deadline = downloadDeadline(submission, window);
        const hasEnded = now >= deadline;
        // An open submission has no final deadline, because completion extends the deadline.
        const latest = submission.state === 'completed' ? deadline : Number.POSITIVE_INFINITY;
        const columnsAt = (outcome: DownloadResult) => columnsOf(outcome, now, latest);
        const update = trx.updateTable('documents').where(({ and }) => and({ clientId, documentKey }));
        const updated = await update
          .set(columnsAt(hasEnded ? ended(result) : result))
          .set((eb) => ({ claim: null, attemptsMade: eb('attemptsMade', '+', 1) }))
          .where('state', '=', 'pending')
          .where('claim', '=', claim)
          .returning('documentKey')
          .executeTakeFirst();
        if (!updated || hasEnded) return 'dropped';
        if (result.state === 'stored') {
          const { file, quota: most, ifFull } = result;
          const mustFit = acceptsFiles(submission.state);
          if (mustFit && !(await reservePendingUpload(trx, { clientId, size: file.size, replaced: 0, most }))) {
            await update.set(columnsAt(ifFull)).execute();
            return 'dropped';
          }
          await removeOrphanedFiles(trx, [file.fileKey]);
        }
        return 'recorded';
      }),

    listDocuments: (ids: readonly SubmissionId[]): Promise<StoredDocument[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('documents')
          .select(['documentKey', 'requestId', 'ref', 'assetType', 'state', 'attemptsMade', 'availableAt', 'error'])
          .select(['fileKey', 'fileSize'])
          .where('clientId', 'in', partnersOf(ids))
          .where('requestId', 'in', requestIdsOf(ids))
          .orderBy('requestId')
          .orderBy('position')
          .execute();
        return rows.map(({ fileKey, fileSize, ...row }) => ({ ...row, file: storedFile(fileKey, fileSize) }));
      }),
  };
};

async function claimOfEach(
  { trx, now }: WriteContext,
  clientIds: readonly string[],
  { lease, claim }: ClaimOptions,
): Promise<ClaimedDocument[]> {
  const claimed: ClaimedDocument[] = [];
  for (const clientId of clientIds) {
    const document = await trx
      .updateTable('documents')
      .set({ availableAt: now + lease, claim })
      .where('clientId', '=', clientId)
      .where('documentKey', '=', (eb) =>
        eb
          .selectFrom('documents')
          .select('documentKey')
          .where('state', '=', sql.lit('pending' as const))
          .where('clientId', '=', clientId)
          .where('availableAt', '<=', now)
          .orderBy('availableAt')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['documentKey', 'requestId', 'ref', 'assetType', 'position', 'attemptsMade'])
      .executeTakeFirst();
    if (!document) continue;
    const { requestId, ...found } = document;
    const submission = await trx
      .selectFrom('submissions')
      .select(SUBMISSION_COLUMNS)
      .where(({ and }) => and({ clientId, requestId }))
      .executeTakeFirstOrThrow();
    claimed.push({ ...found, claim, submission });
  }
  return claimed;
}

function columnsOf(result: DownloadResult, now: Micros, latest: Micros) {
  const file = result.state === 'stored' ? result.file : null;
  return {
    state: result.state,
    availableAt: result.state === 'pending' ? Math.min(now + result.delay, latest) : null,
    error: result.state === 'stored' ? null : result.error,
    fileKey: file?.fileKey ?? null,
    fileSize: file?.size ?? null,
    storedAt: file && now,
  };
}

const ended = (result: DownloadResult): FailedDownload => ({
  state: 'unavailable',
  error: result.state === 'stored' ? 'submission_ended' : result.error,
});
