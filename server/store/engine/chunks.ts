import type { ReadContext } from './database-access.ts';

/**
 * The most rows or keys one statement carries. SQLite allows 32,766 parameters a statement and an expression 1,000
 * deep; the widest row here has 8 parameters, and a list of keys nests once a partner.
 */
const CHUNK = 256;

/** Cuts a list into pieces that fit one statement. Nothing for an empty list. */
export function chunks<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < items.length; start += CHUNK) pieces.push(items.slice(start, start + CHUNK));
  return pieces;
}

/**
 * The same for statements that lock rows or join values: where the database is distributed, each of these is to be
 * about one partner.
 */
export function chunksByPartner<T>(
  items: readonly T[],
  { distributed }: ReadContext,
  clientIdOf: (item: T) => string,
): T[][] {
  if (!distributed) return chunks(items);
  const ofPartners = new Map<string, T[]>();
  for (const item of items) {
    const ofPartner = ofPartners.get(clientIdOf(item));
    if (ofPartner) ofPartner.push(item);
    else ofPartners.set(clientIdOf(item), [item]);
  }
  return [...ofPartners.values()].flatMap((ofPartner) => chunks(ofPartner));
}
