import type { Child } from 'hono/jsx';
import { Isolate } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';

/**
 * Renders a year, a calendar date, or a moment in ISO 8601. A moment is rendered in UTC, because the server does not
 * know the time zone of the browser. `local-time.js` replaces it with the local time.
 */
export function Time({ date }: { date: string }) {
  return <time datetime={date}>{useMessages().date(date)}</time>;
}

/** A name and its value. A row without a value is omitted. */
export type Row = readonly [name: Child, value: Child] | '' | false | null | undefined;

export function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="facts">
      {rows.map(
        (row) =>
          row && (
            <div>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Note({ children, kind = 'info' }: { children?: Child; kind?: 'info' | 'warning' | 'good' }) {
  return <div class={`note ${kind}`}>{children}</div>;
}

/** Renders the items of a list of names. */
export const Names = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name) => (
      <li>
        <Isolate>{name}</Isolate>
      </li>
    ))}
  </>
);
