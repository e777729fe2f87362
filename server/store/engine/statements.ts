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

/** More than the store has; beyond are lists of keys of several partners. */
const MAX_KEPT = 1000;

/** The texts of each database, by their shapes. */
const textsOf = new WeakMap<DialectAdapter, Map<string, string>>();

/**
 * Runs a statement that is run often. Kysely builds and compiles it the first time only; then its text is run again
 * with other `parameters`. So `shape` must name the statement and the length of each list in it, and nothing else may
 * change its text. `parameters` are those of the text in its order: if they are not, the first run throws.
 */
export function runCompiled<R>(
  db: Kysely<Database>,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<R>,
): Promise<QueryResult<R>> {
  const { adapter } = db.getExecutor();
  const texts = textsOf.get(adapter) ?? new Map<string, string>();
  textsOf.set(adapter, texts);
  let text = texts.get(shape);
  if (text === undefined) {
    if (texts.size === MAX_KEPT) texts.clear();
    text = compile(shape, parameters, build());
    texts.set(shape, text);
  }
  return db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}

function compile(shape: string, given: readonly unknown[], query: Compilable): string {
  const { sql, parameters } = query.compile();
  if (parameters.length !== given.length || parameters.some((parameter, index) => parameter !== given[index])) {
    throw new TypeError(`The parameters given for ${shape} are not those of its text`);
  }
  return sql;
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
