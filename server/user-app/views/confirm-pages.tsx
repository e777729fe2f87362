import type { Child } from 'hono/jsx';
import { type SubmissionView, submissionTitle } from '../credential-views.ts';
import type { MessageKey } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Form, Page } from './layout.tsx';

// Pages that ask once more, with a way back, before a step that cannot be undone.

interface ConfirmProps {
  /** Path that the form posts to, which is also the page before. */
  action: string;
}

interface ConfirmPageProps extends ConfirmProps {
  title: MessageKey;
  /** Value of `decision` that confirms. */
  decision: string;
  label: MessageKey;
  children: Child;
}

function ConfirmPage({ title, action, decision, label, children }: ConfirmPageProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text(title)}>
      {children}
      <Form action={action}>
        <p class="actions">
          <button type="submit" name="decision" value={decision} class="danger">
            {say(label)}
          </button>
          <a class="button secondary" href={action}>
            {say('confirm.back')}
          </a>
        </p>
      </Form>
    </Page>
  );
}

export function DeleteAccountPage(props: ConfirmProps) {
  const { say } = useMessages();
  return (
    <ConfirmPage {...props} title="deleteAccount.title" decision="delete_confirmed" label="deleteAccount.button">
      <p>{say('deleteAccount.what')}</p>
      <p>{say('delete.partners')}</p>
    </ConfirmPage>
  );
}

export function DeleteCredentialPage({ submission, ...props }: ConfirmProps & { submission: SubmissionView }) {
  const messages = useMessages();
  const { say, text } = messages;
  return (
    <ConfirmPage {...props} title="deleteCredential.title" decision="delete_confirmed" label="deleteCredential.button">
      <p>{say('deleteCredential.what', { title: text(...submissionTitle(messages, submission)) })}</p>
      <p>{say('delete.partners')}</p>
    </ConfirmPage>
  );
}

interface DeclineProps extends ConfirmProps {
  partnerName: string;
  submission: SubmissionView;
}

export function DeclineConfirmPage({ partnerName: partner, submission, ...props }: DeclineProps) {
  const messages = useMessages();
  const { say } = messages;
  const title = <>{say(...submissionTitle(messages, submission))}</>;
  return (
    <ConfirmPage {...props} title="decline.title" decision="decline_confirmed" label="decline.button">
      <p>{say('decline.what', { title, partner })}</p>
    </ConfirmPage>
  );
}

/** Asks once, because a refused verification request ends for good. */
export function RefuseConfirmPage({ partnerName: partner, ...props }: ConfirmProps & { partnerName: string }) {
  return (
    <ConfirmPage {...props} title="refuse.title" decision="refuse_confirmed" label="refuse.button">
      <p>{useMessages().say('refuse.what', { partner })}</p>
    </ConfirmPage>
  );
}
