import { submissionProgress } from '../domain/submission.ts';
import type { Services } from '../services.ts';
import type { HeldSubmission } from '../store/submissions/lifecycle-store.ts';
import { isUserSession, type Session } from './session.ts';

/**
 * The submission, where the person of the session may see it now, with its files. Null for one that does not exist, was declined
 * or has expired (swept or not), for one of another person, and for a session that nobody has signed in to: they look the same.
 */
export async function ownedSubmission(
  { store, clock, submissionWindow }: Pick<Services, 'store' | 'clock' | 'submissionWindow'>,
  session: Session | null,
  requestId: string,
): Promise<HeldSubmission | null> {
  if (!isUserSession(session)) return null;
  const submission = await store.findSubmissionByRequestId(requestId);
  if (submission === null || submission.ownerId !== session.userId) return null;
  const { status } = submissionProgress(submission, clock.now(), submissionWindow);
  return status === 'canceled' ? null : submission;
}
