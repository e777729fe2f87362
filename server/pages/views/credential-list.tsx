import {
  type CredentialView,
  credentialTitle,
  issuerOf,
  type SubmissionView,
  submissionTitle,
} from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { paths, useMessages, usePath } from '../page.tsx';
import { DocumentsEnd } from './credential.tsx';
import { type IconName, KindIcon } from './kind-icon.tsx';
import { Page, Submit, Time } from './layout.tsx';

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
  search: string;
  /** All entries of the person. */
  all: readonly ListEntry[];
  /** Entries that match the search. */
  entries: readonly ListEntry[];
}

/** Renders the entries that wait for the person's decision, and the accepted ones, with a search. */
export function MyCredentialsPage({ search, all, entries }: MyCredentialsProps) {
  const { say, text } = useMessages();
  const waiting = entries.filter(({ decideBy }) => decideBy !== undefined);
  const accepted = entries.filter(({ decideBy }) => decideBy === undefined);
  const [firstEnd] = accepted.flatMap(({ documentsEnd }) => documentsEnd ?? []).sort();
  return (
    <Page title={text('credentials.title')}>
      {all.length === 0 ? <p>{say('credentials.none')}</p> : <Search search={search} all={all} />}
      {entries.length === 0 && search !== '' && <p role="status">{say('search.none')}</p>}
      <DocumentsEnd end={firstEnd} />
      <Entries title="waiting.title" entries={waiting} isOpen={search !== ''} />
      <Entries title="credentials.accepted" entries={accepted} isOpen={search !== ''} />
      <a href={usePath(paths.account)}>{say('yours.link')}</a>
    </Page>
  );
}

/** Renders a search field, and links that search for a kind of credential or for a partner. */
function Search({ search, all }: Omit<MyCredentialsProps, 'entries'>) {
  const { say, text } = useMessages();
  const path = usePath(paths.credentials);
  const kinds = all.flatMap(({ given }) => given?.credentials.map(({ kind }) => kind) ?? 'digital_identity');
  const choices = { kind: kinds.map((kind) => text(`kind.${kind}`)), partner: all.map(({ partner }) => partner) };
  return (
    <search>
      <form method="get" action={path}>
        <label for="search" class="strong">
          {say('search.label')}
        </label>
        <div class="beside">
          <input id="search" name="search" type="text" value={search} maxlength={100} />
          <Submit class="secondary" label={say('search.button')} />
        </div>
      </form>
      {(['kind', 'partner'] as const).map((name) => (
        <p class="row">
          <span class="detail">{say(`search.${name}`)}</span>
          {[...new Set(choices[name])].map((choice) => (
            <a href={`${path}?${new URLSearchParams({ search: choice })}`}>
              <Isolate>{choice}</Isolate>
            </a>
          ))}
        </p>
      ))}
      {search !== '' && <a href={path}>{say('search.all')}</a>}
    </search>
  );
}

interface EntriesProps {
  title: 'waiting.title' | 'credentials.accepted';
  entries: readonly ListEntry[];
  /** True if each submission with several credentials is unfolded. */
  isOpen: boolean;
}

const Entries = ({ title, entries, isOpen }: EntriesProps) =>
  entries.length > 0 && (
    <section aria-labelledby={title}>
      <h2 id={title}>{useMessages().say(title)}</h2>
      <ul class="plain entries">
        {entries.map((entry) => (
          <li class="card entry">
            <Entry entry={entry} isOpen={isOpen} />
          </li>
        ))}
      </ul>
    </section>
  );

/** Renders a link. An accepted batch unfolds instead, with a link to each credential that matches the search. */
function Entry({ entry, isOpen }: { entry: ListEntry; isOpen: boolean }) {
  const { given, found, href, partner, decideBy } = entry;
  const messages = useMessages();
  const [first, second] = given?.credentials ?? [];
  const title = given === null ? messages.text('verify.title') : messages.text(...submissionTitle(messages, given));
  const icon = second ? 'several' : (first?.kind ?? 'digital_identity');
  if (given === null || decideBy !== undefined) return <Line {...{ icon, title, href, decideBy, from: partner }} />;
  if (first && !second) return <Line {...{ icon, title, href, from: issuerOf(first) ?? partner }} />;
  return (
    <details class="credential" open={isOpen}>
      <summary class="spread">
        <Line icon={icon} title={title} from={partner} />
      </summary>
      <ul class="plain">
        {found.map((view) => (
          <li class="entry">
            <Line
              icon={view.kind}
              title={messages.text(...credentialTitle(messages, view))}
              from={issuerOf(view) ?? partner}
              href={`${href}#credential-${given.credentials.indexOf(view)}`}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `from` is the issuer or the partner. */
function Line(props: { icon: IconName; title: string; from: string; href?: string; decideBy?: string | undefined }) {
  const { icon, title, from, href, decideBy } = props;
  const name = <Isolate>{title}</Isolate>;
  return (
    <div class="beside">
      <KindIcon name={icon} />
      <div>
        <h3>{href === undefined ? name : <a href={href}>{name}</a>}</h3>
        <span class="detail">
          <Isolate>{from}</Isolate>
        </span>
        {decideBy && (
          <span class="detail">
            {useMessages().say('card.decideBy')} <Time date={decideBy} />
          </span>
        )}
      </div>
    </div>
  );
}
