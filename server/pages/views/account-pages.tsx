import { hasDocuments } from '../credential-views.ts';
import { paths, useHasApp, useMessages, usePageFrame, usePath } from '../page.tsx';
import { type Decision, DecisionCard } from './decision-card.tsx';
import { ButtonForm, Note, Outside, Page, Time } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';

export interface Entry extends Decision {
  href: string;
  /** Time at which the documents will be deleted without a mobile sign-in; null if they will not be deleted. */
  documentsEnd?: string | null;
}

/** Renders the entries that the person has opened but not decided yet, sorted by expiry time, and the accepted ones. */
export function MyCredentialsPage({ waiting, entries }: { waiting: readonly Entry[]; entries: readonly Entry[] }) {
  const { say, text } = useMessages();
  return (
    <Page title={text('credentials.title')}>
      {waiting.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting">{say('waiting.title')}</h2>
          <Entries entries={waiting} />
        </section>
      )}
      <section aria-labelledby="accepted">
        <h2 id="accepted">{say('credentials.accepted')}</h2>
        {entries.length === 0 ? <p>{say('credentials.none')}</p> : <Entries entries={entries} />}
      </section>
      <p>
        <a href={usePath(paths.account)}>{say('yours.link')}</a>
      </p>
    </Page>
  );
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul class="plain stack">
    {entries.map(({ documentsEnd, ...decision }) => (
      <li>
        <DecisionCard {...decision}>
          <DocumentsEnd given={decision.given} end={documentsEnd} />
        </DecisionCard>
      </li>
    ))}
  </ul>
);

/** Renders when the documents are deleted, and how the person can keep them. */
export function DocumentsEnd({ given, end }: { given: Decision['given']; end: string | null | undefined }) {
  const { brand, messages } = usePageFrame();
  const { say } = messages;
  const hasApp = useHasApp();
  if (end == null || given === null || !('credentials' in given) || !hasDocuments(given)) return null;
  const { name, appStoreUrl, googlePlayUrl } = brand.app;
  const message = hasApp ? 'credential.documentsInApp' : 'credential.documentsEnd';
  return (
    <Note kind="warning">
      <p>{say(message, { app: name, time: <Time date={end} /> })}</p>
      {hasApp && (
        <p class="row">
          {appStoreUrl && <Outside href={appStoreUrl}>{say('app.appStore', { app: name })}</Outside>}
          {googlePlayUrl && <Outside href={googlePlayUrl}>{say('app.googlePlay', { app: name })}</Outside>}
        </p>
      )}
    </Note>
  );
}

/** Renders the identities that the person shared, with links to the receipts, and the forms of the account. */
export function AccountPage({ action, shared }: { action: string; shared: readonly Entry[] }) {
  const { say, text } = useMessages();
  return (
    <Page title={text('yours.title')}>
      <section class="stack" aria-labelledby="shared">
        <h2 id="shared">{say('yours.shared')}</h2>
        {shared.length === 0 ? <p>{say('yours.nothingShared')}</p> : <Entries entries={shared} />}
      </section>
      {(
        [
          ['download', 'download', 'secondary'],
          ['delete', 'deleteAccount', 'danger secondary'],
        ] as const
      ).map(([decision, message, style]) => (
        <section class="card" aria-labelledby={decision}>
          <h2 id={decision}>{say(`${message}.heading`)}</h2>
          <p>{say(`${message}.about`)}</p>
          <ButtonForm
            action={action}
            button={{ name: 'decision', value: decision, class: style, label: say(`${message}.button`) }}
          />
        </section>
      ))}
      <AllCredentials />
    </Page>
  );
}
