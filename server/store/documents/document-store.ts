import { sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { type DocumentState, downloadDeadline } from '../../domain/documents.ts';
import { acceptsFiles } from '../../domain/submission.ts';
import { partnersOf, requestIdsOf } from '../engine/by-partner.ts';
import { isStorableText } from '../engine/columns.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { findPartnersWithDueDocuments } from '../engine/dialect.ts';
import type { Row } from '../engine/schema.ts';
import { padded, runCompiled } from '../engine/statements.ts';
import { removeOrphanedFiles, reservePendingUpload } from '../files/orphaned-file-store.ts';
import type { NewDocument, Submission, SubmissionId } from '../submissions/submission.ts';
import { SUBMISSION_COLUMNS } from '../submissions/submission.ts';

export interface DownloadedFile {
  /** Name of the encrypted file in the file store. */
  fileKey: string;
  /** Bytes before encryption. */
  size: number;
  storedAt: Micros;
}

export interface StoredDocument extends NewDocument {
  requestId: string;
  state: DocumentState;
  attemptsMade: number;
  /** When it may be claimed: the next attempt, or the end of the lease while it is claimed. Null unless `pending`. */
  availableAt: Micros | null;
  /** Error code of the last attempt; null before it, and when the document is stored. */
  error: string | null;
  /** Null unless `stored`. */
  file: DownloadedFile | null;
}

/** A document that an instance has claimed, until its lease ends. */
export interface ClaimedDocument extends NewDocument {
  /** ID of the claim. A result that is recorded under a claim that has ended is dropped. */
  claim: string;
  /** Zero-based index of the document in its submission. */
  position: number;
  attemptsMade: number;
  submission: Submission;
}

export type DownloadResult =
  /** `ifFull` is recorded when the partner's files of open submissions would hold more than `quota` bytes. */
  { state: 'stored'; file: DownloadedFile; quota: number; ifFull: FailedDownload } | FailedDownload;

export type FailedDownload =
  | { state: 'pending'; error: string; availableAt: Micros }
  | { state: 'unavailable'; error: string };

interface ClaimOptions {
  now: Micros;
  leaseUntil: Micros;
  claim: string;
  limit: number;
  busy: readonly string[];
}

/** The documents that submissions give the addresses of. They are added and erased with their submissions. */
export const documentStore = ({ read, write }: DatabaseAccess) => {
  let last = '';
  return {
    /**
     * Claims documents that are due at `now`, at most `limit`, and of each partner only the one that has been due the
     * longest; none of the partners in `busy`. The partners take turns. Other instances do not get a document before
     * `leaseUntil`; after that it is due again. Instances that claim at the same time get different documents, and none
     * waits for another.
     */
    claimDocuments: async (options: ClaimOptions): Promise<ClaimedDocument[]> => {
      // Without a transaction: most of the time no document is due, and a look must not write.
      const due = await read((db, context) => findPartnersWithDueDocuments(db, context, options.now));
      const waiting = due.filter((clientId) => !options.busy.includes(clientId));
      const isLater = (clientId: string) => clientId > last;
      const turn = [...waiting.filter(isLater), ...waiting.filter((clientId) => !isLater(clientId))];
      const partners = turn.slice(0, options.limit);
      if (partners.length === 0) return [];
      last = partners.at(-1) ?? last;
      return write((context) => claimOfEach(context, partners, options));
    },

    /**
     * Records a download made under a claim. Resolves to `dropped` when the claim has ended or the document is gone,
     * and nothing was recorded; when the submission ended by `at`, and the document is unavailable; or when there was
     * no room for the file. A file that was announced stays orphaned then.
     */
    recordDocument: (record: {
      clientId: string;
      documentKey: string;
      claim: string;
      at: Micros;
      window: Micros;
      result: DownloadResult;
    }): Promise<'recorded' | 'dropped'> =>
      write(async ({ trx }) => {
        const { clientId, documentKey, claim, at, window, result } = record;
        // The submission is locked before the document is read: a download and the submission's end run in sequence.
        const submission = await trx
          .selectFrom('submissions')
          .select(['state', 'createdAt', 'finalizedAt'])
          .where('clientId', '=', clientId)
          .where('requestId', '=', (eb) =>
            eb
              .selectFrom('documents')
              .select('requestId')
              .where('documents.clientId', '=', clientId)
              .where('documentKey', '=', documentKey),
          )
          .forUpdate()
          .executeTakeFirst();
        if (!submission) return 'dropped';
        const hasEnded = at >= downloadDeadline(submission, window);
        const update = trx.updateTable('documents').where(({ and }) => and({ clientId, documentKey }));
        const updated = await update
          .set(hasEnded ? ended(result) : columnsOf(result))
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
            await update.set(columnsOf(ifFull)).execute();
            return 'dropped';
          }
          await removeOrphanedFiles(trx, [file.fileKey]);
        }
        return 'recorded';
      }),

    /** Lists the documents of submissions, of each in the order in which they were submitted. */
    listDocuments: (ids: readonly SubmissionId[]): Promise<StoredDocument[]> =>
      read(async (db) => {
        const storable = ids.filter(({ clientId, requestId }) => isStorableText(clientId, requestId));
        if (storable.length === 0) return [];
        const [clientIds, requestIds] = [padded(partnersOf(storable)), padded(requestIdsOf(storable))];
        const shape = `documents of ${clientIds.length} ${requestIds.length}`;
        const { rows } = await runCompiled(db, shape, [...clientIds, ...requestIds], () =>
          db
            .selectFrom('documents')
            .selectAll()
            .where('clientId', 'in', clientIds)
            .where('requestId', 'in', requestIds)
            .orderBy('requestId')
            .orderBy('position'),
        );
        return rows.map(toStoredDocument);
      }),

    /** Lists at most `limit` documents that are pending or unavailable, by their keys, after the key `after`. */
    listMissingDocuments: ({ limit, after = '' }: { limit: number; after?: string }): Promise<StoredDocument[]> =>
      read(async (db) => {
        const rows = await db
          .selectFrom('documents')
          .selectAll()
          .where('state', 'in', ['pending', 'unavailable'])
          .where('documentKey', '>', after)
          .orderBy('documentKey')
          .limit(limit)
          .execute();
        return rows.map(toStoredDocument);
      }),
  };
};

