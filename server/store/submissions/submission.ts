import { type ExpressionBuilder, sql } from 'kysely';
import type { Encrypted } from '../../crypto/encryptor.ts';
import type { Micros } from '../../domain/clock.ts';
import type { DeclaredAsset } from '../../domain/documents.ts';
import type { AssetType } from '../../domain/file-type.ts';
import type { SubmissionKind, SubmissionState } from '../../domain/submission.ts';
import { chunks } from '../engine/by-partner.ts';
import type { ReadContext } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { padded } from '../engine/statements.ts';

/** A document that a submission gives the address of. The address itself is in the encrypted content alone. */
export interface NewDocument {
  /** Ours, a UUID; names the document in the user application. */
  documentKey: string;
  /** The `id` of the submission, or of the item of a v1 batch, that it belongs to. */
  ref: string;
  assetType: AssetType;
}

/** What is known of a stored submission without opening its content. */
export interface Submission {
  /** UUID that the service generates: the `content` of the link. */
  requestId: string;
  clientId: string;
  /** The `id` that the partner sends (for a v2 batch its `credential_id`). */
  partnerRef: string;
  kind: SubmissionKind;
  documentType: string | null;
  state: SubmissionState;
  createdAt: Micros;
  /** Time at which `completed` or `canceled` was reached; null before. */
  finalizedAt: Micros | null;
}

export interface NewSubmission extends Omit<Submission, 'state' | 'finalizedAt'> {
  content: Encrypted;
  assets: readonly DeclaredAsset[];
  /** In the order of their addresses in the content. None by default. */
  documents?: readonly NewDocument[];
}

/** Key of a submission. On Citus the partner determines the node. */
export type SubmissionId = Pick<Submission, 'clientId' | 'requestId'>;

/** A submission and its owner. */
export interface HeldSubmission extends Submission {
  ownerId: string | null;
  /** When its documents were deleted because the mobile application was not used; null before. */
  documentsDeletedAt: Micros | null;
}

export interface SubmissionKey {
  clientId: string;
  partnerRef: string;
}

export interface AddResult {
  /**
   * `created`: a new row. `replayed`: this partner used the id within the window, under the same kind; the stored
   * row answers and nothing was written. `conflict`: the id is in use within the window under another kind.
   */
  outcome: 'created' | 'replayed' | 'conflict';
  submission: Submission;
  /** The assets of the stored submission, in the order in which they were submitted. Empty on conflict. */
  assets: readonly DeclaredAsset[];
}

/** The columns of a `SubmissionLifecycle`. */
export const LIFECYCLE_COLUMNS = ['state', 'ownerId', 'createdAt', 'finalizedAt'] as const;

/** The columns of a `Submission`. */
export const SUBMISSION_COLUMNS = [
  'requestId',
  'clientId',
  'partnerRef',
  'kind',
  'documentType',
  'state',
  'createdAt',
  'finalizedAt',
] as const;

/** The columns of a `HeldSubmission`. */
export const HELD_COLUMNS = [...SUBMISSION_COLUMNS, 'ownerId', 'documentsDeletedAt'] as const;

/** The columns of an `DeclaredAsset`. */
export const ASSET_COLUMNS = ['assetKey', 'assetId', 'assetType'] as const;

type Dated = { createdAt: Micros };

/** One string for a partner and its id. NUL separates them because neither can hold one in the database. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** Whether a repetition of the id at the time of `again` still stands for `earlier`. */
export const isWithinWindow = (earlier: Dated, again: Dated, window: Micros): boolean =>
  again.createdAt < earlier.createdAt + window;

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
      eb.and([eb('isCurrent', '=', sql.lit(1 as const)), eb('clientId', '=', clientId), eb('partnerRef', 'in', refs)]),
    ),
  );
}
