import { useHasApp, useMessages, usePageFrame } from '../page.tsx';
import { type Decision, DecisionCard } from './decision-card.tsx';
import { ButtonForm, Note, Outside, Page, Time } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';

export interface Entry extends Decision {
  href: string;
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul class="plain stack">
    {entries.map((decision) => (
      <li>
        <DecisionCard {...decision} />
      </li>
    ))}
  </ul>
);

/** Renders when the documents are deleted, and how the person can keep them. */
export function DocumentsEnd({ end }: { end: string | null | undefined }) {
  const { brand, messages } = usePageFrame();
  const { say } = messages;
  const hasApp = useHasApp();
  if (end == null) return null;
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
