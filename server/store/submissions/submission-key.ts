import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../engine/schema.ts';
import type { SubmissionKey } from './submission-store.ts';

/** One string for a partner and its id. NUL separates them because neither can hold one in the database. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** By code units, so that every instance sorts alike whatever its locale. */
export function compareKeys(a: SubmissionKey, b: SubmissionKey): number {
  if (a.clientId !== b.clientId) return a.clientId < b.clientId ? -1 : 1;
  if (a.partnerRef !== b.partnerRef) return a.partnerRef < b.partnerRef ? -1 : 1;
  return 0;
}

/**
 * Holds for the current row of each key. The keys are grouped by partner, and the literal 1 is repeated beside each
 * group: only so do both planners use the partial unique index, whatever they think the table's size is.
 */
export function isCurrentOf(eb: ExpressionBuilder<Database, 'submissions'>, keys: readonly SubmissionKey[]) {
  const refsByClient = new Map<string, Set<string>>();
  for (const { clientId, partnerRef } of keys) {
    const refs = refsByClient.get(clientId);
    if (refs) refs.add(partnerRef);
    else refsByClient.set(clientId, new Set([partnerRef]));
  }
  return eb.or(
    [...refsByClient].map(([clientId, refs]) =>
      eb.and([
        eb('is_current', '=', sql.lit(1 as const)),
        eb('client_id', '=', clientId),
        eb('partner_ref', 'in', [...refs]),
      ]),
    ),
  );
}
