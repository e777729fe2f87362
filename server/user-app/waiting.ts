import { hours, type Micros } from '../domain/clock.ts';
import { verificationUri } from '../domain/redirect-uri.ts';
import { submissionProgress } from '../domain/submission.ts';
import { verificationStatus } from '../domain/verification.ts';
import type { Services } from '../services.ts';
import type { HeldSubmission } from '../store/submissions/submission-store.ts';
import { partnerName, submissionNamed } from './content.ts';
import { isoMinute } from './shown/dates.ts';
import type { SubmissionShown } from './shown/types.ts';
import { consentHref, pathIn } from './views/paths.ts';

/** What a person has opened and not yet answered. */
export interface Waiting {
  /** The page that asks. */
  href: string;
  /** What a partner wants to give; null when the partner asks who the person is. */
  submission: SubmissionShown | null;
  partnerName: string;
  /** When it expires. */
  until: string;
  /** Until then: whole hours. */
  hoursLeft: number;
}

type Parts = Pick<Services, 'store' | 'sealer' | 'clock' | 'appUrl' | 'submissionWindow' | 'verificationWindow'>;

/** Which of the person's submissions and requests wait for an answer; what expires first is first. */
export async function waitingFor(
  parts: Parts,
  userId: string,
  submissions: readonly HeldSubmission[],
): Promise<Waiting[]> {
  const { store, clock, appUrl, submissionWindow, verificationWindow } = parts;
  const now = clock.now();
  const requests = await store.listOwnedVerifications(userId);
  const entry = async (clientId: string, end: Micros, href: string, submission: SubmissionShown | null) => {
    const hoursLeft = Math.floor((end - now) / hours(1));
    return { end, href, submission, partnerName: await partnerName(parts, clientId), until: isoMinute(end), hoursLeft };
  };
  const offered = submissions
    .filter((one) => submissionProgress(one, now, submissionWindow).status === 'incomplete')
    .map(async (one) => {
      const shown = await submissionNamed(parts, one);
      const href = consentHref(appUrl, one);
      return shown === null ? [] : [await entry(one.clientId, one.createdAt + submissionWindow, href, shown)];
    });
  const asked = requests
    .filter((one) => verificationStatus(one, now, verificationWindow) === 'incomplete')
    .map(async (one) => {
      const href = pathIn(appUrl, verificationUri('', one));
      return [await entry(one.clientId, one.createdAt + verificationWindow, href, null)];
    });
  const all = (await Promise.all([...offered, ...asked])).flat();
  return all.sort((a, b) => a.end - b.end);
}