/** Claims the document of each partner that has been due the longest. */
async function claimOfEach(
  { trx }: WriteContext,
  clientIds: readonly string[],
  { now, leaseUntil, claim }: ClaimOptions,
): Promise<ClaimedDocument[]> {
  const claimed: ClaimedDocument[] = [];
  for (const clientId of clientIds) {
    const document = await trx
      .updateTable('documents')
      .set({ availableAt: leaseUntil, claim })
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

function toStoredDocument(row: Row<'documents'>): StoredDocument {
  const { fileKey, fileSize: size, storedAt, claim: _claim, clientId: _clientId, position: _position, ...rest } = row;
  const file = fileKey === null || size === null || storedAt === null ? null : { fileKey, size, storedAt };
  return { ...rest, file };
}

/** The columns that a result sets. */
function columnsOf(result: DownloadResult) {
  const file = result.state === 'stored' ? result.file : null;
  return {
    state: result.state,
    availableAt: result.state === 'pending' ? result.availableAt : null,
    error: result.state === 'stored' ? null : result.error,
    fileKey: file?.fileKey ?? null,
    fileSize: file?.size ?? null,
    storedAt: file?.storedAt ?? null,
  };
}

/** A result that arrives after the end of the submission stores no file. */
const ended = (result: DownloadResult) =>
  columnsOf({ state: 'unavailable', error: result.state === 'stored' ? 'submission_ended' : result.error });
