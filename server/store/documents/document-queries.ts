import { sql, type Transaction } from 'kysely';
import { downloadDeadline } from '../../domain/document-downloads.ts';
import { acceptsFiles } from '../../domain/submission.ts';
import { partnersOf, requestIdsOf } from '../engine/by-partner.ts';
import { isStorableText } from '../engine/columns.ts';
import type { DatabaseAccess, WriteContext } from '../engine/database-access.ts';
import { findPartnersWithDueDocuments } from '../engine/dialect.ts';
import type { Database, Row } from '../engine/schema.ts';
import { padded, runCompiled } from '../engine/statements.ts';
import { fitWaitingFile, removeLooseFiles } from '../files/loose-file-store.ts';
import { SUBMISSION_COLUMNS } from '../submissions/submission-rows.ts';
import type { SubmissionId } from '../submissions/submission-store.ts';
import type { ClaimedDocument, DocumentStore, DownloadResult, StoredDocument } from './document-store.ts';

export const documentStore = (access: DatabaseAccess): DocumentStore => ({
  claimDocuments: claimDocuments(access),
  recordDocument: recordDocument(access),

  listDocuments: (ids) =>
    access.read(async (db) => {
      const storable = ids.filter(({ clientId, requestId }) => isStorableText(clientId, requestId));
      if (storable.length === 0) return [];
      const [clientIds, requestIds] = [padded(partnersOf(storable)), padded(requestIdsOf(storable))];
      const shape = `documents of ${clientIds.length} ${requestIds.length}`;
      const { rows } = await runCompiled(db, shape, [...clientIds, ...requestIds], () =>
        db
          .selectFrom('documents')
          .selectAll()
          .where('client_id', 'in', clientIds)
          .where('request_id', 'in', requestIds)
          .orderBy('request_id')
          .orderBy('position'),
      );
      return rows.map(toStoredDocument);
    }),

  async listMissingDocuments({ limit, after = '' }) {
    const rows = await access.read((db) =>
      db
        .selectFrom('documents')
        .selectAll()
        .where('state', 'in', ['pending', 'unavailable'])
        .where('document_key', '>', after)
        .orderBy('document_key')
        .limit(limit)
        .execute(),
    );
    return rows.map(toStoredDocument);
  },
});

type ClaimOptions = Parameters<DocumentStore['claimDocuments']>[0];

/**
 * Whose documents are due is found without a transaction: most of the time nobody's are, and a look must not write.
 * Remembers whose turn it was last, so that the next claim goes on with the partners after that.
 */
function claimDocuments({ read, write }: DatabaseAccess): DocumentStore['claimDocuments'] {
  let last = '';
  return async (options) => {
    const due = await read((db, context) => findPartnersWithDueDocuments(db, context, options.now));
    const waiting = due.filter((clientId) => !options.busy.includes(clientId));
    const later = waiting.filter((clientId) => clientId > last);
    const earlier = waiting.filter((clientId) => clientId <= last);
    const turn = [...later, ...earlier].slice(0, options.limit);
    if (turn.length === 0) return [];
    last = turn.at(-1) ?? last;
    return write((context) => claimOfEach(context, turn, options));
  };
}

