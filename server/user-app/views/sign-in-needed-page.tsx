import type { PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { pathIn, paths } from './paths.ts';

/** Shown before a person leaves for the provider's sign-in. */
export function SignInNeededPage(props: PageProps) {
  return (
    <MessagePage title="Sign in to go on" page={props}>
      <p>A partner has sent you here. Sign in to see what it is about; nothing is shared before you say so.</p>
      <p>
        <a class="button" href={pathIn(props.appUrl, paths.signIn)}>
          Sign in
        </a>
      </p>
    </MessagePage>
  );
}

export function SignedOutPage(props: PageProps) {
  return (
    <MessagePage title="You are signed out" page={props}>
      <p>
        <a class="button" href={pathIn(props.appUrl, paths.signIn)}>
          Sign in again
        </a>
      </p>
    </MessagePage>
  );
}
