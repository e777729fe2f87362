import type { Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/by-partner.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';

/** A file that no row refers to. */
export interface LooseFile {
  fileKey: string;
  since: Micros;
}

export interface LooseFileStore {
  /**
   * Notes a file before it is written. Until `recordUpload` takes it on it is loose: whatever happens in between, the
   * process ending included, somebody knows that it is to be deleted.
   */
  announceFile(fileKey: string, at: Micros): Promise<void>;
  /**
   * Files that no row has referred to since `before` or longer; at most `limit`, the oldest first. `after` is the
   * last one of the page before, which may be forgotten by now.
   */
  listLooseFiles(before: Micros, limit: number, after?: LooseFile): Promise<LooseFile[]>;
  /** Forgets files that were loose and are deleted. */
  forgetLooseFiles(fileKeys: readonly string[]): Promise<void>;
}

export const looseFileStore = ({ read, write }: DatabaseAccess): LooseFileStore => ({
  announceFile: (fileKey, at) => write(({ trx }) => addLooseFiles(trx, [fileKey], at)),

  async listLooseFiles(before, limit, after) {
    const rows = await read((db) => {
      let query = db.selectFrom('loose_files').select(['file_key', 'since']).where('since', '<=', before);
      if (after) {
        const { since, fileKey } = after;
        query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('since', 'file_key'), '>', tuple(since, fileKey)));
      }
      return query.orderBy('since').orderBy('file_key').limit(limit).execute();
    });
    return rows.map(({ file_key, since }) => ({ fileKey: file_key, since }));
  },

  forgetLooseFiles: (fileKeys) => write(({ trx }) => removeLooseFiles(trx, fileKeys)),
});

/** Notes that no row refers to these files. */
export async function addLooseFiles(
  trx: Transaction<Database>,
  fileKeys: readonly string[],
  since: Micros,
): Promise<void> {
  for (const some of chunks(fileKeys)) {
    const rows = some.map((file_key) => ({ file_key, since }));
    await trx.insertInto('loose_files').values(rows).execute();
  }
}

/** Notes that a row refers to these files, or that they are deleted. */
export async function removeLooseFiles(trx: Transaction<Database>, fileKeys: readonly string[]): Promise<void> {
  for (const some of chunks(fileKeys)) {
    await trx.deleteFrom('loose_files').where('file_key', 'in', some).execute();
  }
}

// How many bytes a partner's files hold whose submissions are open. A sum would take the longer the more of them there
// are, so each change of them is counted, in its own transaction. An add changes nothing and waits for nobody here.

/**
 * Counts a file that takes the place of one, or of none. False, and nothing is counted, when the partner's files would
 * then hold more bytes than `most`; what makes them less is always counted.
 */
export async function fitWaitingFile(
  trx: Transaction<Database>,
  { clientId, size, replaced, most }: { clientId: string; size: number; replaced: number; most: number },
): Promise<boolean> {
  const held = await count(trx, clientId, size - replaced);
  if (held <= most || size <= replaced) return true;
  await count(trx, clientId, replaced - size);
  return false;
}

/** A file of an asset or a document, where there is one. */
export interface CountedFile {
  client_id: string;
  file_size: number | null;
}

/** Counts the files of a submission no more, which the caller has locked. */
export async function releaseFilesOf(
  trx: Transaction<Database>,
  { clientId, requestId }: { clientId: string; requestId: string },
): Promise<void> {
  const files: CountedFile[] = [];
  for (const table of ['assets', 'documents'] as const)
    files.push(
      ...(await trx
        .selectFrom(table)
        .select(['client_id', 'file_size'])
        .where(({ and }) => and({ client_id: clientId, request_id: requestId }))
        .execute()),
    );
  await releaseFiles(trx, files);
}

/** Counts these files no more; the caller has locked their submissions. */
export async function releaseFiles(trx: Transaction<Database>, files: readonly CountedFile[]): Promise<void> {
  const released = new Map<string, number>();
  for (const { client_id: clientId, file_size: size } of files)
    if (size !== null) released.set(clientId, (released.get(clientId) ?? 0) + size);
  // In one order, so that of two transactions neither waits for the other.
  for (const [clientId, bytes] of [...released].sort(([a], [b]) => (a < b ? -1 : 1)))
    await count(trx, clientId, -bytes);
}

/** Resolves to what the partner's files hold then. */
async function count(trx: Transaction<Database>, clientId: string, bytes: number): Promise<number> {
  const { bytes: held } = await trx
    .insertInto('waiting_files')
    .values({ client_id: clientId, bytes })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet((eb) => ({ bytes: eb('waiting_files.bytes', '+', bytes) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return held;
}
