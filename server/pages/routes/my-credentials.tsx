import { type Context, Hono } from 'hono';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { submissionProgress } from '../../domain/submission-lifecycle.ts';
import { verificationStatus } from '../../domain/verification-lifecycle.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { isoMinute, partnerNameCache, submissionSummary } from '../content.ts';
import { credentialTitle, hasDocuments, issuerOf } from '../credential-views.ts';
import type { FormEnv } from '../csrf.tsx';
import { documentsEndOf } from '../decisions/submissions.tsx';
import type { Messages } from '../messages/messages.tsx';
import { consentPath, messagesFor, pathIn, paths } from '../page.tsx';
import { forPerson, show } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { type ListEntry, MyCredentialsPage } from '../views/credential-list.tsx';

/** Lists undecided entries by deadline, then accepted submissions. Omits entries that cannot be decrypted. */
async function entriesOf(c: Context, userId: string): Promise<ListEntry[]> {
  const services = servicesOf(c);
  const { store, clock, log, appUrl, submissionWindow, verificationWindow } = services;
  const now = clock.now();
  const user = await store.findUser(userId);
  const nameOf = partnerNameCache(services);
  const waiting: (ListEntry & { decideBy: string })[] = [];
  const accepted: ListEntry[] = [];
  for (const submission of await store.listHeldSubmissions(userId)) {
    const isWaiting = submissionProgress(submission, now, submissionWindow).status === 'incomplete';
    if (!isWaiting && submission.state !== 'completed') continue;
    const given = await orLogged(log, 'submissions', submission, () => submissionSummary(services, submission));
    if (given === null) continue;
    const partner = await nameOf(submission.clientId);
    const entry = { partner, given, found: given.credentials, href: pathIn(appUrl, consentPath(submission)) };
    const decideBy = isoMinute(submission.createdAt + submissionWindow);
    if (isWaiting) waiting.push({ ...entry, decideBy, documentsEnd: hasDocuments(given) ? decideBy : null });
    else accepted.push({ ...entry, documentsEnd: documentsEndOf(now, user, submission, given) });
  }
  for (const request of await store.listOwnedVerifications(userId)) {
    if (verificationStatus(request, now, verificationWindow) !== 'incomplete') continue;
    const partner = await nameOf(request.clientId);
    const href = pathIn(appUrl, verificationUri('', request));
    const decideBy = isoMinute(request.createdAt + verificationWindow);
    waiting.push({ partner, given: null, found: [], href, decideBy, documentsEnd: null });
  }
  waiting.sort((a, b) => a.decideBy.localeCompare(b.decideBy));
  return [...waiting, ...accepted];
}

/** Returns a text in lower case and without accents, so that a search for `jose` finds `José`. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function entryWithMatches(entry: ListEntry, search: string, messages: Messages): ListEntry | null {
  const words = folded(search).split(' ');
  const hasWords = (...texts: (string | undefined)[]) => {
    const searched = folded(texts.join(' '));
    return words.every((word) => searched.includes(word));
  };
  const { given, partner } = entry;
  if (given === null) {
    const isFound = hasWords(messages.text('verify.title'), messages.text('kind.digital_identity'), partner);
    return isFound ? entry : null;
  }
  const found = given.credentials.filter((view) => {
    const title = messages.text(...credentialTitle(messages, view));
    return hasWords(title, messages.text(`kind.${view.kind}`), partner, issuerOf(view), view.credential.full_name);
  });
  return found.length === 0 ? null : { ...entry, found };
}

const showCredentials = forPerson(async (c, visit) => {
  const messages = messagesFor(c);
  const search = c.req.query('search') ?? '';
  const all = await entriesOf(c, visit.session.userId);
  const entries = all.map((entry) => entryWithMatches(entry, search, messages)).filter((entry) => entry !== null);
  return show(c, visit, <MyCredentialsPage search={search} all={all} entries={entries} />);
});

export const myCredentialsRoutes = () => new Hono<FormEnv>().get(paths.credentials, ...showCredentials);
