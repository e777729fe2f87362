import type { SignInFailedProps, SignInProps, SignInViews } from '../sign-in.ts';
import { useWords } from '../words/words.tsx';
import { Form } from './form.tsx';
import { Layout, type PageProps } from './layout.tsx';
import { MessagePage } from './message-page.tsx';

/** The pages of the sign-in, as its routes take them. */
export function signInViews(page: PageProps): SignInViews {
  return {
    signIn: (props) => <SignInPage {...page} {...props} />,
    signInFailed: (props) => <SignInFailedPage {...page} {...props} />,
  };
}

/** The sandbox's sign-in, which accepts any e-mail address. */
export function SignInPage(props: SignInProps & PageProps) {
  const { action, csrf, email, isRefused } = props;
  const { say, text } = useWords();
  return (
    <Layout title={text('signIn.title')} isRefused={isRefused} page={props}>
      <h1>{say('signIn.title')}</h1>
      <div class="note note-warning">
        <p>{say('signIn.sandbox')}</p>
      </div>
      <Form action={action} csrf={csrf}>
        <p class="field">
          <label for="email">{say('signIn.email')}</label>
          {isRefused && (
            <span class="error" id="email-error">
              {say('signIn.emailRefused')}
            </span>
          )}
          <input
            id="email"
            name="email"
            type="text"
            inputmode="email"
            autocomplete="email"
            autocapitalize="none"
            spellcheck={false}
            value={email}
            {...(isRefused ? { 'aria-invalid': 'true', 'aria-describedby': 'email-error' } : {})}
          />
        </p>
        <p class="actions">
          <button type="submit">{say('signIn.button')}</button>
        </p>
      </Form>
    </Layout>
  );
}

export function SignInFailedPage(props: SignInFailedProps & PageProps) {
  const { say, text } = useWords();
  return (
    <MessagePage title={text('signInFailed.title')} page={props}>
      <p>{say(`signInFailed.${props.reason}`)}</p>
      <p class="actions">
        <a class="button" href={props.retryUrl}>
          {say('signInFailed.again')}
        </a>
      </p>
    </MessagePage>
  );
}
