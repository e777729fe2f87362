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
import { Page, Submit, Time } from './layout.tsx';

export interface ListEntry {
  href: string;
  partner: string;
  /** Null for a verification request. */
  given: SubmissionView | null;
  found: readonly CredentialView[];
  /** Absent after the decision. */
  decideBy?: string;
  /** Time until which documents can arrive or, after the decision, time until which documents are kept. */
  documentsEnd: string | null;
}

interface MyCredentialsProps {
  search: string;
  all: readonly ListEntry[];
  entries: readonly ListEntry[];
}

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
      <Entries title="waiting.title" entries={waiting} />
      <Entries title="credentials.accepted" entries={accepted} />
      <a href={usePath(paths.account)}>{say('yours.link')}</a>
    </Page>
  );
}

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

const Entries = ({ title, entries }: { title: 'waiting.title' | 'credentials.accepted'; entries: ListEntry[] }) =>
  entries.length > 0 && (
    <section aria-labelledby={title}>
      <h2 id={title}>{useMessages().say(title)}</h2>
      <ul class="plain entries">
        {entries.map((entry) => (
          <li class="card entry">
            <Entry {...entry} />
          </li>
        ))}
      </ul>
    </section>
  );

function Entry({ given, found, href, partner, ...times }: ListEntry) {
  const messages = useMessages();
  const [first, second] = given?.credentials ?? [];
  const title = given === null ? messages.text('verify.title') : messages.text(...submissionTitle(messages, given));
  const icon = second ? 'several' : (first?.kind ?? 'digital_identity');
  const issuer = first && !second ? issuerOf(first) : null;
  if (given === null || !second || times.decideBy !== undefined)
    return <Line icon={icon} title={title} issuerOrPartner={issuer ?? partner} href={href} {...times} />;
  return (
    <details class="credential" open={found.length < given.credentials.length}>
      <summary class="spread">
        <Line icon={icon} title={title} issuerOrPartner={partner} {...times} />
      </summary>
      <ul class="plain">
        {found.map((view) => (
          <li class="entry">
            <Line
              icon={view.kind}
              title={messages.text(...credentialTitle(messages, view))}
              issuerOrPartner={issuerOf(view) ?? partner}
              href={`${href}#credential-${given.credentials.indexOf(view)}`}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface LineProps extends Partial<Pick<ListEntry, 'href' | 'decideBy' | 'documentsEnd'>> {
  icon: IconName;
  title: string;
  issuerOrPartner: string;
}

function Line({ icon, title, issuerOrPartner, href, decideBy, documentsEnd }: LineProps) {
  const { say } = useMessages();
  const name = <Isolate>{title}</Isolate>;
  return (
    <div class="beside">
      <KindIcon name={icon} />
      <div>
        <h3>{href === undefined ? name : <a href={href}>{name}</a>}</h3>
        <span class="detail">
          <Isolate>{issuerOrPartner}</Isolate>
        </span>
        {decideBy && (
          <span class="detail">
            {say('card.decideBy')} <Time date={decideBy} />
          </span>
        )}
        {documentsEnd && (
          <span class="detail">
            {say('card.documentsUntil')} <Time date={documentsEnd} />
          </span>
        )}
      </div>
    </div>
  );
}

const iconPaths = {
  education: 'M12 4 1 9l11 5 9-4.1V16h2V9ZM5 13v4q7 5 14 0v-4l-7 3.2Z',
  english_proficiency: 'M3 4h18v13H11l-5 4v-4H3Zm4 3.5v2h10v-2Zm0 4v2h7v-2Z',
  microcredential: 'M12 2a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM7 15.5V22l5-2.5 5 2.5v-6.5a8.5 8.5 0 0 1-10 0Z',
  right_to_work: 'M8 3h8v4h5v13H3V7h5Zm2 2v2h4V5ZM3 12v2h18v-2Z',
  digital_identity: 'M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM3 21q0-7 9-7t9 7Z',
  several: 'M4 10h16v11H4Zm2-4h12v2H6Zm2-4h8v2H8Z',
};

type IconName = keyof typeof iconPaths;

/** Hides the icon from screen readers, because the text beside the icon names the kind of credential. */
const KindIcon = ({ name }: { name: IconName }) => (
  <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="-8 -8 40 40" aria-hidden="true">
    <path d={iconPaths[name]} fill="#164a6c" fill-rule="evenodd" />
  </svg>
);
