import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import type { AssetType } from '../../domain/file-type.ts';
import type { SubmissionAction, SubmissionDecision, SubmissionKind, SubmissionState } from '../../domain/submission.ts';

/** An asset announced in a v2 batch: its file is uploaded later. */
export interface NewAsset {
  /** Ours, random, unguessable; names the asset in its upload link. */
  assetKey: string;
  /** The partner's `asset_id`. */
  assetId: string;
  assetType: AssetType;
}

/** A document that a submission gives the address of. The address itself is in the sealed content alone. */
export interface NewDocument {
  /** Ours, a UUID; names the document in the user application. */
  documentKey: string;
  /** The `id` of the submission, or of the item of a v1 batch, that it belongs to. */
  ref: string;
  assetType: AssetType;
}

export interface NewSubmission {
  /** Ours, a UUID: the `content` of the link. */
  requestId: string;
  clientId: string;
  /** The partner's own `id` (for a v2 batch its `credential_id`). */
  partnerRef: string;
  kind: SubmissionKind;
  documentType: string | null;
  content: Sealed;
  assets: readonly NewAsset[];
  /** In the order in which they stand in the content, where their addresses are. None by default. */
  documents?: readonly NewDocument[];
  createdAt: Micros;
}

/** What is known of a stored submission without opening its content. */
export interface Submission {
  requestId: string;
  clientId: string;
  partnerRef: string;
  kind: SubmissionKind;
  documentType: string | null;
  state: SubmissionState;
  createdAt: Micros;
  /** When `completed` or `canceled` was reached; null before. */
  finalizedAt: Micros | null;
}

/** By which a submission is found: its partner says where. */
export type SubmissionId = Pick<Submission, 'clientId' | 'requestId'>;

/** A submission and whose it is. */
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
  assets: readonly NewAsset[];
}

type Changed = Extract<SubmissionDecision, { outcome: 'changed' }>;

/** The decision, and where something changed the files that nothing refers to any more. They may be deleted at once. */
export type SubmissionChange =
  | Exclude<SubmissionDecision, Changed>
  | (Changed & { looseFiles: readonly string[] })
  /** Nothing was changed: its files are not those of `ifFiles`. */
  | { outcome: 'other_files' };

export interface SubmissionStore {
  /**
   * Stores submissions in one transaction; the answers come in the order of the input. Within `windowMicros` of its
   * first POST an id (per partner) is one submission; after that a POST makes a new one, and the earlier one, if it
   * never completed, is canceled: its content and assets are erased, and its files are loose. Two entries of one call
   * may carry the same id.
   */
  addSubmissions(submissions: readonly NewSubmission[], windowMicros: Micros): Promise<AddResult[]>;
  /** The newest submission of each id this partner has; ids it does not have are left out. */
  findSubmissions(keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** By what the link says: `clientId` and `content`. */
  findLinkedSubmission(id: SubmissionId): Promise<HeldSubmission | null>;
  /** By the service's own id alone, where the person has opened its link. */
  findOwnSubmission(userId: string, requestId: string): Promise<HeldSubmission | null>;
  /** The sealed content of a submission; null when there is none (unknown, canceled). */
  readContent(id: SubmissionId): Promise<Sealed | null>;
  /**
   * Does what `decideSubmission` says of the action, in one transaction. Whoever becomes `canceled` is erased with
   * it: content, assets and documents go, and their files are loose from then on. Null when there is no such
   * submission.
   */
  changeSubmission(
    id: SubmissionId,
    /** `ifFiles`: the keys of the files that it must have, in order; absent for any. */
    change: { action: SubmissionAction; now: Micros; window: Micros; ifFiles?: readonly string[] },
  ): Promise<SubmissionChange | null>;
  /** What the user has opened and not yet decided, or consented to; what came or was consented to last is first. */
  listHeldSubmissions(userId: string): Promise<HeldSubmission[]>;
  /**
   * Takes a submission from its owner, with its content, assets and documents. What was completed stays so for the
   * partner, and is nothing more than that; what was open is canceled. Resolves to the files that are loose now; null
   * when it is not the user's.
   */
  eraseHeldSubmission(
    id: SubmissionId,
    options: { userId: string; now: Micros; window: Micros },
  ): Promise<readonly string[] | null>;
  /**
   * Cancels and erases submissions whose window has passed, at most `limit` in one transaction, the oldest first.
   * Resolves to how many, and to the files that are loose now. Instances that do it at once take different ones.
   */
  cancelExpiredSubmissions(options: {
    now: Micros;
    window: Micros;
    limit: number;
  }): Promise<{ canceled: number; looseFiles: readonly string[] }>;
}
