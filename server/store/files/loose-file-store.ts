import type { Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
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
