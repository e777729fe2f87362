import type { Child } from 'hono/jsx';
import type { SignInFailureReason } from '../../identity/sign-in-failure.ts';
import type { Message, MessageKey } from '../messages/messages.tsx';
import { paths, useMessages, usePageFrame, usePath } from '../page.tsx';
import { Form, Page } from './layout.tsx';

// Pages with a message and the next step. Error pages say nothing that would help a stranger.

interface MessageProps {
  title: MessageKey;
  paragraphs: readonly Message[];
  /** The next steps, the main one first. */
  links?: readonly (readonly [label: MessageKey, href: string])[];
  /** Content between the paragraphs and the links. */
  children?: Child;
}

function MessagePage({ title, paragraphs, links = [], children }: MessageProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text(title)}>
      {paragraphs.map((paragraph) => (
        <p>{say(...paragraph)}</p>
      ))}
      {children}
      {links.length > 0 && (
        <p class="actions">
          {links.map(([label, href], index) => (
            <a class={index === 0 ? 'button' : 'button secondary'} href={href}>
              {say(label)}
            </a>
          ))}
        </p>
      )}
    </Page>
  );
}

/** A message that leads on to the credentials, which asks people to sign in first. */
function ErrorPage(props: Omit<MessageProps, 'links'>) {
  return <MessagePage {...props} links={[['next.credentials', usePath(paths.credentials)]]} />;
}

/**
 * One page for every link that does not work: wrong, altered, expired, or opened by somebody else first. It does not
 * say which of these it is. `otherAction` leads a signed-in person to the link with another account.
 */
export function LinkErrorPage({ otherAction }: { otherAction?: string }) {
  const { say } = useMessages();
  const { account } = usePageFrame();
  return (
    <ErrorPage title="linkError.title" paragraphs={[['linkError.why']]}>
      <ul>
        <li>{say('linkError.open')}</li>
        <li>{say('linkError.old')}</li>
        <li>{say('linkError.other')}</li>
      </ul>
      {account && otherAction && (
        <Form action={otherAction}>
          <p class="actions">
            <button type="submit" class="secondary" name="account" value="other">
              {say('account.other')}
            </button>
          </p>
        </Form>
      )}
    </ErrorPage>
  );
}

/** The link of a submission that was declined, until its window ends. */
export const LinkDeclinedPage = () => (
  <ErrorPage title="linkDeclined.title" paragraphs={[['linkDeclined.deleted'], ['linkDeclined.ask']]} />
);

/** The link of a submission whose window has ended. */
export const LinkExpiredPage = () => (
  <ErrorPage title="linkExpired.title" paragraphs={[['linkExpired.why'], ['linkExpired.ask']]} />
);

export const NotFoundPage = () => <ErrorPage title="notFound.title" paragraphs={[['notFound.why']]} />;

/** A form that this service did not make, or that is too old. */
export const ForbiddenPage = () => <ErrorPage title="forbidden.title" paragraphs={[['forbidden.why']]} />;

/** A rate limit; `againHref` is null for a request that only a form can send. */
export function TooManyPage({ seconds, againHref }: { seconds: number; againHref: string | null }) {
  const wait: Message = ['tooMany.why', { seconds }];
  return againHref === null ? (
    <ErrorPage title="tooMany.title" paragraphs={[wait, ['tooMany.back']]} />
  ) : (
    <MessagePage title="tooMany.title" paragraphs={[wait]} links={[['signInFailed.again', againHref]]} />
  );
}

/** A failure of the service. `temporary` (503) means that trying again later helps. */
export function FailedPage({ requestId, temporary = false }: { requestId: string; temporary?: boolean }) {
  const kind = temporary ? 'unavailable' : 'failed';
  return (
    <ErrorPage title={`${kind}.title`} paragraphs={[[`${kind}.why`]]}>
      <p class="quiet">{useMessages().say('failed.number', { id: requestId })}</p>
    </ErrorPage>
  );
}

/** A form that was sent after the session ended. */
export const SessionEndedPage = ({ signInHref }: { signInHref: string }) => (
  <MessagePage title="sessionEnded.title" paragraphs={[['sessionEnded.why']]} links={[['signIn.button', signInHref]]} />
);

/** A step that cannot be undone, requested by a person who was away for long. */
export const SignInAgainPage = ({ signInHref }: { signInHref: string }) => (
  <MessagePage title="signInAgain.title" paragraphs={[['signInAgain.why']]} links={[['signIn.button', signInHref]]} />
);

interface SignInLinks {
  signInHref: string;
  /** Signs in with another account; null in the sandbox, whose form asks for the account. */
  otherHref: string | null;
}

const otherAccount = ({ otherHref }: SignInLinks) =>
  otherHref === null ? [] : [['account.other', otherHref] as const];

/** Shown before a person leaves for the provider's sign-in. */
export const SignInNeededPage = (props: SignInLinks) => (
  <MessagePage
    title="signInNeeded.title"
    paragraphs={[['signInNeeded.why']]}
    links={[['signIn.button', props.signInHref], ...otherAccount(props)]}
  />
);

export const SignedOutPage = (props: SignInLinks) => (
  <MessagePage
    title="signedOut.title"
    paragraphs={[]}
    links={[['signedOut.again', props.signInHref], ...otherAccount(props)]}
  />
);

/** A person has left one account to sign in with another. The provider may still know the first account. */
export const OtherAccountPage = ({ otherHref }: { otherHref: string }) => (
  <MessagePage title="otherAccount.title" paragraphs={[['otherAccount.why']]} links={[['account.other', otherHref]]} />
);

export const SignInFailedPage = ({ reason, retryHref }: { reason: SignInFailureReason; retryHref: string }) => (
  <MessagePage
    title="signInFailed.title"
    paragraphs={[[`signInFailed.${reason}`]]}
    links={[['signInFailed.again', retryHref]]}
  />
);

/** Too many downloads of personal data are in progress. */
export const DownloadBusyPage = () => (
  <MessagePage
    title="unavailable.title"
    paragraphs={[['download.busy']]}
    links={[['receipt.back', usePath(paths.account)]]}
  />
);

export const AccountDeletedPage = () => (
  <MessagePage title="deleteAccount.done" paragraphs={[['deleteAccount.gone']]} />
);

export const CredentialDeletedPage = () => (
  <MessagePage title="deleteCredential.done" paragraphs={[['deleteCredential.gone']]}>
    <AllCredentials />
  </MessagePage>
);

/** The link at the end of a page that leads to the list. */
export const AllCredentials = () => (
  <p>
    <a href={usePath(paths.credentials)}>{useMessages().say('credential.all')}</a>
  </p>
);

export const DeclinedPage = ({ partnerName }: { partnerName: string }) => (
  <MessagePage title="declined.title" paragraphs={[['declined.deleted', { partner: partnerName }]]} />
);

export type ClosingOutcome = 'verified' | 'canceled' | 'expired' | 'later';

/** The outcome of a verification request without a callback URL. */
export const ClosingPage = ({ outcome, partnerName }: { outcome: ClosingOutcome; partnerName: string }) => (
  <MessagePage
    title={`closing.title.${outcome}`}
    paragraphs={[[`closing.${outcome}`, { partner: partnerName }], ['closing.close']]}
  />
);
