import type { Insertable, InsertQueryBuilder, InsertResult, Kysely } from 'kysely';
import { chunks } from './chunks.ts';
import { runCompiled } from './run-compiled.ts';
import type { Database } from './schema.ts';

/** Pieces of so many rows, or of a multiple, and one of the rest: any number of rows has one of few shapes. */
const STEP = 16;

type Insert<T extends keyof Database, R> = InsertQueryBuilder<Database, T, R>;

/** Inserts any number of rows, which all have the same columns in the same order. */
export async function insertRows<T extends keyof Database>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  await insertRowsReturning<T, InsertResult>(db, table, rows, (insert) => insert);
}

/** The same with what follows the values. It must be the same for these columns of this table each time. */
export async function insertRowsReturning<T extends keyof Database, R>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  finish: (insert: Insert<T, InsertResult>) => Insert<T, R>,
): Promise<R[]> {
  const returned: R[] = [];
  for (const some of chunks(rows).flatMap(inSteps)) {
    const shape = `insert ${some.length} ${table} ${Object.keys(some[0] ?? {})}`;
    const result = await runCompiled(db, shape, some.flatMap(Object.values), () =>
      finish(db.insertInto(table).values(some)),
    );
    returned.push(...result.rows);
  }
  return returned;
}

function inSteps<T>(rows: readonly T[]): T[][] {
  const rest = rows.length % STEP;
  return [rows.slice(0, rows.length - rest), rows.slice(rows.length - rest)].filter((some) => some.length > 0);
}
