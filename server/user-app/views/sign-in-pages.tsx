import type { SignInFailureReason } from '../../identity/sign-in-failure.ts';
import type { SignInFailedProps, SignInProps, SignInViews } from '../sign-in.ts';
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
  return (
    <Layout title={isRefused ? 'Error: Sign in' : 'Sign in'} page={props}>
      <h1>Sign in</h1>
      <div class="note note-warning">
        <p>
          <strong>This is a sandbox.</strong> It asks for no password and sends no message. Enter any e-mail address:
          each address is a person of its own. Do not use real data.
        </p>
      </div>
      <Form action={action} csrf={csrf}>
        <p class="field">
          <label for="email">E-mail address</label>
          {isRefused && (
            <span class="error" id="email-error">
              Enter an e-mail address, for example alex@example.com.
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
          <button type="submit">Sign in</button>
        </p>
      </Form>
    </Layout>
  );
}

const reasons: Record<SignInFailureReason, string> = {
  declined: 'The sign-in was stopped before it was done. Nothing was changed.',
  expired:
    'The sign-in took too long, or it was begun in another window. Try again, and stay in one window until you are signed in.',
  unavailable: 'The sign-in service does not answer at the moment. Please try again in a minute.',
  refused: 'The sign-in service gave an answer that we could not accept. Please try again.',
};

export function SignInFailedPage(props: SignInFailedProps & PageProps) {
  return (
    <MessagePage title="You are not signed in" page={props}>
      <p>{reasons[props.reason]}</p>
      <p class="actions">
        <a class="button" href={props.retryUrl}>
          Try again
        </a>
      </p>
    </MessagePage>
  );
}
