import type { Child } from 'hono/jsx';
import type { Services } from '../services.ts';
import { readOnlyOwn } from '../user-app/csrf.ts';
import { Layout } from '../user-app/views/layout.tsx';
import { ForbiddenPage } from '../user-app/views/trouble-pages.tsx';
import type { Command } from './commands.ts';

/** What the pages for developers tell of the service. */
export type SandboxFacts = Pick<Services, 'appUrl' | 'baseUrl' | 'openSandbox'>;

/** A page for developers: wider than the others, and its footer says that it belongs to the sandbox. */
export function DeveloperPage(props: { title: string; appUrl: string; children?: Child }) {
  return (
    <Layout
      title={props.title}
      page={{ appUrl: props.appUrl }}
      style="developer.css"
      script="developer.js"
      footer="A page of the sandbox, for developers. Production does not have it."
    >
      {props.children}
    </Layout>
  );
}

/** For forms of these pages, which are nobody's: a page of another site sends none. */
export const ownForm = (appUrl: string) => readOnlyOwn(appUrl, () => <ForbiddenPage appUrl={appUrl} />);

/** A command to paste; the page's script adds a button that copies it. */
export function CommandText({ title, text }: Pick<Command, 'title' | 'text'>) {
  return (
    <pre class="command" data-title={title}>
      <code>{text}</code>
    </pre>
  );
}

/** Commands in the order in which to paste them. */
export function CommandList({ commands }: { commands: readonly Command[] }) {
  return (
    <ol class="commands">
      {commands.map(({ title, about, text }) => (
        <li>
          <h3>{title}</h3>
          <p class="quiet">{about}</p>
          <CommandText title={title} text={text} />
        </li>
      ))}
    </ol>
  );
}

/** An address as a link to itself. */
export function Address({ href }: { href: string }) {
  return <a href={href}>{href}</a>;
}
