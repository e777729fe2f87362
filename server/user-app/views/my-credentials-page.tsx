import type { Child } from 'hono/jsx';
import { hasDocuments, type SubmissionView, submissionTitle } from '../credential-views.ts';
import { Isolate } from '../messages/messages.tsx';
import { paths, useMessages, usePath } from '../page.tsx';
import { Form, Page, Submit } from './layout.tsx';
import { Time } from './parts.tsx';

interface Entry {
  href: string;
  partnerName: string;
}

/** A submission or a verification request that the person has opened but not decided yet. */
export interface WaitingEntry extends Entry {
  /** The submission; null for a verification request. */
  submission: SubmissionView | null;
  until: string;
  hoursLeft: number;
}

export interface CredentialEntry extends Entry {
  submission: SubmissionView;
  accepted: string;
  /** Time at which the documents will be deleted without a mobile sign-in; null if they will not be deleted. */
  documentsEnd: string | null;
}

interface MyCredentialsProps {
  /** Waiting entries, sorted by expiry time. */
  waiting: readonly WaitingEntry[];
  entries: readonly CredentialEntry[];
  /** State of the sandbox's button for the mobile application; null without the button. */
  sandbox: { mobileSignedIn: boolean } | null;
}

export function MyCredentialsPage({ waiting, entries, sandbox }: MyCredentialsProps) {
  const messages = useMessages();
  const { say, text } = messages;
  return (
    <Page title={text('credentials.title')} script="local-time.js">
      {waiting.length > 0 && (
        <>
          <h2>{say('waiting.title')}</h2>
          <ul class="plain stack">
            {waiting.map(({ href, submission, partnerName, until, hoursLeft }) => (
              <EntryCard
                href={href}
                kind={say(submission === null ? 'waiting.verify' : `kind.${submission.kind}`)}
                title={submission === null ? say('verify.title') : say(...submissionTitle(messages, submission))}
                warning={say('waiting.left', { hours: hoursLeft, time: <Time date={until} /> })}
              >
                <Isolate>{partnerName}</Isolate>
              </EntryCard>
            ))}
          </ul>
          <h2>{say('credentials.accepted')}</h2>
        </>
      )}
      {entries.length === 0 ? (
        <p class="card">{say('credentials.none')}</p>
      ) : (
        <ul class="plain stack">
          {entries.map(({ href, submission, partnerName, accepted, documentsEnd }) => (
            <EntryCard
              href={href}
              kind={say(`kind.${submission.kind}`)}
              title={say(...submissionTitle(messages, submission))}
              warning={
                documentsEnd !== null &&
                hasDocuments(submission) &&
                say('credentials.documentsEnd', { time: <Time date={documentsEnd} /> })
              }
            >
              <Isolate>{partnerName}</Isolate> · <Time date={accepted} />
            </EntryCard>
          ))}
        </ul>
      )}
      <p>
        <a href={usePath(paths.account)}>{say('yours.link')}</a>
      </p>
      {sandbox && (
        <section class="note warning" aria-labelledby="mobile">
          <h2 id="mobile">{say('mobile.heading')}</h2>
          <p>{say(sandbox.mobileSignedIn ? 'mobile.signedIn' : 'mobile.missing')}</p>
          {!sandbox.mobileSignedIn && (
            <Form action={usePath(paths.mobileSignIn)}>
              <p class="actions stack">
                <Submit class="secondary" label={say('mobile.button')} />
              </p>
            </Form>
          )}
        </section>
      )}
    </Page>
  );
}

interface EntryCardProps {
  href: string;
  kind: Child;
  title: Child;
  warning: Child;
  children: Child;
}

function EntryCard({ href, kind, title, warning, children }: EntryCardProps) {
  return (
    <li class="card entry">
      <p class="kind">{kind}</p>
      <p class="lead strong">
        <a href={href}>{title}</a>
      </p>
      <p class="quiet">{children}</p>
      {warning && <p class="warning">{warning}</p>}
    </li>
  );
}
