import type { Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/by-partner.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';

export interface OrphanedFile {
  fileKey: string;
  since: Micros;
}

export const orphanedFileStore = ({ read, write }: DatabaseAccess) => ({
  /**
   * Registers a file before it is written. The file is orphaned until `recordUpload`, so that it is deleted even if the
   * process ends in between.
   */
  registerFile: (fileKey: string, at: Micros): Promise<void> =>
    write(({ trx }) => addOrphanedFiles(trx, [fileKey], at)),

  /**
   * Lists at most `limit` files that have been orphaned since `before` or longer, the oldest first. `after` is the last
   * file of the previous page, which may no longer exist.
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

  /** Removes deleted files from the list of orphaned files. */
  forgetOrphanedFiles: (fileKeys: readonly string[]): Promise<void> =>
    write(({ trx }) => removeOrphanedFiles(trx, fileKeys)),
});

/** Adds files to the list of orphaned files. */
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

/** Removes files from the list of orphaned files, because a row refers to them or because they are deleted. */
export async function removeOrphanedFiles(trx: Transaction<Database>, fileKeys: readonly string[]): Promise<void> {
  for (const some of chunks(fileKeys)) await trx.deleteFrom('orphaned_files').where('fileKey', 'in', some).execute();
}

// Number of bytes in the files of a partner's open submissions. Each change updates the count in its own transaction,
// because a sum would take longer with more files. An add changes no count and waits for no lock here.

/**
 * Adds a file that replaces a file of `replaced` bytes to the count. Resolves to false, without a change, when the
 * partner's files would exceed `most` bytes. A change that makes the files smaller always succeeds.
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

export interface HeldFile {
  clientId: string;
  fileKey: string | null;
  fileSize: number | null;
}

/** Reads the files of a submission's assets and documents. */
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

/** Removes files from the count. The caller has locked their submissions. */
export async function releaseFiles(trx: Transaction<Database>, files: readonly HeldFile[]): Promise<void> {
  const released = new Map<string, number>();
  for (const { clientId, fileSize } of files) released.set(clientId, (released.get(clientId) ?? 0) + (fileSize ?? 0));
  // Sorts the partners, so that concurrent transactions cannot deadlock.
  for (const [clientId, bytes] of [...released].sort(([a], [b]) => (a < b ? -1 : 1)))
    await count(trx, clientId, -bytes);
}

/** Resolves to the number of bytes in the partner's files after the change. */
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
