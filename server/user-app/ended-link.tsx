import type { Context } from 'hono';
import { wasDeclined } from '../domain/submission.ts';
import type { Services } from '../services.ts';
import type { Submission } from '../store/submissions/submission-store.ts';
import { LinkDeclinedPage, LinkExpiredPage } from './views/trouble-pages.tsx';
import { showPage } from './words/words.tsx';

/**
 * The page behind the link of a submission that nobody can accept any more, which says why: whoever has the link knew
 * of it. Null when it can be accepted, or was, and where there is none.
 */
export function endedLinkPage(
  c: Context,
  { appUrl, clock, submissionWindow }: Pick<Services, 'appUrl' | 'clock' | 'submissionWindow'>,
  submission: Submission | null,
): Response | Promise<Response> | null {
  if (submission === null || submission.state === 'completed') return null;
  if (clock.now() >= submission.createdAt + submissionWindow)
    return showPage(c, <LinkExpiredPage appUrl={appUrl} />, 410);
  return wasDeclined(submission, submissionWindow) ? showPage(c, <LinkDeclinedPage appUrl={appUrl} />, 410) : null;
}
