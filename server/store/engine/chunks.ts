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
