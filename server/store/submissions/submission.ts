import { type ExpressionBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Encrypted } from '../../crypto/encryptor.ts';
import type { Micros } from '../../domain/clock.ts';
import type { DeclaredAsset } from '../../domain/documents.ts';
import type { AssetType } from '../../domain/file-type.ts';
import type { SubmissionKind, SubmissionState } from '../../domain/submission.ts';
import { chunks } from '../engine/by-partner.ts';
import type { ReadContext } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { padded } from '../engine/statements.ts';

/** A document that a submission refers to by URL. Only the encrypted content contains the URL. */
export interface NewDocument {
  /** Key that the service generates (UUID). It identifies the document in the user application. */
  documentKey: string;
  /** The `id` of the submission, or of the item of a v1 batch, that the document belongs to. */
  ref: string;
  assetType: AssetType;
}

/** The unencrypted part of a stored submission. */
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
  /** Documents, in the order of their URLs in the content. None by default. */
  documents?: readonly NewDocument[];
}

/** Key of a submission. On Citus, the partner determines the node. */
export type SubmissionId = Pick<Submission, 'clientId' | 'requestId'>;

export interface HeldSubmission extends Submission {
  ownerId: string | null;
  /** Time at which the documents were deleted because the mobile application was not used; null before. */
  documentsDeletedAt: Micros | null;
}

export interface SubmissionKey {
  clientId: string;
  partnerRef: string;
}

export interface AddResult {
  /**
   * `created`: a new row. `replayed`: this partner used the id within the window for the same kind of submission; the
   * stored row is returned, and nothing was written. `conflict`: the id belongs to another kind within the window.
   */
  outcome: 'created' | 'replayed' | 'conflict';
  submission: Submission;
  /** Assets of the stored submission, in the order of their submission. Empty on conflict. */
  assets: readonly DeclaredAsset[];
}

export const LIFECYCLE_COLUMNS = ['state', 'ownerId', 'createdAt', 'finalizedAt'] as const;

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

export const HELD_COLUMNS = [...SUBMISSION_COLUMNS, 'ownerId', 'documentsDeletedAt'] as const;

export const ASSET_COLUMNS = ['assetKey', 'assetId', 'assetType'] as const;

type Dated = { createdAt: Micros };

/** Joins a partner and its id to one string. The separator is NUL, which neither can contain in the database. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** Returns whether a repetition of the id at the time of `again` is a replay of `earlier`. */
export const isWithinWindow = (earlier: Dated, again: Dated, window: Micros): boolean =>
  again.createdAt < earlier.createdAt + window;

/** Compares by code units, so that all instances sort the same, whatever their locale. */
export function compareKeys(a: SubmissionKey, b: SubmissionKey): number {
  if (a.clientId !== b.clientId) return a.clientId < b.clientId ? -1 : 1;
  if (a.partnerRef !== b.partnerRef) return a.partnerRef < b.partnerRef ? -1 : 1;
  return 0;
}

/** Partners with their ids: the parameters of `isCurrentOf`, in order. */
export type KeyGroups = readonly (readonly [clientId: string, refs: readonly string[]])[];

/** Splits keys into groups for statements. On Citus, a statement has the keys of one partner. */
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

/** Returns the lengths that the text of `isCurrentOf` depends on. */
export const lengthsOf = (groups: KeyGroups): string => groups.map(([, refs]) => refs.length).join();

/**
 * Selects the current row of each key. The keys are grouped by partner, and the literal 1 is repeated in each group.
 * Only this form makes both planners use the partial unique index for tables of any size.
 */
export function isCurrentOf(eb: ExpressionBuilder<Database, 'submissions'>, groups: KeyGroups) {
  return eb.or(
    groups.map(([clientId, refs]) =>
      eb.and([eb('isCurrent', '=', sql.lit(1 as const)), eb('clientId', '=', clientId), eb('partnerRef', 'in', refs)]),
    ),
  );
}

/** Locks the submission that a subquery finds, and resolves to its state and times. */
export const lockSubmissionOf = (
  trx: Transaction<Database>,
  clientId: string,
  requestId: SelectQueryBuilder<Database, 'assets' | 'documents', { requestId: string }>,
) =>
  trx
    .selectFrom('submissions')
    .select(['state', 'createdAt', 'finalizedAt'])
    .where('clientId', '=', clientId)
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
