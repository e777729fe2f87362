import type { Insertable, InsertQueryBuilder, InsertResult, Kysely } from 'kysely';
import { chunks } from './chunks.ts';
import { runCompiled } from './run-compiled.ts';
import type { Database } from './schema.ts';

/** Pieces of so many rows, or of a multiple, and one of the rest: any number of rows has one of few shapes. */
const STEP = 16;

type Insert<T extends keyof Database> = InsertQueryBuilder<Database, T, InsertResult>;

/**
 * Inserts any number of rows, which all have the same columns in the same order, and resolves to how many it did.
 * `finish` says what follows the values, and must say the same for these columns of this table each time.
 */
export async function insertRows<T extends keyof Database>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): Promise<number> {
  let inserted = 0;
  for (const some of chunks(rows).flatMap(inSteps)) {
    const columns = Object.keys(some[0] ?? {}) as (keyof (typeof some)[number])[];
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    const { numAffectedRows } = await runCompiled(db, `insert ${some.length} ${table} ${columns}`, values, () =>
      finish(db.insertInto(table).values(some)),
    );
    inserted += Number(numAffectedRows);
  }
  return inserted;
}

function inSteps<T>(rows: readonly T[]): T[][] {
  const rest = rows.length % STEP;
  return [rows.slice(0, rows.length - rest), rows.slice(rows.length - rest)].filter((some) => some.length > 0);
}
