import { service } from '../../generated/operations.ts';
import { seconds } from '../../server/domain/clock.ts';

export const SUBMISSION_WINDOW = seconds(service.submission_window_seconds);

export const VERIFICATION_WINDOW = seconds(service.verification_window_seconds);
