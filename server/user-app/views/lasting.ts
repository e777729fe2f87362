import { service } from '../../../generated/operations.ts';

const inHours = (seconds: number): number => seconds / 3600;

/** How many hours, where nothing else is said, something lasts. The figures are the contract's. */
export const lasting = {
  submission: inHours(service.submission_window_seconds),
  verification: inHours(service.verification_window_seconds),
  documents: inHours(service.documents_kept_seconds),
  /** Days. */
  results: inHours(service.results_kept_seconds) / 24,
};
