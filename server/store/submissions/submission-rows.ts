import { type ExpressionBuilder, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/by-partner.ts';
import type { ReadContext } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { padded } from '../engine/statements.ts';
import type { SubmissionKey } from './submission-store.ts';

/** The columns of a `Submission`. */
export const SUBMISSION_COLUMNS = [
  'request_id as requestId',
  'client_id as clientId',
  'partner_ref as partnerRef',
  'kind',
  'document_type as documentType',
  'state',
  'created_at as createdAt',
  'finalized_at as finalizedAt',
] as const;

/** The columns of a `HeldSubmission`. */
export const HELD_COLUMNS = [
  ...SUBMISSION_COLUMNS,
  'owner_id as ownerId',
  'documents_deleted_at as documentsDeletedAt',
] as const;

/** The columns of a `NewAsset`. */
export const ASSET_COLUMNS = ['asset_key as assetKey', 'asset_id as assetId', 'asset_type as assetType'] as const;

type Dated = { createdAt: Micros };

/** One string for a partner and its id. NUL separates them because neither can hold one in the database. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** Whether a repetition of the id at the time of `again` still stands for `earlier`. */
export const isWithinWindow = (earlier: Dated, again: Dated, windowMicros: Micros): boolean =>
  again.createdAt < earlier.createdAt + windowMicros;

/** By code units, so that every instance sorts alike whatever its locale. */
export function compareKeys(a: SubmissionKey, b: SubmissionKey): number {
  if (a.clientId !== b.clientId) return a.clientId < b.clientId ? -1 : 1;
  if (a.partnerRef !== b.partnerRef) return a.partnerRef < b.partnerRef ? -1 : 1;
  return 0;
}

/** Each partner with its ids: the parameters of `isCurrentOf`, in their order. */
export type KeyGroups = readonly (readonly [clientId: string, refs: readonly string[]])[];

/** The keys by statement: as many as one carries, and on Citus of one partner each. */
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

/** The lengths on which the text of `isCurrentOf` depends. */
export const lengthsOf = (groups: KeyGroups): string => groups.map(([, refs]) => refs.length).join();

/**
 * Selects the current row of each key. The keys are grouped by partner, and the literal 1 is repeated beside each
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
