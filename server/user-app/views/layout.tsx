import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { assetHref } from '../assets.ts';
import { Isolate } from '../messages/messages.tsx';
import { type Account, paths, useMessages, usePageFrame, usePath } from '../page.tsx';

interface LayoutProps {
  title: string;
  /** True if the person must correct a form. The title then starts with `Error:`. */
  isRefused?: boolean;
  children?: Child;
  /** The only script of the page. */
  script?: 'open-link.js' | 'local-time.js' | 'developer.js';
  style?: 'developer.css';
  /** Replaces the text at the end of the page. */
  footer?: string;
}

export function Layout({ title, isRefused = false, script, style, footer, children }: LayoutProps) {
  const { account, messages, notice, pageLinks } = usePageFrame();
  const { language, say, text } = messages;
  return (
    <>
      {raw('<!DOCTYPE html>')}
      <html lang={language.tag} dir={language.direction}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>{`${isRefused ? text('layout.refused', { title }) : title} – ${text('service.name')}`}</title>
          <link rel="stylesheet" href={usePath(assetHref('style.css'))} />
          {style && <link rel="stylesheet" href={usePath(assetHref(style))} />}
          <link rel="icon" href={usePath(assetHref('icon.svg'))} type="image/svg+xml" />
          {script && <script src={usePath(assetHref(script))} data-locale={language.locale} defer></script>}
        </head>
        <body>
          <a class="visually-hidden" href="#main">
            {say('layout.skip')}
          </a>
          <header class="top">
            <div>
              <p class="service">
                <img src={usePath(assetHref('icon.svg'))} alt="" width={24} height={24} />
                {say('service.name')}
              </p>
              {account && <AccountBar account={account} />}
            </div>
          </header>
          <main id="main" tabindex={-1}>
            {notice && (
              <div class="note info">
                <p role="status">{say(...notice)}</p>
              </div>
            )}
            {children}
          </main>
          <footer class="quiet stack">
            <p>{footer ?? say('layout.promise')}</p>
            {(pageLinks.privacy ?? pageLinks.help) && (
              <p class="row">
                {(['privacy', 'help'] as const).map(
                  (name) =>
                    pageLinks[name] && (
                      <a href={pageLinks[name]} rel="noopener noreferrer nofollow">
                        {say(`layout.${name}`)}
                      </a>
                    ),
                )}
              </p>
            )}
          </footer>
        </body>
      </html>
    </>
  );
}

/** Renders a page with its title as the heading. */
export function Page(props: LayoutProps) {
  return (
    <Layout {...props}>
      <h1>{props.title}</h1>
      {props.children}
    </Layout>
  );
}

interface FormProps {
  action: string;
  /** CSRF token. Default: the token of the signed-in person. */
  csrf?: string | undefined;
  id?: string;
  children?: Child;
}

/** Renders a form with method POST and the CSRF token in a hidden field. */
export function Form({ action, csrf, children, ...attributes }: FormProps) {
  const { account } = usePageFrame();
  return (
    <form method="post" action={action} autocomplete="off" {...attributes}>
      <input type="hidden" name="csrf" value={csrf ?? account?.csrf ?? ''} />
      {/* Lets the service name both accounts if the person signs in with another account in another tab. */}
      {account?.name && <input type="hidden" name="as" value={account.name} />}
      {children}
    </form>
  );
}

interface SubmitProps {
  label: Child;
  /** Name and value of the field that the button sends. */
  name?: string;
  value?: string;
  class?: string;
  'aria-describedby'?: string;
}

/** Renders a button that sends its form. */
export const Submit = ({ label, ...attributes }: SubmitProps) => (
  <button type="submit" {...attributes}>
    {label}
  </button>
);

function AccountBar({ account }: { account: Account }) {
  const { say, text } = useMessages();
  return (
    <nav aria-label={text('account.label')}>
      {account.name !== null && (
        <span class="quiet shrinks">
          <Isolate>{account.name}</Isolate>
        </span>
      )}
      <a href={usePath(paths.credentials)}>{say('account.credentials')}</a>
      <Form action={account.signOut}>
        <Submit class="link" name="account" value="other" label={say('account.other')} />
        <Submit class="link" label={say('account.signOut')} />
      </Form>
    </nav>
  );
}
