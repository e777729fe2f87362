import type { DateShown, SubmissionShown } from '../shown/types.ts';
import { Credentials } from './credentials-list.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { PartnerChain } from './partner.tsx';
import { pathIn, paths } from './paths.ts';
import { Fact, Facts, Isolate, Note, Time } from './text.tsx';

export interface CredentialPageProps extends PageProps {
  partnerName: string;
  submission: SubmissionShown;
  /** When the partner sent it. */
  sent: DateShown;
  /** When the person accepted it. */
  accepted: DateShown;
  /** The person has just accepted it; the page says so. */
  justAccepted?: boolean;
  /** When its documents were deleted; null when they were not. */
  documentsDeleted: DateShown | null;
  /** When its documents will be deleted unless the person signs in on the mobile application; null: never. */
  documentsEnd: DateShown | null;
}

/** A submission that the person accepted. */
export function CredentialPage(props: CredentialPageProps) {
  const { partnerName, submission, sent, accepted, justAccepted } = props;
  return (
    <Layout title={submission.title} page={props}>
      {justAccepted && (
        <Note kind="good">
          <p role="status">You accepted. It is in your account now.</p>
        </Note>
      )}
      <h1>{submission.credentials.length > 1 ? 'Your credentials' : 'Your credential'}</h1>
      <Facts>
        <Fact name="Sent by">
          <Isolate>{partnerName}</Isolate>
        </Fact>
        {submission.partnerChain.length > 0 && (
          <Fact name="By way of">
            <PartnerChain names={submission.partnerChain} />
          </Fact>
        )}
        <Fact name="Sent">
          <Time date={sent} />
        </Fact>
        <Fact name="Accepted">
          <Time date={accepted} />
        </Fact>
      </Facts>
      <DocumentsNote {...props} />
      <Credentials credentials={submission.credentials} />
      <p>
        <a href={pathIn(props.appUrl, paths.credentials)}>All my credentials</a>
      </p>
    </Layout>
  );
}

function DocumentsNote({ submission, documentsDeleted, documentsEnd }: CredentialPageProps) {
  if (documentsDeleted !== null) {
    return (
      <Note kind="info">
        <p>
          The documents were deleted on <Time date={documentsDeleted} />, because you had not signed in on the mobile
          application. The credential itself stays yours.
        </p>
      </Note>
    );
  }
  const hasDocuments = submission.credentials.some(({ files }) => files.length > 0);
  if (documentsEnd === null || !hasDocuments) return null;
  return (
    <Note kind="warning">
      <p>
        Sign in on the mobile application before <Time date={documentsEnd} /> to keep the documents. After that they are
        deleted.
      </p>
    </Note>
  );
}
