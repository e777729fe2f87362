import { hasDocuments, type SubmissionShown } from '../shown/types.ts';
import type { Waiting } from '../waiting.ts';
import { Isolate, useWords } from '../words/words.tsx';
import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { pathIn, paths } from './paths.ts';
import { Time } from './text.tsx';
import { submissionTitle } from './title.ts';

export interface CredentialEntry {
  href: string;
  submission: SubmissionShown;
  partnerName: string;
  accepted: string;
  /** When its documents will be deleted unless the person signs in on the mobile application; null: never. */
  documentsEnd: string | null;
}

export interface Sandbox {
  csrf: string;
  /** Whether the button was pressed before. */
  mobileSignedIn: boolean;
}

export interface MyCredentialsProps extends PageProps {
  /** What expires first is first. */
  waiting: readonly Waiting[];
  /** The newest first. */
  entries: readonly CredentialEntry[];
  /** For the sandbox's button in place of the mobile application; null elsewhere. */
  sandbox: Sandbox | null;
}

export function MyCredentialsPage(props: MyCredentialsProps) {
  const { appUrl, waiting, entries, sandbox } = props;
  const { say, text } = useWords();
  return (
    <Layout title={text('credentials.title')} page={props} script="local-time.js">
      <h1>{say('credentials.title')}</h1>
      {waiting.length > 0 && <WaitingList waiting={waiting} />}
      {waiting.length > 0 && <h2>{say('credentials.accepted')}</h2>}
      {entries.length === 0 ? (
        <p class="empty">{say('credentials.none')}</p>
      ) : (
        <ul class="entries">
          {entries.map((entry) => (
            <Entry entry={entry} />
          ))}
        </ul>
      )}
      <p>
        <a href={pathIn(appUrl, paths.account)}>{say('yours.link')}</a>
      </p>
      {sandbox && <MobileApplication action={pathIn(appUrl, paths.mobileSignIn)} sandbox={sandbox} />}
    </Layout>
  );
}

function WaitingList({ waiting }: Pick<MyCredentialsProps, 'waiting'>) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <h2>{say('waiting.title')}</h2>
      <ul class="entries">
        {waiting.map(({ href, submission, partnerName, until, hoursLeft }) => (
          <li class="card entry">
            <p class="kind">{say(submission === null ? 'waiting.verify' : `kind.${submission.kind}`)}</p>
            <p class="entry-title">
              <a href={href}>
                {submission === null ? say('verify.title') : say(...submissionTitle(words, submission))}
              </a>
            </p>
            <p class="entry-about">
              <Isolate>{partnerName}</Isolate>
            </p>
            <p class="entry-warning">{say('waiting.left', { hours: hoursLeft, time: <Time date={until} /> })}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ entry }: { entry: CredentialEntry }) {
  const { href, submission, partnerName, accepted, documentsEnd } = entry;
  const words = useWords();
  const { say } = words;
  return (
    <li class="card entry">
      <p class="kind">{say(`kind.${submission.kind}`)}</p>
      <p class="entry-title">
        <a href={href}>{say(...submissionTitle(words, submission))}</a>
      </p>
      <p class="entry-about">
        <Isolate>{partnerName}</Isolate> · <Time date={accepted} />
      </p>
      {documentsEnd !== null && hasDocuments(submission) && (
        <p class="entry-warning">{say('credentials.documentsEnd', { time: <Time date={documentsEnd} /> })}</p>
      )}
    </li>
  );
}

function MobileApplication({ action, sandbox }: { action: string; sandbox: Sandbox }) {
  const { say } = useWords();
  return (
    <section class="note note-warning" aria-labelledby="mobile">
      <h2 id="mobile">{say('mobile.heading')}</h2>
      {sandbox.mobileSignedIn ? (
        <p>{say('mobile.signedIn')}</p>
      ) : (
        <>
          <p>{say('mobile.missing')}</p>
          <Form action={action} csrf={sandbox.csrf}>
            <p class="actions">
              <button type="submit" class="secondary">
                {say('mobile.button')}
              </button>
            </p>
          </Form>
        </>
      )}
    </section>
  );
}
