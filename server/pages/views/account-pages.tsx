import { Isolate } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { type Asker, IdentityData, type SharedIdentity } from './decision-card.tsx';
import { ButtonForm, Page, Time } from './layout.tsx';
import { ToCredentials } from './message-pages.tsx';

export interface Share {
  asker: Asker;
  given: SharedIdentity;
  readUntil: string;
  detailsHref: string;
  stopHref: string;
}

function Shares({ shared }: { shared: readonly Share[] }) {
  const { say } = useMessages();
  return (
    <ul class="plain stack">
      {shared.map(({ asker, given, readUntil, detailsHref, stopHref }) => (
        <li class="card">
          <h3>
            <Isolate>{asker.name}</Isolate>
          </h3>
          <IdentityData {...given} />
          <p class="detail">
            {say('card.readUntil')} <Time date={readUntil} />
          </p>
          <p class="on-screen row">
            <a href={detailsHref}>{say('success.details')}</a>
            <a href={stopHref}>{say('stop.button')}</a>
          </p>
        </li>
      ))}
    </ul>
  );
}

export function AccountPage({ action, shared }: { action: string; shared: readonly Share[] }) {
  const { say, text } = useMessages();
  return (
    <Page title={text('yours.title')}>
      <section class="stack" aria-labelledby="shared">
        <h2 id="shared">{say('yours.shared')}</h2>
        {shared.length === 0 ? <p>{say('yours.nothingShared')}</p> : <Shares shared={shared} />}
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
      <ToCredentials />
    </Page>
  );
}