/** The document of each partner that has been due the longest. */
async function claimOfEach(
  { trx }: WriteContext,
  clientIds: readonly string[],
  { now, leaseUntil, claim }: ClaimOptions,
): Promise<ClaimedDocument[]> {
  const claimed: ClaimedDocument[] = [];
  for (const clientId of clientIds) {
    const document = await trx
      .updateTable('documents')
      .set({ available_at: leaseUntil, claim })
      .where('client_id', '=', clientId)
      .where('document_key', '=', (eb) =>
        eb
          .selectFrom('documents')
          .select('document_key')
          .where('state', '=', sql.lit('pending' as const))
          .where('client_id', '=', clientId)
          .where('available_at', '<=', now)
          .orderBy('available_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['document_key', 'request_id', 'ref', 'asset_type', 'position', 'attempts_made'])
      .executeTakeFirst();
    if (!document) continue;
    const submission = await trx
      .selectFrom('submissions')
      .select(SUBMISSION_COLUMNS)
      .where(({ and }) => and({ client_id: clientId, request_id: document.request_id }))
      .executeTakeFirstOrThrow();
    claimed.push({
      documentKey: document.document_key,
      ref: document.ref,
      assetType: document.asset_type,
      claim,
      position: document.position,
      attemptsMade: document.attempts_made,
      submission,
    });
  }
  return claimed;
}

function toStoredDocument(row: Row<'documents'>): StoredDocument {
  const { file_key: fileKey, file_size: size, stored_at: storedAt } = row;
  return {
    documentKey: row.document_key,
    ref: row.ref,
    assetType: row.asset_type,
    requestId: row.request_id,
    state: row.state,
    attemptsMade: row.attempts_made,
    availableAt: row.available_at,
    error: row.error,
    file: fileKey === null || size === null || storedAt === null ? null : { fileKey, size, storedAt },
  };
}

/** The submission is locked before the document is read: a download and the submission's end follow one another. */
const recordDocument =
  ({ write }: DatabaseAccess): DocumentStore['recordDocument'] =>
  ({ clientId, documentKey, claim, at, window, result }) =>
    write(async ({ trx }) => {
      const submission = await trx
        .selectFrom('submissions')
        .select(['state', 'created_at', 'finalized_at'])
        .where('client_id', '=', clientId)
        .where('request_id', '=', (eb) =>
          eb
            .selectFrom('documents')
            .select('request_id')
            .where('documents.client_id', '=', clientId)
            .where('document_key', '=', documentKey),
        )
        .forUpdate()
        .executeTakeFirst();
      if (!submission) return 'dropped';
      const { state, created_at: createdAt, finalized_at: finalizedAt } = submission;
      const hasEnded = at >= downloadDeadline({ state, createdAt, finalizedAt }, window);
      const updated = await trx
        .updateTable('documents')
        .set(hasEnded ? ended(result) : columnsOf(result))
        .set((eb) => ({ claim: null, attempts_made: eb('attempts_made', '+', 1) }))
        .where(({ and }) => and({ client_id: clientId, document_key: documentKey }))
        .where('state', '=', 'pending')
        .where('claim', '=', claim)
        .returning('document_key')
        .executeTakeFirst();
      if (!updated || hasEnded) return 'dropped';
      if (result.state === 'stored') {
        const { file, quota: most, ifFull } = result;
        if (acceptsFiles(state) && !(await fitWaitingFile(trx, { clientId, size: file.size, replaced: 0, most }))) {
          await trx
            .updateTable('documents')
            .set(columnsOf(ifFull))
            .where(({ and }) => and({ client_id: clientId, document_key: documentKey }))
            .execute();
          return 'dropped';
        }
        await removeLooseFiles(trx, [file.fileKey]);
      }
      return 'recorded';
    });

/** The columns that a result sets. */
function columnsOf(result: DownloadResult) {
  const file = result.state === 'stored' ? result.file : null;
  return {
    state: result.state,
    available_at: result.state === 'pending' ? result.availableAt : null,
    error: result.state === 'stored' ? null : result.error,
    file_key: file?.fileKey ?? null,
    file_size: file?.size ?? null,
    stored_at: file?.storedAt ?? null,
  };
}

/** A result that comes after the end is as if it had not come. */
const ended = (result: DownloadResult) =>
  columnsOf({ state: 'unavailable', error: result.state === 'stored' ? 'submission_ended' : result.error });

const NO_FILE = { available_at: null, file_key: null, file_size: null, stored_at: null };

/**
 * Takes the files from the documents of a submission, which the caller has locked; what was not downloaded by now
 * never will be. Resolves to the keys of the files, which the caller adds to the loose ones.
 */
export async function dropDocumentFiles(
  trx: Transaction<Database>,
  { clientId, requestId }: SubmissionId,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('documents')
    .select('file_key')
    .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
    .where('state', '=', 'stored')
    .execute();
  await trx
    .updateTable('documents')
    .set({ ...NO_FILE, state: 'unavailable', claim: null })
    .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
    .where('state', '=', 'pending')
    .execute();
  await trx
    .updateTable('documents')
    .set({ ...NO_FILE, state: 'deleted' })
    .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
    .where('state', '=', 'stored')
    .execute();
  return rows.flatMap((row) => row.file_key ?? []);
}
