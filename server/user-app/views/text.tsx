import type { Child } from 'hono/jsx';
import type { DateShown } from '../shown/types.ts';

/** Text of a partner or a person, which may be written in another direction than the page. */
export function Isolate({ children }: { children: string }) {
  return <bdi>{children}</bdi>;
}

export function Time({ date }: { date: DateShown }) {
  return <time datetime={date.machine}>{date.text}</time>;
}

/** A list of names and values. */
export function Facts({ children }: { children?: Child }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children?: Child }) {
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
