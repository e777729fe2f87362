import type { Micros } from '../../domain/clock.ts';
import type { Origins } from '../../domain/origins.ts';
import type { SubmissionKind } from '../../domain/submission.ts';

/** What came of the submissions or verification requests of one partner, kind and origin. */
export interface ReportRow {
  clientId: string;
  kind: SubmissionKind | 'verification_request';
  /** Empty for those that name none. */
  origins: Origins;
  incomplete: number;
  verified: number;
  canceled: number;
}

/** A webhook that deliveries wait for. */
export interface WaitingWebhook {
  clientId: string;
  webhookId: string;
  /** Those under way among them. */
  due: number;
  pending: number;
  /** The time of the one that has been due for longest; null where none is. */
  dueSince: Micros | null;
}

/** What the operator counts. */
export interface ReportStore {
  /**
   * By partner, kind and origin. What has expired counts as incomplete until the sweep has come by; what was added
   * before origins were stored counts as without.
   */
  reportPartners(): Promise<ReportRow[]>;
  /** The webhooks with anything to be sent, and what of it is due at `now`, in no particular order. */
  reportQueue(now: Micros): Promise<WaitingWebhook[]>;
  /** How many webhooks there are, and documents that are still to be downloaded. */
  countWaiting(): Promise<{ webhooks: number; documents: number }>;
}
