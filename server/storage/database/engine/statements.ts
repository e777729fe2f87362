import {
  type Compilable,
  CompiledQuery,
  type DialectAdapter,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  sql,
} from 'kysely';
import type { Database, Db, Trx } from './schema.ts';

/** Maximum number of rows per statement, to stay below SQLite's limit of 32,766 parameters. */
const CHUNK = 256;

type OfPartner = { clientId: string };

/** Ignores the locale, so that all instances sort rows in the same order. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function chunks<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) pieces.push(items.slice(start, start + CHUNK));
  return pieces;
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

export const byPartner = <T extends OfPartner>(items: readonly T[]) => groupBy(items, ({ clientId }) => clientId);

/** Returns distinct client IDs. A condition on client IDs limits a statement to the Citus nodes of the partners. */
export const partnersOf = (keys: readonly OfPartner[]): string[] => [...new Set(keys.map(({ clientId }) => clientId))];

export const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

export const requestIdsOf = (keys: readonly { requestId: string }[]): string[] =>
  keys.map(({ requestId }) => requestId);

/** Uses one statement per partner, because a statement on Citus cannot lock rows of several partners. */
export async function lockByPartner<T>(
  due: readonly OfPartner[],
  lock: (clientId: string, most: number) => Promise<T[]>,
): Promise<T[]> {
  const locked: T[] = [];
  for (const [clientId, keys] of byPartner(due)) locked.push(...(await lock(clientId, keys.length)));
  return locked;
}

export async function deleteRows(
  trx: Trx,
  table: 'deliveries' | 'events' | 'verification_requests',
  column: 'id' | 'event_id' | 'request_id',
  keys: readonly (OfPartner & { id: string })[],
): Promise<number> {
  let deleted = 0;
  for (const [clientId, some] of byPartner(keys)) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
      where client_id = ${clientId} and ${sql.ref(column)} in (${sql.join(idsOf(some))})`.execute(trx);
    deleted += Number(numAffectedRows);
  }
  return deleted;
}

const sqlOfShapes = new WeakMap<DialectAdapter, Map<string, string>>();

/** Caches the SQL by `shape`, because compiling a Kysely query for each status request is slow. */
export function runCompiled<R>(
  db: Db,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<R>,
): Promise<QueryResult<R>> {
  const { adapter } = db.getExecutor();
  const known = sqlOfShapes.get(adapter) ?? new Map<string, string>();
  sqlOfShapes.set(adapter, known);
  const sql = known.get(shape) ?? build().compile().sql;
  known.set(shape, sql);
  return db.executeQuery(CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<R>);
}

type Insert<T extends keyof Database> = InsertQueryBuilder<Database, T, InsertResult>;

/** All rows must have the same columns in the same order. */
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
