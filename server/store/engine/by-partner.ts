import type { ReadContext } from './database-access.ts';

/**
 * The most rows or keys in one statement. SQLite allows 32,766 parameters a statement and an expression 1,000 deep; the
 * widest row has 9 parameters, and a list of keys nests once a partner.
 */
const CHUNK = 256;

type OfPartner = { clientId: string };

/** Splits a list into pieces that fit one statement. Returns no piece for an empty list. */
export function chunks<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) pieces.push(items.slice(start, start + CHUNK));
  return pieces;
}

/** The same, with items of one partner in each piece. */
export function chunksOfPartners<T extends OfPartner>(items: readonly T[]): [clientId: string, some: T[]][] {
  const byPartner = new Map<string, T[]>();
  for (const item of items) {
    const ofPartner = byPartner.get(item.clientId);
    if (ofPartner) ofPartner.push(item);
    else byPartner.set(item.clientId, [item]);
  }
  return [...byPartner].flatMap(([clientId, ofPartner]) =>
    chunks(ofPartner).map((some): [string, T[]] => [clientId, some]),
  );
}

/** Pieces for statements that lock rows or join values: on Citus, each statement must concern one partner. */
export const lockableChunks = <T extends OfPartner>(items: readonly T[], { distributed }: ReadContext): T[][] =>
  distributed ? chunksOfPartners(items).map(([, some]) => some) : chunks(items);

/** The partners of rows that a statement is about, each once: they tell Citus on which shards the rows are. */
export const partnersOf = (keys: readonly OfPartner[]): string[] => [...new Set(keys.map(({ clientId }) => clientId))];

export const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

export const requestIdsOf = (keys: readonly { requestId: string }[]): string[] =>
  keys.map(({ requestId }) => requestId);

/** Locks rows that are due, of one partner after the other. `due` are keys that were read without a lock. */
export async function lockByPartner<T>(
  due: readonly OfPartner[],
  lock: (clientId: string, most: number) => Promise<T[]>,
): Promise<T[]> {
  const counts = new Map<string, number>();
  for (const { clientId } of due) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  const locked: T[] = [];
  for (const [clientId, most] of counts) locked.push(...(await lock(clientId, most)));
  return locked;
}
