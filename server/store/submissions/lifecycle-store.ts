import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import type { SubmissionAction, SubmissionDecision } from '../../domain/submission.ts';
import type { Asset, Submission } from '../store.ts';

/** A submission and whose it is. */
export interface HeldSubmission extends Submission {
  ownerId: string | null;
  /** When its documents were deleted because the mobile application was not used; null before. */
  documentsDeletedAt: Micros | null;
}

type Changed = Extract<SubmissionDecision, { outcome: 'changed' }>;

/** The decision, and where something changed the files that nothing refers to any more. They may be deleted at once. */
export type SubmissionChange =
  | Exclude<SubmissionDecision, Changed>
  | (Changed & { looseFiles: readonly string[] });

/** A completed submission whose documents may have to be deleted, and when its owner first signed in on the mobile application. */
export interface DueDocuments extends HeldSubmission {
  mobileSignedInAt: Micros | null;
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
  ): Promise<SubmissionChange | null>;
  /** What the user consented to, the newest first. */
  listCompletedSubmissions(userId: string): Promise<HeldSubmission[]>;
  /** In the order in which they were submitted. */
  listAssets(requestId: string): Promise<Asset[]>;
  /**
   * Cancels and erases submissions whose window has passed, at most `limit` in one transaction, the oldest first. Resolves to
   * how many, and to the files that are loose since. Instances that do it at the same time take different ones.
   */
  cancelExpiredSubmissions(options: {
    now: Micros;
    window: Micros;
    limit: number;
  }): Promise<{ canceled: number; looseFiles: readonly string[] }>;
  /**
   * Submissions completed at `completedBy` or before whose documents are neither deleted nor noted to stay, at most `limit`, the
   * oldest first. `after` is the last one of the page before.
   */
  listDueDocuments(options: {
    completedBy: Micros;
    limit: number;
    after?: HeldSubmission;
  }): Promise<DueDocuments[]>;
  /** Notes that the documents of these submissions stay, so that nobody looks at them again. */
  keepDocuments(requestIds: readonly string[], at: Micros): Promise<void>;
  /**
   * Replaces the content by one without documents and drops the files of assets and documents, which are loose from then on. Resolves to
   * their keys; to null when the documents were deleted before, stay, or belong to no completed submission.
   */
  deleteDocuments(
    requestId: string,
    options: { content: Sealed; at: Micros },
  ): Promise<readonly string[] | null>;
}
