import type { Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/by-partner.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';

/** A file that no row refers to. */
export interface OrphanedFile {
  fileKey: string;
  since: Micros;
}

export const orphanedFileStore = ({ read, write }: DatabaseAccess) => ({
  /**
   * Notes a file before it is written. The file is orphaned until `recordUpload`, so that it is deleted even when the
   * process ends in between.
   */
  registerFile: (fileKey: string, at: Micros): Promise<void> =>
    write(({ trx }) => addOrphanedFiles(trx, [fileKey], at)),

  /**
   * Lists files that have been orphaned since `before` or longer; at most `limit`, the oldest first. `after` is the last
   * file of the previous page, which may be forgotten by now.
   */
  listOrphanedFiles: (before: Micros, limit: number, after?: OrphanedFile): Promise<OrphanedFile[]> =>
    read((db) => {
      let query = db.selectFrom('orphaned_files').selectAll().where('since', '<=', before);
      if (after) {
        const { since, fileKey } = after;
        query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('since', 'fileKey'), '>', tuple(since, fileKey)));
      }
      return query.orderBy('since').orderBy('fileKey').limit(limit).execute();
    }),

  /** Forgets files that were orphaned and are deleted. */
  forgetOrphanedFiles: (fileKeys: readonly string[]): Promise<void> =>
    write(({ trx }) => removeOrphanedFiles(trx, fileKeys)),
});

/** Notes that no row refers to these files. */
export async function addOrphanedFiles(
  trx: Transaction<Database>,
  fileKeys: readonly string[],
  since: Micros,
): Promise<void> {
  for (const some of chunks(fileKeys)) {
    const rows = some.map((fileKey) => ({ fileKey, since }));
    await trx.insertInto('orphaned_files').values(rows).execute();
  }
}

/** Notes that a row refers to these files, or that they are deleted. */
export async function removeOrphanedFiles(trx: Transaction<Database>, fileKeys: readonly string[]): Promise<void> {
  for (const some of chunks(fileKeys)) await trx.deleteFrom('orphaned_files').where('fileKey', 'in', some).execute();
}

// The number of bytes in the files of a partner's open submissions. A sum would take longer the more files there are,
// so each change is counted in its own transaction. An add changes nothing and waits for nobody here.

/**
 * Counts a file that replaces a file of `replaced` bytes. Resolves to false, and counts nothing, when the partner's
 * files would then hold more bytes than `most`. A change that makes them smaller is always counted.
 */
export async function reservePendingUpload(
  trx: Transaction<Database>,
  { clientId, size, replaced, most }: { clientId: string; size: number; replaced: number; most: number },
): Promise<boolean> {
  const held = await count(trx, clientId, size - replaced);
  if (held <= most || size <= replaced) return true;
  await count(trx, clientId, replaced - size);
  return false;
}

/** A file of an asset or a document. */
export interface HeldFile {
  clientId: string;
  fileKey: string | null;
  fileSize: number | null;
}

/** The files of a submission's assets and documents. */
export async function filesOf(
  trx: Transaction<Database>,
  { clientId, requestId }: { clientId: string; requestId: string },
): Promise<HeldFile[]> {
  const files: HeldFile[] = [];
  for (const table of ['assets', 'documents'] as const) {
    const rows = await trx
      .selectFrom(table)
      .select(['clientId', 'fileKey', 'fileSize'])
      .where(({ and }) => and({ clientId, requestId }))
      .where('fileKey', 'is not', null)
      .execute();
    files.push(...rows);
  }
  return files;
}

export const fileKeysOf = (files: readonly HeldFile[]): string[] => files.flatMap(({ fileKey }) => fileKey ?? []);

/** Stops counting these files. The caller has locked their submissions. */
export async function releaseFiles(trx: Transaction<Database>, files: readonly HeldFile[]): Promise<void> {
  const released = new Map<string, number>();
  for (const { clientId, fileSize } of files) released.set(clientId, (released.get(clientId) ?? 0) + (fileSize ?? 0));
  // In one order, so that of two transactions neither waits for the other.
  for (const [clientId, bytes] of [...released].sort(([a], [b]) => (a < b ? -1 : 1)))
    await count(trx, clientId, -bytes);
}

/** Resolves to the number of bytes that the partner's files hold then. */
async function count(trx: Transaction<Database>, clientId: string, bytes: number): Promise<number> {
  const { bytes: held } = await trx
    .insertInto('pending_uploads')
    .values({ clientId, bytes })
    .onConflict((conflict) =>
      conflict.column('clientId').doUpdateSet((eb) => ({ bytes: eb('pending_uploads.bytes', '+', bytes) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return held;
}
