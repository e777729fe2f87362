import { useMessages } from '../page.tsx';
import { type Decision, DecisionCard } from './decision-card.tsx';
import { ButtonForm, Page } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';
import { Entries, type Entry } from './my-credentials-page.tsx';

interface AccountProps {
  /** Path that the forms post to. `decision` is `download` or `delete`. */
  action: string;
  /** Identities that the person shared with partners, and the paths of the receipts. */
  shared: readonly Entry[];
}

/** Renders the account page: shared identities, the download of all data, and the deletion of the account. */
export function AccountPage({ action, shared }: AccountProps) {
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
          <ButtonForm action={action} name="decision" value={decision} class={style} label={say(`${message}.button`)} />
        </section>
      ))}
      <AllCredentials />
    </Page>
  );
}

interface ReceiptProps extends Decision {
  /** ID of the submission or the verification request. */
  number: string;
  backHref: string;
}

/** Renders a printable receipt of what a person accepted or shared, with whom, when, and with what consequences. */
export function ReceiptPage({ backHref, ...decision }: ReceiptProps) {
  const { say, text } = useMessages();
  const isShared = decision.given !== null && 'fullName' in decision.given;
  return (
    <Page title={text(isShared ? 'receipt.shared' : 'receipt.accepted')}>
      <DecisionCard {...decision} />
      <div class="on-screen stack">
        <p>{say('receipt.print')}</p>
        <p>
          <a href={backHref}>{say(isShared ? 'receipt.back' : 'receipt.credential')}</a>
        </p>
      </div>
    </Page>
  );
}
