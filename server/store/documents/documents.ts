import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { downloadsEnd } from '../../domain/document-downloads.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import type { WriteContext } from '../engine/write-context.ts';
import { toStoredDocument } from '../rows.ts';
import type { NewSubmission } from '../store.ts';
import type { DocumentStore, DownloadResult, StoredDocument } from './document-store.ts';
import { forgetLooseFiles } from './loose-files.ts';

export async function insertDocuments(
  trx: Transaction<Database>,
  created: readonly NewSubmission[],
): Promise<void> {
  const rows = created.flatMap(({ requestId, clientId, createdAt, documents = [] }) =>
    documents.map(({ documentKey, ref, assetType }, position) => ({
      document_key: documentKey,
      request_id: requestId,
      client_id: clientId,
      position,
      ref,
      asset_type: assetType,
      available_at: createdAt,
    })),
  );
  for (const some of chunks(rows)) await trx.insertInto('documents').values(some).execute();
}

export async function listDocuments(db: Kysely<Database>, requestId: string): Promise<StoredDocument[]> {
  if (!isStorableText(requestId)) return [];
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('position')
    .execute();
  return rows.map(toStoredDocument);
}

export async function listMissingDocuments(
  db: Kysely<Database>,
  { limit, after = '' }: { limit: number; after?: string },
): Promise<StoredDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('state', 'in', ['pending', 'unavailable'])
    .where('document_key', '>', after)
    .orderBy('document_key')
    .limit(limit)
    .execute();
  return rows.map(toStoredDocument);
}

/** The submission is locked first and the document read after that, so that a download and the submission's end follow one another. */
export async function recordDocument(
  { trx, lockRows }: WriteContext,
  { documentKey, claim, at, window, result }: Parameters<DocumentStore['recordDocument']>[0],
): Promise<'recorded' | 'dropped'> {
  const submission = await trx
    .selectFrom('submissions')
    .select(['state', 'created_at', 'finalized_at'])
    .where('request_id', '=', (eb) =>
      eb.selectFrom('documents').select('request_id').where('document_key', '=', documentKey),
    )
    .$if(lockRows, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!submission) return 'dropped';
  const { state, created_at: createdAt, finalized_at: finalizedAt } = submission;
  const hasEnded = at >= downloadsEnd({ state, createdAt, finalizedAt }, window);
  const updated = await trx
    .updateTable('documents')
    .set(hasEnded ? ended(result) : changeOf(result))
    .set((eb) => ({ claim: null, attempts_made: eb('attempts_made', '+', 1) }))
    .where('document_key', '=', documentKey)
    .where('state', '=', 'pending')
    .where('claim', '=', claim)
    .returning('document_key')
    .executeTakeFirst();
  if (!updated || hasEnded) return 'dropped';
  if (result.state === 'stored') await forgetLooseFiles(trx, [result.file.fileKey]);
  return 'recorded';
}

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

/** With its submission. Resolves to the keys of the files, which the caller loosens. */
export async function eraseDocuments(
  trx: Transaction<Database>,
  requestIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('documents')
    .where('request_id', 'in', requestIds)
    .returning('file_key')
    .execute();
  return rows.flatMap((row) => row.file_key ?? []);
}

/**
 * Takes the files from the documents of a submission, whose lock the caller holds; what is not there by now never will be.
 * Resolves to the keys of the files, which the caller loosens.
 */
export async function dropDocumentFiles(trx: Transaction<Database>, requestId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('documents')
    .select('file_key')
    .where('request_id', '=', requestId)
    .where('state', '=', 'stored')
    .execute();
  await trx
    .updateTable('documents')
    .set({ ...NO_FILE, state: 'unavailable', claim: null })
    .where('request_id', '=', requestId)
    .where('state', '=', 'pending')
    .execute();
  await trx
    .updateTable('documents')
    .set({ ...NO_FILE, state: 'deleted' })
    .where('request_id', '=', requestId)
    .where('state', '=', 'stored')
    .execute();
  return rows.flatMap((row) => row.file_key ?? []);
}
