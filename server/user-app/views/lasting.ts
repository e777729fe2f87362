import { service } from '../../../generated/operations.ts';

const inHours = (seconds: number): string => `${seconds / 3600} hours`;

/** How long something lasts, as pages say it. The figures are the contract's. */
export const lasting = {
  submission: inHours(service.submission_window_seconds),
  verification: inHours(service.verification_window_seconds),
  documents: inHours(service.documents_kept_seconds),
};
