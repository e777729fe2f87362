import type { Child } from 'hono/jsx';
import { credentialTitle, hasDocuments, type SubmissionView } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { useMessages, usePageFrame } from '../page.tsx';
import { FileName } from './files.tsx';
import { Form, Page } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';
import { Fact, Facts, Time } from './parts.tsx';

/** An identity that a person shared with a partner. */
export interface SharedIdentity {
  partnerName: string;
  fullName: string;
  at: string;
  receiptHref: string;
}

interface AccountProps {
  /** Path that the forms post to; `decision` is `download` or `delete`. */
  action: string;
  /** The newest first. */
  shared: readonly SharedIdentity[];
}

/** The page for everything besides credentials: shared identities, a copy of the data, and deleting the account. */
export function AccountPage({ action, shared }: AccountProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text('yours.title')}>
      <section class="card" aria-labelledby="shared">
        <h2 id="shared">{say('yours.shared')}</h2>
        {shared.length === 0 ? (
          <p>{say('yours.nothingShared')}</p>
        ) : (
          <ul class="entries">
            {shared.map(({ partnerName, fullName, at, receiptHref }) => (
              <li>
                <Facts>
                  <Fact name={say('yours.with')}>
                    <Isolate>{partnerName}</Isolate>
                  </Fact>
                  <Fact name={say('fact.yourFullName')}>
                    <Isolate>{fullName}</Isolate>
                  </Fact>
                  <Fact name={say('yours.at')}>
                    <Time date={at} />
                  </Fact>
                </Facts>
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
          ['delete', 'deleteAccount', 'danger-quiet'],
        ] as const
      ).map(([decision, message, style]) => (
        <section class="card" aria-labelledby={decision}>
          <h2 id={decision}>{say(`${message}.heading`)}</h2>
          <p>{say(`${message}.about`)}</p>
          <Form action={action}>
            <p class="actions">
              <button type="submit" name="decision" value={decision} class={style}>
                {say(`${message}.button`)}
              </button>
            </p>
          </Form>
        </section>
      ))}
      <AllCredentials />
    </Page>
  );
}

interface ReceiptProps {
  partnerName: string;
  /** The service's id of the submission or the verification request. */
  number: string;
  at: string;
  backHref: string;
}

/** A printable receipt: what a person accepted, from whom, when, and by which rules. */
export function ConsentReceiptPage({ submission, ...props }: ReceiptProps & { submission: SubmissionView }) {
  const { partnerName: partner } = props;
  const messages = useMessages();
  const { say, text } = messages;
  return (
    <Receipt
      {...props}
      title={text('receipt.accepted')}
      when={say('fact.accepted')}
      what={say('receipt.given', { partner })}
      back={say('viewer.back')}
      rules={[
        say('consent.yours'),
        say('consent.told', { partner }),
        ...(hasDocuments(submission) ? [say('consent.documents')] : []),
        say('receipt.delete'),
      ]}
    >
      {submission.credentials.map((credential) => (
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
      ))}
    </Receipt>
  );
}

/** The receipt for an identity that a person shared. */
export function SharingReceiptPage({ fullName, ...props }: ReceiptProps & { fullName: string }) {
  const { say, text } = useMessages();
  return (
    <Receipt
      {...props}
      title={text('receipt.shared')}
      when={say('yours.at')}
      what={say('receipt.what')}
      back={say('receipt.back')}
      rules={[say('receipt.onlyThis'), say('receipt.kept', { partner: props.partnerName })]}
    >
      <li>{say('verify.fullName', { name: fullName })}</li>
    </Receipt>
  );
}

interface ReceiptParts extends ReceiptProps {
  title: string;
  when: Child;
  what: Child;
  rules: readonly Child[];
  back: Child;
  children?: Child;
}

function Receipt({ title, when, what, rules, back, children, partnerName, number, at, backHref }: ReceiptParts) {
  const { account, messages } = usePageFrame();
  const { say } = messages;
  return (
    <Page title={title}>
      <Facts>
        <Fact name={say('yours.with')}>
          <Isolate>{partnerName}</Isolate>
        </Fact>
        <Fact name={when}>
          <Time date={at} />
        </Fact>
        {account?.name && (
          <Fact name={say('account.label')}>
            <Isolate>{account.name}</Isolate>
          </Fact>
        )}
        <Fact name={say('receipt.number')}>
          <Isolate>{number}</Isolate>
        </Fact>
      </Facts>
      <h2>{what}</h2>
      <ul>{children}</ul>
      <h2>{say('receipt.rules')}</h2>
      <ul>
        {rules.map((rule) => (
          <li>{rule}</li>
        ))}
      </ul>
      <div class="on-screen">
        <p>{say('receipt.print')}</p>
        <p>
          <a href={backHref}>{back}</a>
        </p>
      </div>
    </Page>
  );
}
