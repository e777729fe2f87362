import type { Child, JSX } from 'hono/jsx';
import { useMessages } from '../page.tsx';
import { type Asker, AskerHeader } from './decision-card.tsx';
import { ButtonForm, Note, Page } from './layout.tsx';

interface EntryProps {
  csrf: string;
  action: string;
}

/** open-link.js copies the parameters from the URL fragment into the form, and submits the form. */
export function OpenLinkPage({ csrf, action }: EntryProps) {
  const { say, text } = useMessages();
  return (
    <Page title={text('link.title')} script="open-link.js">
      <div id="working" class="stack" hidden>
        <p role="status">{say('link.wait')}</p>
        <p class="quiet">{say('link.nothing')}</p>
      </div>
      <ButtonForm id="again" action={action} csrf={csrf} hidden button={{ label: say('link.openAgain') }}>
        {['clientId', 'documentType', 'content'].map((name) => (
          <input type="hidden" name={name} value="" />
        ))}
        <p>{say('link.again')}</p>
      </ButtonForm>
      <div id="empty" class="stack" hidden>
        <p>{say('link.incomplete')}</p>
        <p>{say('link.copyAll')}</p>
      </div>
      <noscript>
        <Note>
          <h2>{say('link.noScript')}</h2>
          <p>{say('link.paste')}</p>
          <ButtonForm action={action} csrf={csrf} button={{ label: say('link.continue') }}>
            <TextField name="fragment" label={say('link.part')} autocorrect="off" />
          </ButtonForm>
        </Note>
      </noscript>
    </Page>
  );
}

export const AskerIntroduction = ({ asker }: { asker: Asker | null }) =>
  asker && (
    <section class="card decision">
      <AskerHeader {...asker} />
      <p>{useMessages().say('signIn.asked', { partner: asker.name })}</p>
    </section>
  );

interface SignInProps extends EntryProps {
  refusedEmail: string | null;
  asker: Asker | null;
}

export function SandboxSignInPage({ csrf, action, refusedEmail, asker }: SignInProps) {
  const { say, text } = useMessages();
  const isRefused = refusedEmail !== null;
  const message = say('signIn.emailRefused');
  return (
    <Page title={text('signIn.title')} problem={isRefused ? { message, fieldId: 'email' } : undefined}>
      <AskerIntroduction asker={asker} />
      <Note kind="warning">
        <p>{say('signIn.sandbox')}</p>
      </Note>
      <ButtonForm action={action} csrf={csrf} button={{ label: say('signIn.button') }}>
        <TextField
          name="email"
          label={say('signIn.email')}
          error={isRefused && message}
          inputmode="email"
          autocomplete="email"
          dir="ltr"
          value={refusedEmail ?? ''}
        />
      </ButtonForm>
    </Page>
  );
}

type TextFieldProps = JSX.IntrinsicElements['input'] & { name: string; label: Child; error?: Child };

function TextField({ name, label, error, ...attributes }: TextFieldProps) {
  const errorId = `${name}-error`;
  return (
    <p class="stack">
      <label for={name} class="strong">
        {label}
      </label>
      {error && (
        <span class="error" id={errorId}>
          {error}
        </span>
      )}
      <input
        id={name}
        name={name}
        type="text"
        autocapitalize="none"
        spellcheck={false}
        {...attributes}
        {...(error && { class: 'problem', 'aria-invalid': 'true', 'aria-describedby': errorId })}
      />
    </p>
  );
}
