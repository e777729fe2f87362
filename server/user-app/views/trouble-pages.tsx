import { useWords } from '../words/words.tsx';
import { Form } from './form.tsx';
import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { pathIn, paths } from './paths.ts';

// Error pages. They say what to do, lead on, and say nothing that would help a stranger.

/** The next step where there is no other; it asks who is not signed in to do so. */
function ToCredentials({ appUrl }: PageProps) {
  return (
    <p class="actions">
      <a class="button" href={pathIn(appUrl, paths.credentials)}>
        {useWords().say('next.credentials')}
      </a>
    </p>
  );
}

export interface LinkErrorProps extends PageProps {
  /** Where the form posts to that leads to the link with another account; absent when nobody is signed in. */
  otherAction?: string;
}

/**
 * One page for every link that does not work: wrong, altered, expired, or opened by somebody else first. It does not
 * say which of these it is.
 */
export function LinkErrorPage(props: LinkErrorProps) {
  const { account, otherAction } = props;
  const { say, text } = useWords();
  return (
    <MessagePage title={text('linkError.title')} page={props}>
      <p>{say('linkError.why')}</p>
      <ul>
        <li>{say('linkError.open')}</li>
        <li>{say('linkError.old', { hours: lasting.submission })}</li>
        <li>{say('linkError.other')}</li>
      </ul>
      {account && otherAction && (
        <Form action={otherAction} csrf={account.csrf}>
          <p class="actions">
            <button type="submit" class="secondary" name="account" value="other">
              {say('account.other')}
            </button>
          </p>
        </Form>
      )}
      <ToCredentials {...props} />
    </MessagePage>
  );
}

/** Behind the link of a submission that was declined, until its time would have been over. */
export function LinkDeclinedPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('linkDeclined.title')} page={props}>
      <p>{say('linkDeclined.deleted')}</p>
      <p>{say('linkDeclined.ask')}</p>
      <ToCredentials {...props} />
    </MessagePage>
  );
}

/** Behind the link of a submission whose time is over. */
export function LinkExpiredPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('linkExpired.title')} page={props}>
      <p>{say('linkExpired.why', { hours: lasting.submission })}</p>
      <p>{say('linkExpired.ask')}</p>
      <ToCredentials {...props} />
    </MessagePage>
  );
}

/** The page of whoever sends a form when the session has ended. */
export function SessionEndedPage(props: PageProps & { signInHref: string }) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('sessionEnded.title')} page={props}>
      <p>{say('sessionEnded.why')}</p>
      <p class="actions">
        <a class="button" href={props.signInHref}>
          {say('signIn.button')}
        </a>
      </p>
    </MessagePage>
  );
}

export function NotFoundPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('notFound.title')} page={props}>
      <p>{say('notFound.why')}</p>
      <ToCredentials {...props} />
    </MessagePage>
  );
}

/** For a form that this service did not make, or that is too old. */
export function ForbiddenPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('forbidden.title')} page={props}>
      <p>{say('forbidden.why')}</p>
      <ToCredentials {...props} />
    </MessagePage>
  );
}

/** For who asks too often; `againHref` is null for what only a form can ask for. */
export function TooManyPage(props: PageProps & { seconds: number; againHref: string | null }) {
  const { seconds, againHref } = props;
  const { say, text } = useWords();
  return (
    <MessagePage title={text('tooMany.title')} page={props}>
      <p>{say('tooMany.why', { seconds })}</p>
      {againHref === null ? (
        <>
          <p>{say('tooMany.back')}</p>
          <ToCredentials {...props} />
        </>
      ) : (
        <p class="actions">
          <a class="button" href={againHref}>
            {say('signInFailed.again')}
          </a>
        </p>
      )}
    </MessagePage>
  );
}

export interface FailedProps extends PageProps {
  requestId: string;
  /** A temporary failure (503): trying again later helps. */
  temporary?: boolean;
}

export function FailedPage(props: FailedProps) {
  const { requestId, temporary } = props;
  const { say, text } = useWords();
  const title = text(temporary ? 'unavailable.title' : 'failed.title');
  return (
    <Layout title={title} page={props}>
      <h1>{title}</h1>
      <p>{say(temporary ? 'unavailable.why' : 'failed.why')}</p>
      <p class="quiet">{say('failed.number', { id: requestId })}</p>
      <ToCredentials {...props} />
    </Layout>
  );
}
