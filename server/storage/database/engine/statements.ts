import type { Insertable, InsertQueryBuilder, InsertResult } from 'kysely';
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

type Insert<T extends keyof Database> = InsertQueryBuilder<Database, T, InsertResult>;

/** Inserts any number of rows. Resolves to the number of inserted rows. `finish` adds clauses after the values. */
export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  finish: (insert: Insert<T>) => Insert<T> = (insert) => insert,
): Promise<number> {
  let inserted = 0;
  for (const some of chunks(rows)) {
    const { numInsertedOrUpdatedRows } = await finish(db.insertInto(table).values(some)).executeTakeFirstOrThrow();
    inserted += Number(numInsertedOrUpdatedRows);
  }
  return inserted;
}
