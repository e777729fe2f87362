import type { SubmissionShown } from '../shown/types.ts';
import { Credentials } from './credentials-list.tsx';
import { Form } from './form.tsx';
import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { PartnerChain } from './partner.tsx';
import { Fact, Facts, Isolate } from './text.tsx';

export interface ConsentProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `accept` or `decline`. */
  action: string;
  partnerName: string;
  submission: SubmissionShown;
}

/** Above this many credentials a link leads down to the buttons. */
const LONG_ABOVE = 3;

/** Shows in full what a partner sends, and asks whether the person accepts it. */
export function ConsentPage(props: ConsentProps) {
  const { csrf, action, partnerName, submission } = props;
  const { credentials, title, partnerChain } = submission;
  const several = credentials.length > 1;
  const heading = several ? 'Do you want these credentials?' : 'Do you want this credential?';
  const hasDocuments = credentials.some(({ files }) => files.length > 0);
  return (
    <Layout title={heading} page={props}>
      <h1>{heading}</h1>
      <p class="lead">
        <strong>
          <Isolate>{partnerName}</Isolate>
        </strong>{' '}
        would like to give you {several ? 'these credentials' : 'this credential'}. Look through{' '}
        {several ? 'them' : 'it'}, then decide.
      </p>
      <Facts>
        <Fact name="Sent by">
          <Isolate>{partnerName}</Isolate>
        </Fact>
        {partnerChain.length > 0 && (
          <Fact name="By way of">
            <PartnerChain names={partnerChain} />
          </Fact>
        )}
        {several && <Fact name="What it is">{title}</Fact>}
      </Facts>
      {credentials.length > LONG_ABOVE && (
        <p>
          <a href="#decide">Go to your decision</a>
        </p>
      )}
      <Credentials credentials={credentials} />
      <section class="card decision" aria-labelledby="decide">
        <h2 id="decide" tabindex={-1}>
          Your decision
        </h2>
        <p>If you accept:</p>
        <ul>
          <li>The data belongs to you, and is kept in your account.</li>
          <li>
            <Isolate>{partnerName}</Isolate> is told that you accepted.
          </li>
          {hasDocuments && (
            <li>
              Documents are deleted after {lasting.documents}, unless you sign in on the mobile application before then.
            </li>
          )}
        </ul>
        <p>If you decline, all of it is deleted.</p>
        <Form action={action} csrf={csrf}>
          <p class="actions">
            <button type="submit" name="decision" value="accept">
              Accept
            </button>
            <button type="submit" name="decision" value="decline" class="secondary">
              Decline
            </button>
          </p>
        </Form>
      </section>
    </Layout>
  );
}
