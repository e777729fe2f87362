import type { Micros } from '../../../domain/clock.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row, Trx } from '../engine/schema.ts';
import { byCodeUnits, chunks, insertRows } from '../engine/statements.ts';

export type OrphanedFile = Row<'orphaned_files'>;

export interface StoredFile {
  fileKey: string;
  /** Size before encryption, in bytes. */
  size: number;
}

export const storedFile = (fileKey: string | null, size: number | null): StoredFile | null =>
  fileKey === null || size === null ? null : { fileKey, size };

export const orphanedFileStore = ({ read, write }: DatabaseAccess) => ({
  registerFile: (fileKey: string): Promise<void> => write(({ trx, now }) => addOrphanedFiles(trx, [fileKey], now)),

  listOrphanedFiles: ({ before, limit, after }: { before: Micros; limit: number; after?: OrphanedFile }) =>
    read((db): Promise<OrphanedFile[]> => {
      let query = db.selectFrom('orphaned_files').selectAll().where('since', '<=', before);
      if (after) {
        const { since, fileKey } = after;
        query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('since', 'fileKey'), '>', tuple(since, fileKey)));
      }
      return query.orderBy('since').orderBy('fileKey').limit(limit).execute();
    }),

  forgetOrphanedFiles: (fileKeys: readonly string[]): Promise<void> =>
    write(({ trx }) => removeOrphanedFiles(trx, fileKeys)),
});

export async function addOrphanedFiles(trx: Trx, fileKeys: readonly string[], since: Micros): Promise<void> {
  const rows = fileKeys.map((fileKey) => ({ fileKey, since }));
  await insertRows(trx, 'orphaned_files', rows);
}

export async function removeOrphanedFiles(trx: Trx, fileKeys: readonly string[]): Promise<void> {
  for (const some of chunks(fileKeys)) await trx.deleteFrom('orphaned_files').where('fileKey', 'in', some).execute();
}

/** Adds `size - replaced` to the running total of the partner, unless the total would exceed `most`. */
export async function reservePendingUpload(
  trx: Trx,
  { clientId, size, replaced, most }: { clientId: string; size: number; replaced: number; most: number },
): Promise<boolean> {
  const total = await addToTotal(trx, clientId, size - replaced);
  if (total <= most || size <= replaced) return true;
  await addToTotal(trx, clientId, replaced - size);
  return false;
}

export type HeldFile = Pick<Row<'assets'>, 'clientId' | 'fileKey' | 'fileSize'>;

export async function filesOf(
  trx: Trx,
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

/** The caller must have locked the submissions of the files. */
export async function releaseFiles(trx: Trx, files: readonly HeldFile[]): Promise<void> {
  const released = new Map<string, number>();
  for (const { clientId, fileSize } of files) released.set(clientId, (released.get(clientId) ?? 0) + (fileSize ?? 0));
  // Updates the partners in a fixed order, so that concurrent transactions cannot deadlock.
  for (const [clientId, bytes] of [...released].sort(([a], [b]) => byCodeUnits(a, b)))
    await addToTotal(trx, clientId, -bytes);
}

async function addToTotal(trx: Trx, clientId: string, bytes: number): Promise<number> {
  const { bytes: total } = await trx
    .insertInto('pending_uploads')
    .values({ clientId, bytes })
    .onConflict((conflict) =>
      conflict.column('clientId').doUpdateSet((eb) => ({ bytes: eb('pending_uploads.bytes', '+', bytes) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return total;
}
