import { hasDocuments, type SubmissionShown } from '../shown/types.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { Asker } from './asker.tsx';
import { Credentials } from './credentials-list.tsx';
import { Form } from './form.tsx';
import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { PartnerChain } from './partner.tsx';
import { Fact, Facts, Note } from './text.tsx';
import { submissionTitle } from './title.ts';

export interface ConsentProps extends PageProps {
  csrf: string;
  /** Where the form posts to; `decision` is `accept` or `decline`. */
  action: string;
  partnerName: string;
  submission: SubmissionShown;
  /** Sent along as `shown`, to know what the person has seen. */
  digest: string;
  /** Whether a document has come or was replaced since the person last saw the page. */
  hasChanged?: boolean;
}

/** Above this many credentials a link leads down to the buttons. */
const LONG_ABOVE = 3;

/** Shows in full what a partner sends, and asks whether the person accepts it. */
export function ConsentPage(props: ConsentProps) {
  const { csrf, action, partnerName: partner, submission, digest, hasChanged = false } = props;
  const { credentials, partnerChain } = submission;
  const words = useWords();
  const { say, text } = words;
  const count = credentials.length;
  const heading = text('consent.title', { count });
  const files = credentials.flatMap((credential) => credential.files);
  // The partner uploads those of a batch, which ends when the person accepts; the others are fetched for a while.
  const isUploaded = submission.kind === 'credential_batch';
  const missing = isUploaded ? 'consent.missingUploads' : 'consent.missingDownloads';
  return (
    <Layout title={heading} page={props}>
      <Asker partnerName={partner} />
      <h1>{heading}</h1>
      <p class="lead">{say('consent.lead', { partner, count })}</p>
      {hasChanged && (
        <Note kind="warning">
          <p role="alert">{say('consent.changed', { partner })}</p>
        </Note>
      )}
      <Facts>
        <Fact name={say('fact.sentBy')}>
          <Isolate>{partner}</Isolate>
        </Fact>
        {partnerChain.length > 0 && (
          <Fact name={say('fact.sentThrough')}>
            <PartnerChain names={partnerChain} />
          </Fact>
        )}
        {count > 1 && <Fact name={say('fact.what')}>{say(...submissionTitle(words, submission))}</Fact>}
      </Facts>
      {count > LONG_ABOVE && (
        <p>
          <a href="#decide">{say('consent.jump')}</a>
        </p>
      )}
      <Credentials credentials={credentials} />
      <section class="card decision" aria-labelledby="decide">
        <h2 id="decide" tabindex={-1}>
          {say('consent.heading')}
        </h2>
        {files.some(({ state }) => state === 'waiting') && (
          <Note kind="warning">
            <p>{say(missing, { partner, hours: lasting.documents })}</p>
          </Note>
        )}
        <p>{say('consent.ifAccepted')}</p>
        <ul>
          <li>{say('consent.yours')}</li>
          <li>{say('consent.told', { partner })}</li>
          {hasDocuments(submission) && <li>{say('consent.documents', { hours: lasting.documents })}</li>}
        </ul>
        <p>{say('consent.ifDeclined')}</p>
        <Form action={action} csrf={csrf}>
          <input type="hidden" name="shown" value={digest} />
          <p class="actions">
            <button type="submit" name="decision" value="accept">
              {say('consent.accept')}
            </button>
            <button type="submit" name="decision" value="decline" class="secondary">
              {say('consent.decline')}
            </button>
          </p>
        </Form>
      </section>
    </Layout>
  );
}
