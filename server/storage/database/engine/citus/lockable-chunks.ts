import { chunks, chunksOfPartners, type OfPartner } from '../by-partner.ts';
import type { ReadContext } from '../database-access.ts';

/** Splits a list for statements that lock rows or join a `values` list. On Citus, they are limited to one partner. */
export const lockableChunks = <T extends OfPartner>(items: readonly T[], { distributed }: ReadContext): T[][] =>
  distributed ? chunksOfPartners(items).map(([, some]) => some) : chunks(items);
