import type { Child } from 'hono/jsx';
import type { Services } from '../services.ts';
import { Layout } from '../user-app/views/layout.tsx';
import type { Command } from './commands.ts';

/** The settings of the service that the pages for developers show. */
export type SandboxFacts = Pick<Services, 'appUrl' | 'baseUrl' | 'openSandbox'>;

/** A page for developers, which is wider than others. Its footer says that it belongs to the sandbox. */
export function DeveloperPage({ title, children }: { title: string; children?: Child }) {
  const footer = 'A page of the sandbox, for developers. Production does not have it.';
  return (
    <Layout title={title} style="developer.css" script="developer.js" footer={footer}>
      {children}
    </Layout>
  );
}

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
