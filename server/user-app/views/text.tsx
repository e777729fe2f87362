import type { Child } from 'hono/jsx';
import { useWords } from '../words/words.tsx';

/** A year, a calendar date, or a moment in UTC, in ISO 8601. */
export function Time({ date }: { date: string }) {
  return <time datetime={date}>{useWords().date(date)}</time>;
}

/** A list of names and values. */
export function Facts({ children }: { children?: Child }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: Child; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A highlighted note in the flow of the page. */
export function Note({ children, kind = 'info' }: { children?: Child; kind?: 'info' | 'warning' | 'good' }) {
  return <div class={`note note-${kind}`}>{children}</div>;
}
