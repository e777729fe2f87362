import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Isolate, LANGUAGE_PARAMETER, languages } from '../messages/messages.tsx';
import { paths, useMessages, usePageFrame, usePath } from '../page.tsx';
import { assetHref } from '../page-assets.ts';

interface PageProps {
  title: string;
  problem?: { message: Child; fieldId: string } | undefined;
  children?: Child;
  script?: 'open-link.js' | 'local-time.js' | 'copy-secret.js';
}

export function Page({ title, problem, script = 'local-time.js', children }: PageProps) {
  const { brand, messages } = usePageFrame();
  const { language, say, text } = messages;
  const asset = (name: Parameters<typeof assetHref>[1]) => usePath(assetHref(brand, name));
  return (
    <>
      {raw('<!DOCTYPE html>')}
      <html lang={language.tag} dir={language.direction}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>{`${problem ? text('layout.refused', { title }) : title} – ${brand.name}`}</title>
          <link rel="stylesheet" href={asset('style.css')} />
          <link rel="icon" href={asset('logo')} />
          <script src={asset(script)} data-locale={language.locale} defer></script>
        </head>
        <body>
          <a class="visually-hidden" href="#main">
            {say('layout.skip')}
          </a>
          <header class="top">
            <div class="spread">
              <p class="beside strong">
                <img src={asset('logo')} alt="" width={32} height={32} />
                {brand.name}
              </p>
              <AccountBar />
            </div>
          </header>
          <Languages />
          <main id="main" tabindex={-1}>
            {problem && (
              <div class="note problem" role="alert" tabindex={-1} autofocus>
                <h2>{say('layout.problem')}</h2>
                <p>
                  <a href={`#${problem.fieldId}`}>{problem.message}</a>
                </p>
              </div>
            )}
            <h1>{title}</h1>
            {children}
          </main>
          <Footer />
        </body>
      </html>
    </>
  );
}

function Languages() {
  const { here, messages } = usePageFrame();
  const href = `${here}${here.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=`;
  return (
    <nav class="languages row" aria-label={messages.text('layout.languages')}>
      {languages.map(({ tag, name }) =>
        tag === messages.language.tag ? (
          <span lang={tag} aria-current="true">
            {name}
          </span>
        ) : (
          <a href={href + tag} lang={tag} hreflang={tag} rel="nofollow">
            {name}
          </a>
        ),
      )}
    </nav>
  );
}

function Footer() {
  const { brand, messages } = usePageFrame();
  const { say, text } = messages;
  return (
    <footer class="quiet">
      <div class="stack">
        <p>{say('layout.promise')}</p>
        <nav class="row" aria-label={text('layout.more')}>
          {brand.privacyUrl && <ExternalLink href={brand.privacyUrl}>{say('layout.privacy')}</ExternalLink>}
          {brand.helpUrl && <ExternalLink href={brand.helpUrl}>{say('layout.help')}</ExternalLink>}
        </nav>
        <p>
          {brand.operator} · {brand.address}
        </p>
      </div>
    </footer>
  );
}

export const ExternalLink = ({ children, ...attributes }: { href: string; class?: string; children?: Child }) => (
  <a {...attributes} rel="noopener noreferrer nofollow">
    {children}
  </a>
);

interface FormProps {
  action: string;
  /** Default: the CSRF token of the signed-in person. */
  csrf?: string | undefined;
  id?: string;
  hidden?: boolean;
  children?: Child;
}

export function Form({ action, csrf, children, ...attributes }: FormProps) {
  const { account } = usePageFrame();
  return (
    <form method="post" action={action} autocomplete="off" {...attributes}>
      <input type="hidden" name="csrf" value={csrf ?? account?.csrf ?? ''} />
      {children}
    </form>
  );
}

interface SubmitProps {
  label: Child;
  name?: string;
  value?: string;
  class?: string;
}

export const Submit = ({ label, ...attributes }: SubmitProps) => (
  <button type="submit" {...attributes}>
    {label}
  </button>
);

export const ButtonForm = ({ button, children, ...form }: FormProps & { button: SubmitProps }) => (
  <Form {...form}>
    {children}
    <p class="actions row">
      <Submit {...button} />
    </p>
  </Form>
);

function AccountBar() {
  const { account, messages } = usePageFrame();
  const { say, text } = messages;
  if (account === null) return null;
  return (
    <nav aria-label={text('yours.title')}>
      <a href={usePath(paths.credentials)}>{say('credentials.title')}</a>
      <details class="menu">
        <summary>
          {say('account.menu')}
          <span aria-hidden="true">▾</span>
        </summary>
        <div class="card stack">
          {account.name !== null && (
            <p>
              <span class="detail">{say('account.as')}</span>
              <Isolate>{account.name}</Isolate>
            </p>
          )}
          <a href={usePath(paths.credentials)}>{say('credentials.title')}</a>
          <a href={usePath(paths.account)}>{say('yours.title')}</a>
          <Form action={account.signOutPath}>
            <Submit class="link" name="account" value="other" label={say('account.other')} />
            <Submit class="link" label={say('account.signOut')} />
          </Form>
        </div>
      </details>
    </nav>
  );
}

/** Renders a year, a date, or a moment in ISO 8601. `local-time.js` replaces a moment in UTC with the local time. */
export function Time({ date }: { date: string }) {
  return <time datetime={date}>{useMessages().date(date)}</time>;
}

export type Row = readonly [name: Child, value: Child] | '' | false | null | undefined;

export function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="facts">
      {rows.map(
        (row) =>
          row && (
            <div class="row">
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Note({ children, kind = 'info' }: { children?: Child; kind?: 'info' | 'warning' }) {
  return <div class={`note ${kind}`}>{children}</div>;
}

export const Names = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <li>
      <Isolate>{name}</Isolate>
    </li>
  ));
