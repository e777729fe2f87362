import { lasting } from './lasting.ts';
import { Layout, type PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { pathIn, paths } from './paths.ts';

// Error pages. They say what to do, and nothing that would help a stranger.

/**
 * One page for every link that does not work: wrong, altered, expired, or opened by somebody else first. It does not
 * say which of these it is.
 */
export function LinkErrorPage(props: PageProps) {
  return (
    <MessagePage title="This link does not work" page={props}>
      <p>It may be incomplete, too old, or meant for somebody else. You can do this:</p>
      <ul>
        <li>Open the link again where you found it. Copy all of it if you copy it.</li>
        <li>A link works for {lasting.submission}. After that, ask the partner for a new one.</li>
        <li>
          A link belongs to the first person who opens it. If you did that with another account, sign out and sign in
          with that one.
        </li>
      </ul>
    </MessagePage>
  );
}

/** Behind the link of a submission that was declined, until its time would have been over. */
export function LinkDeclinedPage(props: PageProps) {
  return (
    <MessagePage title="This was declined" page={props}>
      <p>
        Whoever opened this link first declined what the partner sent, and it was deleted. Nobody can see it any more.
      </p>
      <p>If that was a mistake, ask the partner to send it again, for a new link.</p>
    </MessagePage>
  );
}

export function SessionEndedPage(props: PageProps) {
  return (
    <MessagePage title="You have been signed out" page={props}>
      <p>Your session ended, and nothing was changed. Open the partner’s link again: you are asked to sign in first.</p>
      <p class="actions">
        <a class="button" href={pathIn(props.appUrl, paths.signIn)}>
          Sign in
        </a>
      </p>
    </MessagePage>
  );
}

export function NotFoundPage(props: PageProps) {
  return (
    <MessagePage title="There is no such page" page={props}>
      <p>The address may be mistyped, or what was here is gone.</p>
      <p>
        <a href={pathIn(props.appUrl, paths.credentials)}>Go to my credentials</a>
      </p>
    </MessagePage>
  );
}

/** For a form that this service did not make, or that is too old. */
export function ForbiddenPage(props: PageProps) {
  return (
    <MessagePage title="That did not work" page={props}>
      <p>
        Nothing was changed. The page was open for too long, or you signed in or out in another tab. Go back, load the
        page again and try once more.
      </p>
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
  const title = temporary ? 'Not available at the moment' : 'Something went wrong';
  return (
    <Layout title={title} page={props}>
      <h1>{title}</h1>
      <p>
        {temporary
          ? 'Please try again in a minute.'
          : 'That is our fault. Please try again. If it happens once more, ask for help.'}
      </p>
      <p class="quiet">
        When you ask for help, give this number: <code>{requestId}</code>
      </p>
    </Layout>
  );
}
