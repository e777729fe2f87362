import {
  type Compilable,
  CompiledQuery,
  type DialectAdapter,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import { chunks } from './by-partner.ts';
import type { Database, Db } from './schema.ts';

/** Maximum number of cached statements. Only lists with keys of several partners have enough shapes to reach it. */
const MAX_KEPT = 1000;

/** Compiled statements of each database, keyed by shape. */
const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

/**
 * Runs a statement, and caches its compiled SQL, so that Kysely builds and compiles it only on the first call. `shape`
 * must identify the SQL: it contains the name of the statement and the length of each list. `parameters` must be in the
 * order in which the SQL uses them; otherwise, the first call throws a `TypeError`.
 */
export function runCompiled<R>(
  db: Db,
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
      throw new TypeError(`The parameters of ${shape} differ from the parameters in its SQL`);
    // Does not cache the query tree, which contains the parameters.
    statement = CompiledQuery.raw(compiled.sql);
    statements.set(shape, statement);
  }
  return db.executeQuery<R>({ ...(statement as CompiledQuery<R>), parameters });
}

/** Repeats the last key until the length is a power of two, so that statements with `in` lists have few shapes. */
export function padded<T>(keys: readonly T[]): T[] {
  const last = keys.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array<T>(length - keys.length).fill(last)];
}

/**
 * Returns a `values` list for `with name(columns) as`. PostgreSQL gives its parameters the type text, so statements
 * must cast numbers. The cast is not in the list, because SQLite would not use an index to find a cast value.
 */
export const valuesOf = <R>(rows: readonly unknown[][]): RawBuilder<R> =>
  sql<R>`(values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))})`;

/** Inserts are split into a multiple of this number of rows, and a remainder, so that there are few shapes. */
const STEP = 16;

type Insert<T extends keyof Database> = InsertQueryBuilder<Database, T, InsertResult>;

/**
 * Inserts any number of rows, which must have the same columns in the same order. Resolves to the number of inserted
 * rows. `finish` adds clauses after the values, and must add the same clauses for the same table and columns.
 */
export async function insertRows<T extends keyof Database>(
  db: Db,
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
