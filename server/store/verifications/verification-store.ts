import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import type { VerificationAction, VerificationDecision, VerificationProgress } from '../../domain/verification.ts';

export interface NewVerificationRequest {
  clientId: string;
  /** The partner's own, or made for it. Unique for the partner, until the request is forgotten. */
  requestId: string;
  /** What the partner sent. */
  content: Sealed;
  createdAt: Micros;
}

export interface VerificationRequest extends VerificationProgress {
  clientId: string;
  requestId: string;
  /** What the user verified; null unless `verified`. */
  identity: Sealed | null;
}

export interface VerificationKey {
  clientId: string;
  requestId: string;
}

export interface VerificationChange {
  action: VerificationAction;
  /** Stored when the action makes the request `verified`, ignored otherwise. */
  identity?: Sealed;
  now: Micros;
  window: Micros;
  /** Makes the ids of the event and of its deliveries. */
  newId(): string;
}

/** The verification requests of all partners, and the events of their changes. */
export interface VerificationStore {
  /** `replayed`: the partner has a request of this id; it stays as it is. */
  addVerificationRequest(request: NewVerificationRequest): Promise<'created' | 'replayed'>;
  /** Those of the ids that the partner has, in no particular order. */
  findVerificationRequests(clientId: string, requestIds: readonly string[]): Promise<VerificationRequest[]>;
  /** What the partner sent; null when there is no such request. */
  readVerificationContent(key: VerificationKey): Promise<Sealed | null>;
  /**
   * Does what `decideVerification` says of the action. A change, its event, and a delivery of the event to every
   * webhook that the partner has at that moment are stored in one transaction. Null when there is no such request.
   */
  changeVerification(key: VerificationKey, change: VerificationChange): Promise<VerificationDecision | null>;
  /** Those that the user opened, the newest first. */
  listOwnedVerifications(userId: string): Promise<VerificationRequest[]>;
  /**
   * Takes a request that has ended from its owner: nothing but that is left of a canceled one, and a verified one goes
   * with the identity in it. Nothing happens to one that is open, or not the user's.
   */
  disownVerification(key: VerificationKey, userId: string): Promise<void>;
  /**
   * Cancels requests whose window has passed, with their events, at most `limit` of them in one transaction, the
   * oldest first. Resolves to how many. Instances that do it at the same time take different ones.
   */
  expireVerifications(
    options: Pick<VerificationChange, 'now' | 'window' | 'newId'> & { limit: number },
  ): Promise<number>;
  /** Deletes requests that ended at `before` or earlier, at most `limit` in one transaction. Resolves to how many. */
  forgetVerifications(options: { before: Micros; limit: number }): Promise<number>;
}
