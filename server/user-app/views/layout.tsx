import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { assetHref } from '../assets.ts';
import { Isolate, usePageLinks, useWords } from '../words/words.tsx';
import { Form } from './form.tsx';
import { pathIn, paths } from './paths.ts';

/** The signed-in person, for the bar at the top. */
export interface Account {
  csrf: string;
  /** A name of the account, e.g. an e-mail address; null when there is none. */
  name: string | null;
}

/** Props of every page. */
export interface PageProps {
  /** APP_URL. */
  appUrl: string;
  /** Null or absent when nobody is signed in. */
  account?: Account | null;
}

interface LayoutProps {
  title: string;
  /** What was sent has to be corrected; the title begins with that. */
  isRefused?: boolean;
  /** The props of the page. */
  page: PageProps;
  children?: Child;
  /** The only script of the page. */
  script?: 'open-link.js' | 'local-time.js' | 'developer.js';
  /** A stylesheet after that of all pages. */
  style?: 'developer.css';
  /** Replaces the promise at the end of the page. */
  footer?: string;
}

/** A whole page. */
export function Layout({ title, isRefused = false, page, script, style, footer, children }: LayoutProps) {
  const { appUrl, account } = page;
  const { language, say, text } = useWords();
  const { privacy, help } = usePageLinks();
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
          <link rel="stylesheet" href={pathIn(appUrl, assetHref('style.css'))} />
          {style && <link rel="stylesheet" href={pathIn(appUrl, assetHref(style))} />}
          <link rel="icon" href={pathIn(appUrl, assetHref('icon.svg'))} type="image/svg+xml" />
          {script && <script src={pathIn(appUrl, assetHref(script))} data-locale={language.locale} defer></script>}
        </head>
        <body>
          <a class="skip-link" href="#main">
            {say('layout.skip')}
          </a>
          <header class="top">
            <div class="top-inner">
              <p class="service">
                <Mark />
                {say('service.name')}
              </p>
              {account && <AccountBar appUrl={appUrl} account={account} />}
            </div>
          </header>
          <main id="main" tabindex={-1}>
            {children}
          </main>
          <footer class="bottom">
            <p>{footer ?? say('layout.promise')}</p>
            {(privacy ?? help) && (
              <p class="bottom-links">
                {privacy && (
                  <a href={privacy} rel="noopener noreferrer nofollow">
                    {say('layout.privacy')}
                  </a>
                )}
                {help && (
                  <a href={help} rel="noopener noreferrer nofollow">
                    {say('layout.help')}
                  </a>
                )}
              </p>
            )}
          </footer>
        </body>
      </html>
    </>
  );
}

function AccountBar({ appUrl, account }: { appUrl: string; account: Account }) {
  const { say, text } = useWords();
  return (
    <nav class="account" aria-label={text('account.label')}>
      {account.name !== null && (
        <span class="account-name">
          <Isolate>{account.name}</Isolate>
        </span>
      )}
      <a href={pathIn(appUrl, paths.credentials)}>{say('account.credentials')}</a>
      <Form action={pathIn(appUrl, paths.signOut)} csrf={account.csrf}>
        <button type="submit" class="link-button" name="account" value="other">
          {say('account.other')}
        </button>
        <button type="submit" class="link-button">
          {say('account.signOut')}
        </button>
      </Form>
    </nav>
  );
}

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path class="mark-shield" d="M12 1.5 3.5 5v6.2c0 5.2 3.6 9.6 8.5 11.3 4.9-1.7 8.5-6.1 8.5-11.3V5z" />
      <path class="mark-tick" d="m8 12 3 3 5.2-6" />
    </svg>
  );
}
