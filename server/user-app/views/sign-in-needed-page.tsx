import { useWords } from '../words/words.tsx';
import type { PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';

interface SignInProps extends PageProps {
  signInHref: string;
  /** To sign in with another account; null where whoever signs in says which. */
  otherHref: string | null;
}

/** Shown before a person leaves for the provider's sign-in. */
export function SignInNeededPage(props: SignInProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('signInNeeded.title')} page={props}>
      <p>{say('signInNeeded.why')}</p>
      <Ways {...props} label={text('signIn.button')} />
    </MessagePage>
  );
}

export function SignedOutPage(props: SignInProps) {
  const { text } = useWords();
  return (
    <MessagePage title={text('signedOut.title')} page={props}>
      <Ways {...props} label={text('signedOut.again')} />
    </MessagePage>
  );
}

function Ways({ signInHref, otherHref, label }: SignInProps & { label: string }) {
  const { say } = useWords();
  return (
    <p class="actions">
      <a class="button" href={signInHref}>
        {label}
      </a>
      {otherHref !== null && (
        <a class="button secondary" href={otherHref}>
          {say('account.other')}
        </a>
      )}
    </p>
  );
}

/** For a person who has left one account to sign in with another: the provider may still know the first. */
export function OtherAccountPage(props: PageProps & { otherHref: string }) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('otherAccount.title')} page={props}>
      <p>{say('otherAccount.why')}</p>
      <p class="actions">
        <a class="button" href={props.otherHref}>
          {say('account.other')}
        </a>
      </p>
    </MessagePage>
  );
}

/** For a person who was away for long, and wants to do what cannot be taken back. */
export function SignInAgainPage(props: PageProps & { signInHref: string }) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('signInAgain.title')} page={props}>
      <p>{say('signInAgain.why')}</p>
      <p class="actions">
        <a class="button" href={props.signInHref}>
          {say('signIn.button')}
        </a>
      </p>
    </MessagePage>
  );
}
