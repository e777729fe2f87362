import { type ExpressionBuilder, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { ReadContext } from '../engine/database-access.ts';
import { padded } from '../engine/run-compiled.ts';
import type { Database } from '../engine/schema.ts';
import type { SubmissionId, SubmissionKey } from './submission-store.ts';

type Dated = { createdAt: Micros };

/** One string for a partner and its id. NUL separates them because neither can hold one in the database. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** Whether the id of `earlier` still stands for it when `again` comes. */
export const isWithinWindow = (earlier: Dated, again: Dated, windowMicros: Micros): boolean =>
  again.createdAt < earlier.createdAt + windowMicros;

/** By code units, so that every instance sorts alike whatever its locale. */
export function compareKeys(a: SubmissionKey, b: SubmissionKey): number {
  if (a.clientId !== b.clientId) return a.clientId < b.clientId ? -1 : 1;
  if (a.partnerRef !== b.partnerRef) return a.partnerRef < b.partnerRef ? -1 : 1;
  return 0;
}

/** Each partner with its ids: parameters of `isCurrentOf`, in their order. */
export type KeyGroups = readonly (readonly [clientId: string, refs: readonly string[]])[];

/** The keys by statement: so many as one carries, and where the database is distributed, of one partner each. */
export function statementsOf(keys: readonly SubmissionKey[], { distributed }: ReadContext): KeyGroups[] {
  const statements = chunks(keys).map(groupKeys);
  return distributed ? statements.flatMap((groups) => groups.map((group) => [group])) : statements;
}

function groupKeys(keys: readonly SubmissionKey[]): KeyGroups {
  const refsByClient = new Map<string, Set<string>>();
  for (const { clientId, partnerRef } of keys) {
    const refs = refsByClient.get(clientId);
    if (refs) refs.add(partnerRef);
    else refsByClient.set(clientId, new Set([partnerRef]));
  }
  return [...refsByClient].map(([clientId, refs]) => [clientId, padded([...refs])] as const);
}

/** What the text of `isCurrentOf` depends on. */
export const lengthsOf = (groups: KeyGroups): string => groups.map(([, refs]) => refs.length).join();

/**
 * Holds for the current row of each key. The keys are grouped by partner, and the literal 1 is repeated beside each
 * group: only so do both planners use the partial unique index, whatever they think the table's size is.
 */
export function isCurrentOf(eb: ExpressionBuilder<Database, 'submissions'>, groups: KeyGroups) {
  return eb.or(
    groups.map(([clientId, refs]) =>
      eb.and([
        eb('is_current', '=', sql.lit(1 as const)),
        eb('client_id', '=', clientId),
        eb('partner_ref', 'in', refs),
      ]),
    ),
  );
}

export const requestIdsOf = (ids: readonly SubmissionId[]): string[] => ids.map(({ requestId }) => requestId);
