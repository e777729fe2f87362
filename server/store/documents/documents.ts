import type { Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { downloadDeadline } from '../../domain/document-downloads.ts';
import { acceptsFiles } from '../../domain/submission.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { partnersOf } from '../engine/partners-of.ts';
import { padded, runCompiled } from '../engine/run-compiled.ts';
import type { Database, Row } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import { removeLooseFiles } from '../files/loose-file-store.ts';
import { fitWaitingFile } from '../files/waiting-files.ts';
import { requestIdsOf } from '../submissions/submission-key.ts';
import type { SubmissionId } from '../submissions/submission-store.ts';
import { claimDocuments } from './claim-documents.ts';
import type { DocumentStore, DownloadResult, StoredDocument } from './document-store.ts';

export const documentStore = (access: DatabaseAccess): DocumentStore => ({
  claimDocuments: claimDocuments(access),
  recordDocument: recordDocument(access),

  listDocuments: (ids) =>
    access.read(async (db) => {
      const storable = ids.filter(({ clientId, requestId }) => isStorableText(clientId) && isStorableText(requestId));
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
    write(async ({ trx, lockRows }) => {
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
        .$if(lockRows, (query) => query.forUpdate())
        .executeTakeFirst();
      if (!submission) return 'dropped';
      const { state, created_at: createdAt, finalized_at: finalizedAt } = submission;
      const hasEnded = at >= downloadDeadline({ state, createdAt, finalizedAt }, window);
      const updated = await trx
        .updateTable('documents')
        .set(hasEnded ? ended(result) : changeOf(result))
        .set((eb) => ({ claim: null, attempts_made: eb('attempts_made', '+', 1) }))
        .where('client_id', '=', clientId)
        .where('document_key', '=', documentKey)
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
            .set(changeOf(ifFull))
            .where('client_id', '=', clientId)
            .where('document_key', '=', documentKey)
            .execute();
          return 'dropped';
        }
        await removeLooseFiles(trx, [file.fileKey]);
      }
      return 'recorded';
    });

interface Change {
  state: DownloadResult['state'];
  available_at: Micros | null;
  error: string | null;
  file_key: string | null;
  file_size: number | null;
  stored_at: Micros | null;
}

const NO_FILE = { available_at: null, file_key: null, file_size: null, stored_at: null };

function changeOf(result: DownloadResult): Change {
  const { state } = result;
  switch (state) {
    case 'stored': {
      const { fileKey, size, storedAt } = result.file;
      return {
        state,
        available_at: null,
        error: null,
        file_key: fileKey,
        file_size: size,
        stored_at: storedAt,
      };
    }
    case 'pending':
      return { ...NO_FILE, state, error: result.error, available_at: result.availableAt };
    case 'unavailable':
      return { ...NO_FILE, state, error: result.error };
  }
}

/** What comes after the end is as if it had not come. */
const ended = (result: DownloadResult): Change => ({
  ...NO_FILE,
  state: 'unavailable',
  error: result.state === 'stored' ? 'submission_ended' : result.error,
});

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
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'stored')
    .execute();
  await trx
    .updateTable('documents')
    .set({ ...NO_FILE, state: 'unavailable', claim: null })
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'pending')
    .execute();
  await trx
    .updateTable('documents')
    .set({ ...NO_FILE, state: 'deleted' })
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'stored')
    .execute();
  return rows.flatMap((row) => row.file_key ?? []);
}
