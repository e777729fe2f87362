import { useWords } from '../words/words.tsx';
import type { PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';
import { pathIn, paths } from './paths.ts';

/** Shown before a person leaves for the provider's sign-in. */
export function SignInNeededPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('signInNeeded.title')} page={props}>
      <p>{say('signInNeeded.why')}</p>
      <p>
        <a class="button" href={pathIn(props.appUrl, paths.signIn)}>
          {say('signIn.button')}
        </a>
      </p>
    </MessagePage>
  );
}

export function SignedOutPage(props: PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('signedOut.title')} page={props}>
      <p>
        <a class="button" href={pathIn(props.appUrl, paths.signIn)}>
          {say('signedOut.again')}
        </a>
      </p>
    </MessagePage>
  );
}
