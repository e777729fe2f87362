import type { QueryResult } from 'kysely';
import { type Compilable, CompiledQuery, type Insertable, type InsertQueryBuilder, type InsertResult } from 'kysely';
import type { Database, Db } from './schema.ts';

/**
 * Maximum number of rows or keys in a statement. SQLite limits a statement to 32,766 parameters and an expression depth
 * of 1,000. The widest row has 9 parameters, and a list of keys adds one level of depth for each partner.
 */
const CHUNK = 256;

type OfPartner = { clientId: string };

/** Splits a list into chunks that each fit in one statement. */
export function chunks<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) pieces.push(items.slice(start, start + CHUNK));
  return pieces;
}

export function byPartner<T extends OfPartner>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const ofPartner = groups.get(item.clientId);
    if (ofPartner) ofPartner.push(item);
    else groups.set(item.clientId, [item]);
  }
  return groups;
}

/** Splits a list into chunks that each fit in one statement and belong to a single partner. */
export function chunksOfPartners<T extends OfPartner>(items: readonly T[]): [clientId: string, some: T[]][] {
  return [...byPartner(items)].flatMap(([clientId, ofPartner]) =>
    chunks(ofPartner).map((some): [string, T[]] => [clientId, some]),
  );
}

/** Returns the distinct client IDs. Citus uses the client IDs in a statement to find the shards. */
export const partnersOf = (keys: readonly OfPartner[]): string[] => [...new Set(keys.map(({ clientId }) => clientId))];

export const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

export const requestIdsOf = (keys: readonly { requestId: string }[]): string[] =>
  keys.map(({ requestId }) => requestId);

/** Locks due rows, one partner at a time. `due` contains the keys, which were read without a lock. */
export async function lockByPartner<T>(
  due: readonly OfPartner[],
  lock: (clientId: string, most: number) => Promise<T[]>,
): Promise<T[]> {
  const locked: T[] = [];
  for (const [clientId, keys] of byPartner(due)) locked.push(...(await lock(clientId, keys.length)));
  return locked;
}

/** SQL of statements, keyed by the engine and the shape. */
const sqlOfShapes = new Map<string, string>();

/**
 * Runs a statement that Kysely builds and compiles only once for each shape: the name of the statement, and the length
 * of each list. `parameters` must be in the order of the SQL. Compiling is 14 % of the time of a status request.
 */
export function runCompiled<R>(
  db: Db,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<R>,
): Promise<QueryResult<R>> {
  const key = `${db.getExecutor().adapter.constructor.name} ${shape}`;
  const sql = sqlOfShapes.get(key) ?? build().compile().sql;
  sqlOfShapes.set(key, sql);
  return db.executeQuery(CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<R>);
}

type Insert<T extends keyof Database> = InsertQueryBuilder<Database, T, InsertResult>;

/**
 * Inserts any number of rows, which have the same columns in the same order. Resolves to the number of inserted rows.
 * `finish` adds clauses after the values, always the same for a table.
 */
export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): Promise<number> {
  let inserted = 0;
  for (const some of chunks(rows)) {
    const columns = Object.keys(some[0] ?? {}) as (keyof (typeof some)[number])[];
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    const { numAffectedRows } = await runCompiled(db, `insert ${some.length} ${table} ${columns}`, values, () =>
      finish(db.insertInto(table).values(some)),
    );
    inserted += Number(numAffectedRows);
  }
  return inserted;
}
