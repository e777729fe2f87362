import { submissionProgress } from '../domain/submission.ts';
import type { Services } from '../services.ts';
import type { HeldSubmission } from '../store/submissions/submission-store.ts';
import { isUserSession, type Session } from './session.ts';

/**
 * The submission if the person of the session may see it and its files now. Null when it does not exist, was declined,
 * has expired (swept or not) or belongs to somebody else, and when nobody is signed in.
 */
export async function ownedSubmission(
  { store, clock, submissionWindow }: Pick<Services, 'store' | 'clock' | 'submissionWindow'>,
  session: Session | null,
  requestId: string,
): Promise<HeldSubmission | null> {
  if (!isUserSession(session)) return null;
  const submission = await store.findOwnSubmission(session.userId, requestId);
  if (submission === null) return null;
  const { status } = submissionProgress(submission, clock.now(), submissionWindow);
  return status === 'canceled' ? null : submission;
}
