import type { Child } from 'hono/jsx';
import {
  type CredentialView,
  credentialTitle,
  issuerOf,
  type SubmissionView,
  submissionTitle,
} from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { paths, useHasApp, useMessages, usePath } from '../page.tsx';
import { DocumentsEnd } from './account-pages.tsx';
import { credentialKinds } from './credential-types.tsx';
import { KindIcon } from './kind-icon.tsx';
import { Page, Submit, Time } from './layout.tsx';

/** What a person looks for in their credentials. An empty text does not limit the list. */
export interface Search {
  words: string;
  kind: string;
  /** Client ID of a partner. */
  partner: string;
}

/** A submission or a verification request of the person. */
export interface ListEntry {
  href: string;
  /** Registered name of the partner. */
  partner: string;
  /** Null for a verification request. */
  given: SubmissionView | null;
  /** Credentials that match the search. */
  found: readonly CredentialView[];
  /** Time until which the person can decide; absent after the decision. */
  decideBy?: string;
  /** Time at which the documents will be deleted without a mobile sign-in; null if they will not be deleted. */
  documentsEnd?: string | null;
}

interface MyCredentialsProps {
  entries: readonly ListEntry[];
  search: Search;
  /** Names of the partners that the person can choose, by client ID. */
  partners: ReadonlyMap<string, string>;
  /** Path of the page with the next entries; null on the last page. */
  nextHref: string | null;
}

/** Renders the entries that wait for the person's decision, and the accepted ones, with a search. */
export function MyCredentialsPage({ entries, search, partners, nextHref }: MyCredentialsProps) {
  const { say, text } = useMessages();
  const isSearch = Object.values(search).some((value) => value !== '');
  const waiting = entries.filter(({ decideBy }) => decideBy !== undefined);
  const accepted = entries.filter(({ decideBy }) => decideBy === undefined);
  // A sign-in to the mobile application keeps all documents, so one warning is enough.
  const [firstEnd] = accepted.flatMap(({ documentsEnd }) => documentsEnd ?? []).sort();
  return (
    <Page title={text('credentials.title')}>
      {partners.size > 0 && <SearchForm search={search} partners={partners} />}
      {isSearch && (
        <p class="row">
          {entries.length === 0 && <span role="status">{say('search.none')}</span>}
          <a href={usePath(paths.credentials)}>{say('search.all')}</a>
        </p>
      )}
      {useHasApp() && <DocumentsEnd end={firstEnd} />}
      <Entries id="waiting" title={say('waiting.title')} entries={waiting} isOpen={isSearch} />
      <Entries id="accepted" title={say('credentials.accepted')} entries={accepted} isOpen={isSearch} />
      {partners.size === 0 && <p>{say('credentials.none')}</p>}
      {nextHref && (
        <p>
          <a href={nextHref}>{say('search.next')}</a>
        </p>
      )}
      <p>
        <a href={usePath(paths.account)}>{say('yours.link')}</a>
      </p>
    </Page>
  );
}

function SearchForm({ search, partners }: Pick<MyCredentialsProps, 'search' | 'partners'>) {
  const { say, text } = useMessages();
  const kinds = credentialKinds.map((kind) => [kind, text(`kind.${kind}`)] as const);
  const names = [...partners].map(([clientId, title]) => [clientId, text('title.given', { title })] as const);
  return (
    <search>
      <form method="get" action={usePath(paths.credentials)}>
        <label for="search" class="strong">
          {say('search.label')}
        </label>
        <div class="beside">
          <input id="search" name="search" type="text" value={search.words} maxlength={100} />
          <Submit class="secondary" label={say('search.button')} />
        </div>
        <div class="beside">
          <Choice name="kind" label={say('search.kind')} options={kinds} chosen={search.kind} />
          <Choice name="partner" label={say('search.partner')} options={names} chosen={search.partner} />
        </div>
      </form>
    </search>
  );
}

interface ChoiceProps {
  name: string;
  label: Child;
  options: readonly (readonly [value: string, label: string])[];
  chosen: string;
}

const Choice = ({ name, label, options, chosen }: ChoiceProps) => (
  <label>
    <span class="detail">{label}</span>
    <select name={name}>
      <option value="">{useMessages().say('search.any')}</option>
      {options.map(([value, option]) => (
        <option value={value} selected={value === chosen}>
          {option}
        </option>
      ))}
    </select>
  </label>
);

interface EntriesProps {
  id: string;
  title: Child;
  entries: readonly ListEntry[];
  /** True if each submission with several credentials unfolds. */
  isOpen: boolean;
}

const Entries = ({ id, title, entries, isOpen }: EntriesProps) =>
  entries.length > 0 && (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="plain entries">
        {entries.map((entry) => (
          <li class="card entry">
            {isBatch(entry) ? <Batch entry={entry} isOpen={isOpen} /> : <Single entry={entry} />}
          </li>
        ))}
      </ul>
    </section>
  );

/** Returns whether the entry unfolds. A person decides about all credentials of a batch at once. */
const isBatch = ({ given, decideBy }: ListEntry): boolean =>
  decideBy === undefined && given !== null && given.credentials.length > 1;

/** Renders what waits for a decision, or a submission with one credential. */
function Single({ entry }: { entry: ListEntry }) {
  const { given, href, decideBy, partner } = entry;
  const messages = useMessages();
  const { say } = messages;
  const [first, second] = given?.credentials ?? [];
  const title = given === null ? say('verify.title') : say(...submissionTitle(messages, given));
  const issuer = first && decideBy === undefined ? issuerOf(first) : undefined;
  return (
    <Line kind={second ? 'several' : (first?.kind ?? 'digital_identity')} from={issuer ?? partner} entry={entry}>
      <a href={href}>{title}</a>
    </Line>
  );
}

/** Renders a submission with several credentials. It unfolds, and links to each credential that matches the search. */
function Batch({ entry, isOpen }: { entry: ListEntry; isOpen: boolean }) {
  const { given, found, href, partner } = entry;
  const messages = useMessages();
  const { say } = messages;
  return (
    <details class="credential" open={isOpen}>
      <summary class="spread">
        <Line kind="several" from={partner} entry={entry}>
          {given && say(...submissionTitle(messages, given))}
        </Line>
      </summary>
      <ul class="plain">
        {found.map((view) => (
          <li class="entry">
            <Line kind={view.kind} from={issuerOf(view)}>
              <a href={`${href}#credential-${given?.credentials.indexOf(view)}`}>
                {say(...credentialTitle(messages, view))}
              </a>
            </Line>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface LineProps {
  kind: Parameters<typeof KindIcon>[0]['kind'];
  /** Issuer or partner. */
  from: string | undefined;
  /** Entry with the deadlines; absent inside a batch, which names them once. */
  entry?: ListEntry;
  children: Child;
}

function Line({ kind, from, entry, children }: LineProps) {
  const { say } = useMessages();
  const hasApp = useHasApp();
  return (
    <div class="beside">
      <KindIcon kind={kind} />
      <div>
        <h3>{children}</h3>
        {from && (
          <span class="detail">
            <Isolate>{from}</Isolate>
          </span>
        )}
        {entry?.decideBy && (
          <span class="detail">
            {say('card.decideBy')} <Time date={entry.decideBy} />
          </span>
        )}
        {entry?.documentsEnd && !hasApp && (
          <span class="badge warning">{say('search.documentsEnd', { time: <Time date={entry.documentsEnd} /> })}</span>
        )}
      </div>
    </div>
  );
}
