import { service } from '../../generated/operations.ts';
import { seconds } from '../../server/domain/clock.ts';

/** Time from the first POST of a submission until the submission expires. */
export const SUBMISSION_WINDOW = seconds(service.submission_window_seconds);

/** Time from the creation of a verification request until the request expires. */
export const VERIFICATION_WINDOW = seconds(service.verification_window_seconds);
