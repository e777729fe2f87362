import { hasDocuments, type SubmissionShown } from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { Credentials } from './credentials-list.tsx';
import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { PartnerChain } from './partner.tsx';
import { pathIn, paths } from './paths.ts';
import { Fact, Facts, Note, Time } from './text.tsx';
import { submissionTitle } from './title.ts';

export interface CredentialPageProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `delete`. */
  action: string;
  partnerName: string;
  submission: SubmissionShown;
  /** When the partner sent it. */
  sent: string;
  /** When the person accepted it. */
  accepted: string;
  /** The person has just accepted it; the page says so. */
  justAccepted?: boolean;
  receiptHref: string;
  /** When its documents were deleted; null when they were not. */
  documentsDeleted: string | null;
  /** When its documents will be deleted unless the person signs in on the mobile application; null: never. */
  documentsEnd: string | null;
}

/** A submission that the person accepted. */
export function CredentialPage(props: CredentialPageProps) {
  const { partnerName, submission, sent, accepted, justAccepted } = props;
  const words = useWords();
  const { say, text } = words;
  return (
    <Layout title={text(...submissionTitle(words, submission))} page={props} script="local-time.js">
      {justAccepted && (
        <Note kind="good">
          <p role="status">{say('credential.accepted')}</p>
        </Note>
      )}
      <h1>{say('credential.heading', { count: submission.credentials.length })}</h1>
      <Facts>
        <Fact name={say('fact.sentBy')}>
          <Isolate>{partnerName}</Isolate>
        </Fact>
        {submission.partnerChain.length > 0 && (
          <Fact name={say('fact.sentThrough')}>
            <PartnerChain names={submission.partnerChain} />
          </Fact>
        )}
        <Fact name={say('fact.sent')}>
          <Time date={sent} />
        </Fact>
        <Fact name={say('fact.accepted')}>
          <Time date={accepted} />
        </Fact>
      </Facts>
      <DocumentsNote {...props} />
      <Credentials credentials={submission.credentials} />
      <p class="on-screen">
        <a href={props.receiptHref}>{say('receipt.link')}</a>
      </p>
      <Form action={props.action} csrf={props.csrf}>
        <p class="actions">
          <button type="submit" name="decision" value="delete" class="danger-quiet">
            {say(submission.credentials.length > 1 ? 'credential.deleteSeveral' : 'credential.delete')}
          </button>
        </p>
      </Form>
      <p>
        <a href={pathIn(props.appUrl, paths.credentials)}>{say('credential.all')}</a>
      </p>
    </Layout>
  );
}

function DocumentsNote({ submission, documentsDeleted, documentsEnd }: CredentialPageProps) {
  const { say } = useWords();
  if (documentsDeleted !== null) {
    return (
      <Note kind="info">
        <p>{say('credential.documentsDeleted', { time: <Time date={documentsDeleted} /> })}</p>
      </Note>
    );
  }
  if (documentsEnd === null || !hasDocuments(submission)) return null;
  return (
    <Note kind="warning">
      <p>{say('credential.documentsEnd', { time: <Time date={documentsEnd} /> })}</p>
    </Note>
  );
}
