import { type Context, Hono } from 'hono';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { submissionProgress } from '../../domain/submission-lifecycle.ts';
import { verificationStatus } from '../../domain/verification-lifecycle.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { isoMinute, partnerName, submissionSummary } from '../content.ts';
import { type CredentialView, credentialTitle, hasDocuments, issuerOf } from '../credential-views.ts';
import type { FormEnv } from '../csrf.tsx';
import { documentsEnd } from '../decisions/submissions.tsx';
import { consentPath, messagesFor, pathIn, paths } from '../page.tsx';
import { forPerson, show } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { type ListEntry, MyCredentialsPage, type Search } from '../views/credential-list.tsx';

/** Maximum number of entries on a page. */
const PAGE_SIZE = 30;

/** Maximum number of submissions that a page decrypts. If they contain too few matches, the next page continues. */
const MAX_DECRYPTED = 200;

/** A submission or verification request of the person, before its content is decrypted. */
interface Item extends Pick<ListEntry, 'href' | 'decideBy' | 'documentsEnd'> {
  clientId: string;
  requestId: string;
  /** Null for a verification request. */
  submission: HeldSubmission | null;
}

/** Lists what waits for the person's decision, soonest deadline first, and then what they accepted, newest first. */
async function itemsOf(c: Context, userId: string): Promise<Item[]> {
  const { store, clock, appUrl, submissionWindow, verificationWindow } = servicesOf(c);
  const now = clock.now();
  const user = await store.findUser(userId);
  const waiting: (Item & { decideBy: string })[] = [];
  const accepted: Item[] = [];
  for (const submission of await store.listHeldSubmissions(userId)) {
    const { clientId, requestId, createdAt } = submission;
    const item = { clientId, requestId, submission, href: pathIn(appUrl, consentPath(submission)) };
    const isWaiting = submissionProgress(submission, now, submissionWindow).status === 'incomplete';
    if (isWaiting) waiting.push({ ...item, decideBy: isoMinute(createdAt + submissionWindow) });
    if (submission.state === 'completed') accepted.push({ ...item, documentsEnd: documentsEnd(now, user, submission) });
  }
  for (const request of await store.listOwnedVerifications(userId)) {
    if (verificationStatus(request, now, verificationWindow) !== 'incomplete') continue;
    const { clientId, requestId, createdAt } = request;
    const href = pathIn(appUrl, verificationUri('', request));
    waiting.push({ clientId, requestId, submission: null, href, decideBy: isoMinute(createdAt + verificationWindow) });
  }
  waiting.sort((a, b) => a.decideBy.localeCompare(b.decideBy));
  return [...waiting, ...accepted];
}

/** Removes capitals and accents, so that a search for `jose` finds `José`. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns whether one of the texts contains every word of the search, and the kind is the searched one. */
function matches(search: Search, kind: CredentialView['kind'], ...texts: (string | undefined)[]): boolean {
  const searched = folded(texts.join(' '));
  const words = folded(search.words).split(' ');
  return (search.kind === '' || search.kind === kind) && words.every((word) => searched.includes(word));
}

/** Resolves to the entry of an item; null if it does not match the search, or cannot be decrypted. */
async function entryOf(c: Context, item: Item, search: Search, partner: string): Promise<ListEntry | null> {
  const services = servicesOf(c);
  const messages = messagesFor(c);
  const { submission } = item;
  if (submission === null) {
    const isFound = matches(search, 'digital_identity', messages.text('verify.title'), partner);
    return isFound ? { ...item, partner, given: null, found: [] } : null;
  }
  const summary = () => submissionSummary(services, submission);
  const given = await orLogged(services.log, 'submissions', submission, summary);
  const found = given?.credentials.filter((view) => {
    const title = messages.text(...credentialTitle(messages, view));
    const kind = messages.text(`kind.${view.kind}`);
    return matches(search, view.kind, title, kind, partner, issuerOf(view), view.credential.full_name);
  });
  if (given === null || !found?.length) return null;
  const end = hasDocuments(given) ? item.documentsEnd : undefined;
  return { ...item, partner, given, found, documentsEnd: end ?? null };
}

/** Reads items until the page is full or the limit is reached. Resolves to the entries and the number of items. */
export async function readPage<Item, Entry>(items: readonly Item[], entryOf: (item: Item) => Promise<Entry | null>) {
  const entries: Entry[] = [];
  let read = 0;
  for (const item of items.slice(0, MAX_DECRYPTED)) {
    if (entries.length === PAGE_SIZE) break;
    read++;
    const entry = await entryOf(item);
    if (entry !== null) entries.push(entry);
  }
  return { entries, read };
}

/** Shows the person's credentials, and what needs a decision. Omits entries that cannot be decrypted. */
const showCredentials = forPerson(async (c, visit) => {
  const services = servicesOf(c);
  const { search: words = '', kind = '', partner = '', after } = c.req.query();
  const search = { words, kind, partner };
  const items = await itemsOf(c, visit.session.userId);
  const names = new Map<string, string>();
  for (const { clientId } of items)
    if (!names.has(clientId)) names.set(clientId, await partnerName(services, clientId));
  const wanted = items.filter(({ clientId }) => partner === '' || clientId === partner);
  const rest = wanted.slice(wanted.findIndex(({ requestId }) => requestId === after) + 1);
  const { entries, read } = await readPage(rest, (item) => entryOf(c, item, search, names.get(item.clientId) ?? ''));
  const next = new URLSearchParams({ search: words, kind, partner, after: rest[read - 1]?.requestId ?? '' });
  const nextHref = read < rest.length ? `${pathIn(services.appUrl, paths.credentials)}?${next}` : null;
  return show(
    c,
    visit,
    <MyCredentialsPage search={search} partners={[...names]} entries={entries} nextHref={nextHref} />,
  );
});

/** Creates the list of a person's credentials. */
export const myCredentialsRoutes = () => new Hono<FormEnv>().get(paths.credentials, ...showCredentials);
