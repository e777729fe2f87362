import { type CredentialView, credentialTitle, hasDocuments, type SubmissionView } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { useMessages, usePageFrame } from '../page.tsx';
import { FileName } from './files.tsx';
import { Form, Page, Submit } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';
import { Facts, Time } from './parts.tsx';

/** Data that a partner reads after the person shared an identity. */
interface SharedData {
  fullName: string;
  /** Name of the partner that the identity is from. */
  source: string;
  /** Day on which the person accepted the identity. */
  accepted: string;
}

/** An identity that a person shared with a partner. */
export interface SharedIdentity extends SharedData {
  partnerName: string;
  at: string;
  receiptHref: string;
}

interface AccountProps {
  /** Path that the forms post to. `decision` is `download` or `delete`. */
  action: string;
  shared: readonly SharedIdentity[];
}

/** Renders the account page: shared identities, the download of all data, and the deletion of the account. */
export function AccountPage({ action, shared }: AccountProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text('yours.title')}>
      <section class="card" aria-labelledby="shared">
        <h2 id="shared">{say('yours.shared')}</h2>
        {shared.length === 0 ? (
          <p>{say('yours.nothingShared')}</p>
        ) : (
          <ul class="plain stack">
            {shared.map(({ partnerName, fullName, source, accepted, at, receiptHref }) => (
              <li class="stack">
                <Facts
                  rows={[
                    [say('yours.with'), <Isolate>{partnerName}</Isolate>],
                    [say('fact.yourFullName'), <Isolate>{fullName}</Isolate>],
                    [say('yours.source'), <Isolate>{source}</Isolate>],
                    [say('fact.accepted'), <Time date={accepted} />],
                    [say('yours.at'), <Time date={at} />],
                  ]}
                />
                <p>
                  <a href={receiptHref} aria-label={text('receipt.of', { partner: partnerName })}>
                    {say('receipt.link')}
                  </a>
                </p>
              </li>
            ))}
          </ul>
        )}
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
          <Form action={action}>
            <p class="actions stack">
              <Submit name="decision" value={decision} class={style} label={say(`${message}.button`)} />
            </p>
          </Form>
        </section>
      ))}
      <AllCredentials />
    </Page>
  );
}

function SharedItems({ fullName, source, accepted }: SharedData) {
  const { say } = useMessages();
  return (
    <>
      <li>{say('verify.fullName', { name: fullName })}</li>
      <li>{say('verify.identity', { partner: source, time: <Time date={accepted} /> })}</li>
    </>
  );
}

interface ReceiptProps {
  partnerName: string;
  /** ID of the submission or the verification request. */
  number: string;
  at: string;
  backHref: string;
  /** The submission that the person accepted, or the data that the person shared. */
  given: SubmissionView | SharedData;
}

/** Renders a printable receipt of what a person accepted or shared, with whom, when, and under which rules. */
export function ReceiptPage({ partnerName: partner, number, at, backHref, given }: ReceiptProps) {
  const { account, messages } = usePageFrame();
  const { say, text } = messages;
  const isShared = 'fullName' in given;
  const rules = isShared
    ? [say('receipt.onlyThis'), say('receipt.kept', { partner })]
    : [
        say('consent.yours'),
        say('consent.notice', { partner }),
        ...(hasDocuments(given) ? [say('consent.documents')] : []),
        say('receipt.delete'),
      ];
  return (
    <Page title={text(isShared ? 'receipt.shared' : 'receipt.accepted')}>
      <Facts
        rows={[
          [say('yours.with'), <Isolate>{partner}</Isolate>],
          [say(isShared ? 'yours.at' : 'fact.accepted'), <Time date={at} />],
          account?.name && [say('account.label'), <Isolate>{account.name}</Isolate>],
          [say('receipt.number'), <Isolate>{number}</Isolate>],
        ]}
      />
      <h2>{isShared ? say('receipt.what') : say('receipt.given', { partner })}</h2>
      <ul>{isShared ? <SharedItems {...given} /> : given.credentials.map(itemOf)}</ul>
      <h2>{say('receipt.rules')}</h2>
      <ul>
        {rules.map((rule) => (
          <li>{rule}</li>
        ))}
      </ul>
      <div class="on-screen stack">
        <p>{say('receipt.print')}</p>
        <p>
          <a href={backHref}>{say(isShared ? 'receipt.back' : 'receipt.credential')}</a>
        </p>
      </div>
    </Page>
  );

  function itemOf(credential: CredentialView) {
    return (
      <li>
        {say(...credentialTitle(messages, credential))}
        {credential.files.length > 0 && (
          <ul>
            {credential.files.map((file) => (
              <li>
                <FileName credential={credential} file={file} />
              </li>
            ))}
          </ul>
        )}
      </li>
    );
  }
}
