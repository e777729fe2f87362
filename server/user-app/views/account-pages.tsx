import type { SharedIdentity } from '../shared-identities.ts';
import type { SubmissionShown } from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { pathIn, paths } from './paths.ts';
import { Fact, Facts, Time } from './text.tsx';
import { submissionTitle } from './title.ts';

export interface AccountProps extends PageProps {
  csrf: string;
  /** Where the forms post to; `decision` is `download` or `delete`. */
  action: string;
  /** The newest first. */
  shared: readonly SharedIdentity[];
}

/** What a person has here besides credentials, and the end of it. */
export function AccountPage(props: AccountProps) {
  const { csrf, action, shared } = props;
  const { say, text } = useWords();
  return (
    <Layout title={text('yours.title')} page={props}>
      <h1>{say('yours.title')}</h1>
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
      <section class="card" aria-labelledby="download">
        <h2 id="download">{say('download.heading')}</h2>
        <p>{say('download.about')}</p>
        <Form action={action} csrf={csrf}>
          <p class="actions">
            <button type="submit" name="decision" value="download" class="secondary">
              {say('download.button')}
            </button>
          </p>
        </Form>
      </section>
      <section class="card" aria-labelledby="delete">
        <h2 id="delete">{say('deleteAccount.heading')}</h2>
        <p>{say('deleteAccount.about')}</p>
        <Form action={action} csrf={csrf}>
          <p class="actions">
            <button type="submit" name="decision" value="delete" class="danger-quiet">
              {say('deleteAccount.button')}
            </button>
          </p>
        </Form>
      </section>
      <p>
        <a href={pathIn(props.appUrl, paths.credentials)}>{say('credential.all')}</a>
      </p>
    </Layout>
  );
}

/** For whom there is no room now. */
export function DownloadBusyPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('unavailable.title')} page={props}>
      <p>{say('download.busy')}</p>
      <p class="actions">
        <a class="button" href={pathIn(props.appUrl, paths.account)}>
          {say('receipt.back')}
        </a>
      </p>
    </MessagePage>
  );
}

export interface DeleteConfirmProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `delete_confirmed`. */
  action: string;
  /** The page before. */
  backHref: string;
}

/** Asks once, because it cannot be undone. */
export function DeleteAccountPage(props: DeleteConfirmProps) {
  const { say, text } = useWords();
  return (
    <Layout title={text('deleteAccount.title')} page={props}>
      <h1>{say('deleteAccount.title')}</h1>
      <p>{say('deleteAccount.what')}</p>
      <p>{say('delete.partners')}</p>
      <ConfirmDelete {...props} label={text('deleteAccount.button')} />
    </Layout>
  );
}

export function DeleteCredentialPage(props: DeleteConfirmProps & { submission: SubmissionShown }) {
  const words = useWords();
  const { say, text } = words;
  return (
    <Layout title={text('deleteCredential.title')} page={props}>
      <h1>{say('deleteCredential.title')}</h1>
      <p>{say('deleteCredential.what', { title: text(...submissionTitle(words, props.submission)) })}</p>
      <p>{say('delete.partners')}</p>
      <ConfirmDelete {...props} label={text('deleteCredential.button')} />
    </Layout>
  );
}

function ConfirmDelete({ csrf, action, backHref, label }: DeleteConfirmProps & { label: string }) {
  const { say } = useWords();
  return <ConfirmForm {...{ csrf, action, backHref, label }} decision="delete_confirmed" back={say('decline.back')} />;
}

export function CredentialDeletedPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('deleteCredential.done')} page={props}>
      <p>{say('deleteCredential.gone')}</p>
      <p>
        <a href={pathIn(props.appUrl, paths.credentials)}>{say('credential.all')}</a>
      </p>
    </MessagePage>
  );
}

export function AccountDeletedPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('deleteAccount.done')} page={props}>
      <p>{say('deleteAccount.gone')}</p>
    </MessagePage>
  );
}
