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

/** What the operator counts. */
export interface ReportStore {
  /**
   * By partner, kind and origin. What has expired counts as incomplete until the sweep has come by; what was added
   * before origins were stored counts as without.
   */
  reportPartners(): Promise<ReportRow[]>;
}
