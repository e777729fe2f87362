import { type SubmissionView, submissionTitle } from '../credential-views.ts';
import { useMessages, usePageFrame } from '../page.tsx';
import { Credentials } from './credential.tsx';
import { type Asker, DecisionCard } from './decision-card.tsx';
import { ButtonForm, DecisionForm, Layout, Page } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';
import { DocumentsEnd } from './my-credentials-page.tsx';
import { Note, Time } from './parts.tsx';

interface SubmissionProps {
  action: string;
  asker: Asker;
  submission: SubmissionView;
}

interface ConsentProps extends SubmissionProps {
  /** Time until which the person can decide. */
  decideBy: string;
  /** Sent with the form as `shown`, to identify the content that the person has seen. */
  digest: string;
  /** True when a document was added or replaced since the person last saw the page. */
  hasChanged?: boolean;
  /** True if the submission belongs to the person; false if it belongs to nobody. */
  isOwned: boolean;
}

/** Renders the complete content of a submission, and asks whether the person accepts it. */
export function ConsentPage(props: ConsentProps) {
  const { action, asker, submission, digest, hasChanged = false, decideBy, isOwned } = props;
  const { credentials } = submission;
  const { say, text } = useMessages();
  const title = text('consent.title', { count: credentials.length });
  const partner = asker.name;
  const files = credentials.flatMap((credential) => credential.files);
  // The partner can upload files of a batch until the person accepts. The service can download other files even later.
  const isUploaded = submission.kind === 'credential_batch';
  const missing = isUploaded ? 'consent.missingUploads' : 'consent.missingDownloads';
  return (
    <Page title={title}>
      {hasChanged && (
        <Note kind="warning">
          <p role="alert">{say('consent.changed', { partner })}</p>
        </Note>
      )}
      <DecisionCard asker={asker} given={submission} decideBy={decideBy} isOwned={isOwned} />
      {files.some(({ state }) => state === 'waiting') && (
        <Note kind="warning">
          <p>{say(missing, { partner })}</p>
        </Note>
      )}
      <Credentials credentials={credentials} />
      <DecisionForm
        action={action}
        accept={['accept', say('consent.accept')]}
        refuse={['decline', say('consent.decline')]}
      >
        <input type="hidden" name="shown" value={digest} />
        <p>{say('consent.ifDeclined')}</p>
        <p id="later">{say('consent.ifLater')}</p>
      </DecisionForm>
    </Page>
  );
}

interface CredentialPageProps extends SubmissionProps {
  /** Time at which the person accepted the submission. */
  accepted: string;
  /** True when the person has just accepted the submission. */
  justAccepted?: boolean;
  receiptHref: string;
  /** Time at which the documents were deleted; null if they were not deleted. */
  documentsDeleted: string | null;
  /** Time at which the documents will be deleted without a mobile sign-in; null if they will not be deleted. */
  documentsEnd: string | null;
}

export function CredentialPage(props: CredentialPageProps) {
  const { asker, submission, documentsDeleted, documentsEnd, accepted } = props;
  const { brand, messages } = usePageFrame();
  const { say, text } = messages;
  const count = submission.credentials.length;
  return (
    <Layout title={text(...submissionTitle(messages, submission))}>
      {props.justAccepted && (
        <Note kind="good">
          <p role="status">{say('credential.accepted')}</p>
        </Note>
      )}
      <h1>{say('credential.heading', { count })}</h1>
      <DecisionCard asker={asker} given={submission} decidedAt={accepted}>
        <p class="on-screen">
          <a href={props.receiptHref}>{say('receipt.link')}</a>
        </p>
      </DecisionCard>
      {documentsDeleted === null ? (
        <DocumentsEnd given={submission} end={documentsEnd} />
      ) : (
        <Note>
          <p>{say('credential.documentsDeleted', { app: brand.app.name, time: <Time date={documentsDeleted} /> })}</p>
        </Note>
      )}
      <Credentials credentials={submission.credentials} />
      <ButtonForm
        action={props.action}
        name="decision"
        value="delete"
        class="danger secondary"
        label={say(count > 1 ? 'credential.deleteSeveral' : 'credential.delete')}
      />
      <AllCredentials />
    </Layout>
  );
}
