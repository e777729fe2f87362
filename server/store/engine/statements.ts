import {
  type Compilable,
  CompiledQuery,
  type DialectAdapter,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import { chunks } from './by-partner.ts';
import type { Database } from './schema.ts';

/** More than the store has. Lists of keys of several partners can exceed it. */
const MAX_KEPT = 1000;

/** The compiled statements of each database by their shapes. */
const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/**
 * Runs a statement that is run often. Kysely builds and compiles it the first time only; then its text is run again
 * with other `parameters`. `shape` must name the statement and the length of each list in it, and nothing else may
 * change its text. `parameters` are those of the text in its order; the first run throws when they are not.
 */
export function runCompiled<R>(
  db: Kysely<Database>,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<R>,
): Promise<QueryResult<R>> {
  const { adapter } = db.getExecutor();
  const statements = kept.get(adapter) ?? new Map<string, CompiledQuery>();
  kept.set(adapter, statements);
  let statement = statements.get(shape);
  if (statement === undefined) {
    if (statements.size === MAX_KEPT) statements.clear();
    const compiled = build().compile();
    if (compiled.parameters.length !== parameters.length || compiled.parameters.some((at, i) => at !== parameters[i]))
      throw new TypeError(`The parameters given for ${shape} are not those of its text`);
    // Without the tree of the query, which holds the parameters.
    statement = CompiledQuery.raw(compiled.sql);
    statements.set(shape, statement);
  }
  return db.executeQuery<R>({ ...(statement as CompiledQuery<R>), parameters });
}

/** Repeats the last key until the length is a power of two, so that lists for `in` have few shapes. */
export function padded<T>(keys: readonly T[]): T[] {
  const last = keys.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array<T>(length - keys.length).fill(last)];
}

/**
 * A list of rows for `with name(columns) as`. PostgreSQL takes its parameters for text, so numbers are cast where they
 * are used: SQLite does not search an index for a value that was cast.
 */
export const valuesOf = <R>(rows: readonly unknown[][]): RawBuilder<R> =>
  sql<R>`(values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))})`;

/** Pieces of so many rows, or of a multiple, and one of the rest: any number of rows has one of few shapes. */
const STEP = 16;

type Insert<T extends keyof Database> = InsertQueryBuilder<Database, T, InsertResult>;

/**
 * Inserts any number of rows, which all have the same columns in the same order, and resolves to how many it inserted.
 * `finish` adds what follows the values, and must add the same for these columns of this table each time.
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
