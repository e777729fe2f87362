import { Hono } from 'hono';
import type { AddressServices, ReportServices, StorageServices } from '../../api/services.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { submissionProgress } from '../../domain/submission-lifecycle.ts';
import { verificationStatus } from '../../domain/verification-lifecycle.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoMinute, submissionSummary } from '../content.ts';
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

/** Resolves to the submissions and requests that are waiting for the person's decision, sorted by expiry time. */
async function waitingEntries(
  services: Services,
  userId: string,
  submissions: readonly HeldSubmission[],
): Promise<Entry[]> {
  const { store, clock, submissionWindow, verificationWindow } = services;
  const now = clock.now();
  const waiting = [];
  for (const submission of submissions) {
    const { clientId, createdAt } = submission;
    if (submissionProgress(submission, now, submissionWindow).status !== 'incomplete') continue;
    const given = await summaryOf(services, submission);
    const path = consentPath(submission);
    if (given !== null) waiting.push({ clientId, given, path, end: createdAt + submissionWindow });
  }
  for (const request of await store.listOwnedVerifications(userId)) {
    const { clientId, createdAt } = request;
    if (verificationStatus(request, now, verificationWindow) !== 'incomplete') continue;
    const path = verificationUri('', request);
    waiting.push({ clientId, given: null, path, end: createdAt + verificationWindow });
  }
  waiting.sort((a, b) => a.end - b.end);
  const entries = waiting.map(async ({ clientId, given, path, end }) => ({
    given,
    href: pathIn(services.appUrl, path),
    asker: await askerOf(services, clientId),
    decideBy: isoMinute(end),
  }));
  return Promise.all(entries);
}

/** Resolves to the submissions that the person has accepted. Omits unreadable ones. */
async function acceptedEntries(
  services: Services,
  userId: string,
  submissions: readonly HeldSubmission[],
): Promise<Entry[]> {
  const user = await services.store.findUser(userId);
  const entries = [];
  for (const submission of submissions) {
    if (submission.state !== 'completed') continue;
    const given = await summaryOf(services, submission);
    if (given === null) continue;
    entries.push({
      given,
      href: pathIn(services.appUrl, consentPath(submission)),
      asker: await askerOf(services, submission.clientId),
      decidedAt: isoMinute(acceptedAt(submission)),
      documentsEnd: documentsEnd(services.clock.now(), user, submission),
    });
  }
  return entries;
}

const showAll = forPerson(async (c, visit) => {
  const services = servicesOf(c);
  const { userId } = visit.session;
  const submissions = await services.store.listHeldSubmissions(userId);
  const waiting = await waitingEntries(services, userId, submissions);
  const entries = await acceptedEntries(services, userId, submissions);
  return show(c, visit, <MyCredentialsPage waiting={waiting} entries={entries} />);
});

/** Adds `/credentials`: the credentials that a person has accepted, and the entries that need a decision. */
export const credentialRoutes = () => new Hono<FormEnv>().get(paths.credentials, ...showAll);
