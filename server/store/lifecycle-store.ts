import type { Micros } from '../domain/clock.ts';
import type { SubmissionAction, SubmissionDecision } from '../domain/submission.ts';
import type { Asset, Sealed, Submission } from './store.ts';

/** A submission and whose it is. */
export interface HeldSubmission extends Submission {
  ownerId: string | null;
  /** When its documents were deleted because the mobile application was not used; null before. */
  documentsDeletedAt: Micros | null;
}

/** What becomes of submissions after they were added. */
export interface LifecycleStore {
  /** By the service's own id, the `content` of the link. */
  findSubmissionByRequestId(requestId: string): Promise<HeldSubmission | null>;
  /**
   * Does what `decideSubmission` says of the action, in one transaction. Whoever becomes `canceled` is erased with it: content,
   * assets and documents go, and their files are loose from then on. Null when there is no such submission.
   */
  changeSubmission(
    requestId: string,
    change: { action: SubmissionAction; now: Micros; window: Micros },
  ): Promise<SubmissionDecision | null>;
  /** What the user consented to, the newest first. */
  listCompletedSubmissions(userId: string): Promise<HeldSubmission[]>;
  /** In the order in which they were submitted. */
  listAssets(requestId: string): Promise<Asset[]>;
  /**
   * Cancels and erases submissions whose window has passed, at most `limit` in one transaction, the oldest first. Resolves to
   * how many. Instances that do it at the same time take different ones.
   */
  cancelExpiredSubmissions(options: { now: Micros; window: Micros; limit: number }): Promise<number>;
  /**
   * Completed submissions whose documents are to be deleted (`documentsEnd`) and are not yet, at most `limit`, the oldest first.
   */
  listForgottenDocuments(options: { now: Micros; window: Micros; limit: number }): Promise<HeldSubmission[]>;
  /**
   * Replaces the content by one without documents and drops the files of assets and documents, which are loose from then on.
   * False when that was done before.
   */
  deleteDocuments(requestId: string, options: { content: Sealed; at: Micros }): Promise<boolean>;
}
