import type { Kysely } from 'kysely';
import type { ReadContext } from './database-access.ts';
import type { Database } from './schema.ts';

/**
 * The most rows or keys in one statement. SQLite allows 32,766 parameters a statement and an expression 1,000 deep; the
 * widest row has 9 parameters, and a list of keys nests once a partner.
 */
const CHUNK = 256;

/** Splits a list into pieces that fit one statement. Returns no piece for an empty list. */
export function chunks<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) pieces.push(items.slice(start, start + CHUNK));
  return pieces;
}

/** The same for statements that lock rows or join values: on Citus, each must concern one partner. */
export function chunksByPartner<T>(
  items: readonly T[],
  { distributed }: ReadContext,
  clientIdOf: (item: T) => string,
): T[][] {
  if (!distributed) return chunks(items);
  const byPartner = new Map<string, T[]>();
  for (const item of items) {
    const clientId = clientIdOf(item);
    byPartner.set(clientId, [...(byPartner.get(clientId) ?? []), item]);
  }
  return [...byPartner.values()].flatMap((ofPartner) => chunks(ofPartner));
}

/** The partners of rows that a statement is about, each once: they tell Citus on which shards the rows are. */
export const partnersOf = (keys: readonly { clientId: string }[]): string[] => [
  ...new Set(keys.map(({ clientId }) => clientId)),
];

export const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

/** The partners whose requests a user has opened. */
export async function partnersOfOwner(
  db: Kysely<Database>,
  table: 'submission_owners' | 'verification_owners',
  userId: string,
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('client_id').distinct().where('owner_id', '=', userId).execute();
  return rows.map((row) => row.client_id);
}

/**
 * Takes rows that are due, at most `limit`, the oldest first. Citus locks the rows of one partner at a time, so a look
 * without locks counts how many are due of each partner.
 */
export async function takeByPartner<R>(
  limit: number,
  look: (limit: number) => Promise<{ client_id: string }[]>,
  take: (clientId: string, most: number) => Promise<R[]>,
): Promise<R[]> {
  const counts = new Map<string, number>();
  for (const { client_id } of await look(limit)) counts.set(client_id, (counts.get(client_id) ?? 0) + 1);
  const taken: R[] = [];
  for (const [clientId, most] of counts) taken.push(...(await take(clientId, most)));
  return taken;
}
