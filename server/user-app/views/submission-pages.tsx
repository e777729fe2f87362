import { hasDocuments, type SubmissionView, submissionTitle } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';
import { Credentials } from './credential.tsx';
import { Form, Layout, Submit } from './layout.tsx';
import { AllCredentials } from './message-pages.tsx';
import { Facts, LinkOwner, Note, PartnerHeader, sentThrough, Time } from './parts.tsx';

interface SubmissionProps {
  action: string;
  partnerName: string;
  submission: SubmissionView;
}

interface ConsentProps extends SubmissionProps {
  /** Sent with the form as `shown`, to identify the content that the person has seen. */
  digest: string;
  /** True when a document was added or replaced since the person last saw the page. */
  hasChanged?: boolean;
  /** True if the submission belongs to the person; false if it belongs to nobody. */
  isOwned: boolean;
}

/** Number of credentials above which the page starts with a link to the buttons. */
const LONG_ABOVE = 3;

/** Renders the complete content of a submission, and asks whether the person accepts it. */
export function ConsentPage(props: ConsentProps) {
  const { action, partnerName: partner, submission, digest, hasChanged = false } = props;
  const { credentials, partnerChain } = submission;
  const messages = useMessages();
  const { say, text } = messages;
  const count = credentials.length;
  const heading = text('consent.title', { count });
  const files = credentials.flatMap((credential) => credential.files);
  // The partner can upload files of a batch until the person accepts. The service can download other files even later.
  const isUploaded = submission.kind === 'credential_batch';
  const missing = isUploaded ? 'consent.missingUploads' : 'consent.missingDownloads';
  return (
    <Layout title={heading}>
      <PartnerHeader partnerName={partner} />
      <h1>{heading}</h1>
      <p class="lead">{say('consent.lead', { partner, count })}</p>
      {hasChanged && (
        <Note kind="warning">
          <p role="alert">{say('consent.changed', { partner })}</p>
        </Note>
      )}
      <Facts
        rows={[
          [say('fact.sentBy'), <Isolate>{partner}</Isolate>],
          sentThrough(messages, partnerChain),
          count > 1 && [say('fact.what'), say(...submissionTitle(messages, submission))],
        ]}
      />
      {count > LONG_ABOVE && (
        <p>
          <a href="#decide">{say('consent.jump')}</a>
        </p>
      )}
      <Credentials credentials={credentials} />
      <section class="card" aria-labelledby="decide">
        <h2 id="decide" tabindex={-1}>
          {say('consent.heading')}
        </h2>
        {files.some(({ state }) => state === 'waiting') && (
          <Note kind="warning">
            <p>{say(missing, { partner })}</p>
          </Note>
        )}
        <p>{say('consent.ifAccepted')}</p>
        <ul>
          <li>{say('consent.yours')}</li>
          <li>{say('consent.notice', { partner })}</li>
          {hasDocuments(submission) && <li>{say('consent.documents')}</li>}
        </ul>
        <p>{say('consent.ifDeclined')}</p>
        <p>{say('consent.ifLater')}</p>
        <LinkOwner {...props} />
        <Form action={action}>
          <input type="hidden" name="shown" value={digest} />
          <p class="actions stack">
            <Submit name="decision" value="accept" label={say('consent.accept')} />
            <Submit name="decision" value="decline" class="secondary" label={say('consent.decline')} />
            <Submit name="decision" value="later" class="secondary" label={say('later.button')} />
          </p>
        </Form>
      </section>
    </Layout>
  );
}

interface CredentialPageProps extends SubmissionProps {
  /** Day on which the partner sent the submission. */
  sent: string;
  /** Day on which the person accepted the submission. */
  accepted: string;
  /** True when the person has just accepted the submission. */
  justAccepted?: boolean;
  receiptHref: string;
  /** Day on which the documents were deleted; null if they were not deleted. */
  documentsDeleted: string | null;
  /** Time at which the documents will be deleted without a mobile sign-in; null if they will not be deleted. */
  documentsEnd: string | null;
}

export function CredentialPage(props: CredentialPageProps) {
  const { submission, documentsDeleted, documentsEnd } = props;
  const messages = useMessages();
  const { say, text } = messages;
  return (
    <Layout title={text(...submissionTitle(messages, submission))} script="local-time.js">
      {props.justAccepted && (
        <Note kind="good">
          <p role="status">{say('credential.accepted')}</p>
        </Note>
      )}
      <h1>{say('credential.heading', { count: submission.credentials.length })}</h1>
      <Facts
        rows={[
          [say('fact.sentBy'), <Isolate>{props.partnerName}</Isolate>],
          sentThrough(messages, submission.partnerChain),
          [say('fact.sent'), <Time date={props.sent} />],
          [say('fact.accepted'), <Time date={props.accepted} />],
        ]}
      />
      {documentsDeleted !== null && (
        <Note>
          <p>{say('credential.documentsDeleted', { time: <Time date={documentsDeleted} /> })}</p>
        </Note>
      )}
      {documentsDeleted === null && documentsEnd !== null && hasDocuments(submission) && (
        <Note kind="warning">
          <p>{say('credential.documentsEnd', { time: <Time date={documentsEnd} /> })}</p>
        </Note>
      )}
      <Credentials credentials={submission.credentials} />
      <p class="on-screen">
        <a href={props.receiptHref}>{say('receipt.link')}</a>
      </p>
      <Form action={props.action}>
        <p class="actions stack">
          <Submit
            name="decision"
            value="delete"
            class="danger secondary"
            label={say(submission.credentials.length > 1 ? 'credential.deleteSeveral' : 'credential.delete')}
          />
        </p>
      </Form>
      <AllCredentials />
    </Layout>
  );
}
