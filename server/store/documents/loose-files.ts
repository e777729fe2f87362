import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import type { LooseFile } from '../store.ts';

/** Notes that no row refers to these files. */
export async function loosen(
  trx: Transaction<Database>,
  fileKeys: readonly string[],
  since: Micros,
): Promise<void> {
  for (const some of chunks(fileKeys)) {
    await trx
      .insertInto('loose_files')
      .values(some.map((file_key) => ({ file_key, since })))
      .execute();
  }
}

export async function forgetLooseFiles(
  trx: Transaction<Database>,
  fileKeys: readonly string[],
): Promise<void> {
  for (const some of chunks(fileKeys)) {
    await trx.deleteFrom('loose_files').where('file_key', 'in', some).execute();
  }
}

export async function listLooseFiles(
  db: Kysely<Database>,
  before: Micros,
  limit: number,
  after?: LooseFile,
): Promise<LooseFile[]> {
  let query = db.selectFrom('loose_files').select(['file_key', 'since']).where('since', '<=', before);
  if (after) {
    const { since, fileKey } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('since', 'file_key'), '>', tuple(since, fileKey)),
    );
  }
  const rows = await query.orderBy('since').orderBy('file_key').limit(limit).execute();
  return rows.map(({ file_key, since }) => ({ fileKey: file_key, since }));
}
