import { useMessages } from '../page.tsx';
import type { Asker } from './decision-card.tsx';
import { Form, Note, Page, Submit } from './layout.tsx';
import { AskerIntroduction } from './message-pages.tsx';

// Properties of pages for people who may not be signed in yet.

interface EntryProps {
  csrf: string;
  action: string;
}

/**
 * Renders the page of a partner's link. The link's parameters are in its fragment, which only a script can read:
 * open-link.js copies them into the form and submits it. Without scripts, the person pastes the fragment.
 */
export function OpenLinkPage({ csrf, action }: EntryProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text('link.title')} script="open-link.js">
      <div id="working" class="stack" hidden>
        <p role="status">{say('link.wait')}</p>
        <p class="quiet">{say('link.nothing')}</p>
      </div>
      <Form id="again" action={action} csrf={csrf} hidden>
        {['clientId', 'documentType', 'content'].map((name) => (
          <input type="hidden" name={name} value="" />
        ))}
        <p>{say('link.again')}</p>
        <p class="actions row">
          <Submit label={say('link.openAgain')} />
        </p>
      </Form>
      <div id="empty" class="stack" hidden>
        <p>{say('link.incomplete')}</p>
        <p>{say('link.copyAll')}</p>
      </div>
      <noscript>
        <Note>
          <h2>{say('link.noScript')}</h2>
          <p>{say('link.paste')}</p>
          <Form action={action} csrf={csrf}>
            <p class="stack">
              <label for="fragment" class="strong">
                {say('link.part')}
              </label>
              <input
                id="fragment"
                name="fragment"
                type="text"
                autocapitalize="none"
                autocorrect="off"
                spellcheck={false}
              />
            </p>
            <p class="actions row">
              <Submit label={say('link.continue')} />
            </p>
          </Form>
        </Note>
      </noscript>
    </Page>
  );
}

interface SignInProps extends EntryProps {
  /** Invalid email address that the person sent; null when the form is first shown. */
  refused: string | null;
  /** Partner whose link the person opened; null without a link that nobody has opened yet. */
  asker: Asker | null;
}

/** Renders the sign-in page of the sandbox, which accepts any email address without a password. */
export function SignInPage({ csrf, action, refused, asker }: SignInProps) {
  const { say, text } = useMessages();
  const isRefused = refused !== null;
  const message = say('signIn.emailRefused');
  return (
    <Page title={text('signIn.title')} problem={isRefused ? { message, field: 'email' } : undefined}>
      <AskerIntroduction asker={asker} />
      <Note kind="warning">
        <p>{say('signIn.sandbox')}</p>
      </Note>
      <Form action={action} csrf={csrf}>
        <p class="stack">
          <label for="email" class="strong">
            {say('signIn.email')}
          </label>
          {isRefused && (
            <span class="error" id="email-error">
              {message}
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
            dir="ltr"
            value={refused ?? ''}
            {...(isRefused && { class: 'problem', 'aria-invalid': 'true', 'aria-describedby': 'email-error' })}
          />
        </p>
        <p class="actions row">
          <Submit label={say('signIn.button')} />
        </p>
      </Form>
    </Page>
  );
}
