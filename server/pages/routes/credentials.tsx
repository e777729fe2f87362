import { Hono } from 'hono';
import type { AddressServices, ReportServices, StorageServices } from '../../api/services.ts';
import { hours, type Micros } from '../../domain/clock.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { submissionProgress } from '../../domain/submission-lifecycle.ts';
import { verificationStatus } from '../../domain/verification-lifecycle.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import type { User } from '../../storage/database/users/user-store.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoMinute, submissionSummary } from '../content.ts';
import type { SubmissionView } from '../credential-views.ts';
import type { FormEnv } from '../csrf.tsx';
import { acceptedAt, documentsEnd } from '../decisions/submissions.tsx';
import { consentPath, pathIn, paths } from '../page.tsx';
import { forPerson, show } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { type Entry, MyCredentialsPage } from '../views/account-pages.tsx';

type Services = AddressServices & ReportServices & StorageServices;

/** Resolves to the summary of an entry in a list; null if the submission was erased or cannot be decrypted. */
const summaryOf = (services: Services, submission: HeldSubmission) =>
  orLogged(services.log, 'submissions', submission, () => submissionSummary(services, submission));

/** Lists the submissions that are waiting for the person's decision. Omits unreadable ones. */
async function waitingSubmissions(services: Services, submissions: readonly HeldSubmission[]) {
  const { clock, submissionWindow: window } = services;
  const waiting = submissions.filter((each) => submissionProgress(each, clock.now(), window).status === 'incomplete');
  const entries = waiting.map(async (each) => {
    const given = await summaryOf(services, each);
    return given === null
      ? []
      : [await waitingEntry(services, each, each.createdAt + window, consentPath(each), given)];
  });
  return (await Promise.all(entries)).flat();
}

/** Lists the verification requests that are waiting for the person's decision. */
async function waitingRequests(services: Services, userId: string) {
  const { store, clock, verificationWindow: window } = services;
  const requests = await store.listOwnedVerifications(userId);
  const waiting = requests.filter((each) => verificationStatus(each, clock.now(), window) === 'incomplete');
  const entries = waiting.map((each) =>
    waitingEntry(services, each, each.createdAt + window, verificationUri('', each), null),
  );
  return Promise.all(entries);
}

async function waitingEntry(
  services: Services,
  { clientId }: { clientId: string },
  end: Micros,
  path: string,
  given: SubmissionView | null,
) {
  return {
    end,
    given,
    href: pathIn(services.appUrl, path),
    asker: await askerOf(services, clientId),
    decideBy: isoMinute(end),
    hoursLeft: Math.floor((end - services.clock.now()) / hours(1)),
  };
}

/** Resolves to the entry of an accepted submission; to no entry if it is unreadable. */
async function acceptedEntry(services: Services, user: User | null, submission: HeldSubmission): Promise<Entry[]> {
  const given = await summaryOf(services, submission);
  if (given === null) return [];
  const entry = {
    given,
    href: pathIn(services.appUrl, consentPath(submission)),
    asker: await askerOf(services, submission.clientId),
    decidedAt: isoMinute(acceptedAt(submission)),
    documentsEnd: documentsEnd(services.clock.now(), user, submission),
  };
  return [entry];
}

const showAll = forPerson(async (c, visit) => {
  const services = servicesOf(c);
  const { store } = services;
  const { userId } = visit.session;
  const [submissions, user] = await Promise.all([store.listHeldSubmissions(userId), store.findUser(userId)]);
  const waiting = [
    ...(await waitingSubmissions(services, submissions)),
    ...(await waitingRequests(services, userId)),
  ].sort((a, b) => a.end - b.end);
  const completed = submissions.filter(({ state }) => state === 'completed');
  const entries = (await Promise.all(completed.map((each) => acceptedEntry(services, user, each)))).flat();
  return show(c, visit, <MyCredentialsPage waiting={waiting} entries={entries} />);
});

/** Adds `/credentials`: the credentials that a person has accepted, and the entries that need a decision. */
export const credentialRoutes = () => new Hono<FormEnv>().get(paths.credentials, ...showAll);
