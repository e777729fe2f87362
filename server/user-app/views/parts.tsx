import type { Child } from 'hono/jsx';
import { Isolate, type Messages } from '../messages/messages.tsx';
import { useMessages } from '../page.tsx';

/** A year, a calendar date, or a UTC moment, given in ISO 8601. */
export function Time({ date }: { date: string }) {
  return <time datetime={date}>{useMessages().date(date)}</time>;
}

/** A name and its value. A row without a value is left out. */
export type Row = readonly [name: Child, value: Child] | '' | false | null | undefined;

/** A list of names and values. */
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

/** A highlighted note in the flow of the page. */
export function Note({ children, kind = 'info' }: { children?: Child; kind?: 'info' | 'warning' | 'good' }) {
  return <div class={`note ${kind}`}>{children}</div>;
}

/** The row that names the intermediate partners. */
export function sentThrough({ say }: Messages, names: readonly string[]): Row {
  const list = (
    <ol class={names.length === 1 ? 'plain' : undefined}>
      {names.map((name) => (
        <li>
          <Isolate>{name}</Isolate>
        </li>
      ))}
    </ol>
  );
  return names.length > 0 && [say('fact.sentThrough'), list];
}

export interface AskerProps {
  /** Name that the operator registered. The partner cannot choose it. */
  partnerName: string;
  /** Name that the partner uses for itself. */
  usedName?: string;
  /** Path of the partner's logo on this service; null when it has none. */
  logoHref?: string | null;
}

/** The partner that asks, at the top of a page. The registered name comes first, because nobody can forge it. */
export function Asker({ partnerName, usedName = partnerName, logoHref = null }: AskerProps) {
  const { say } = useMessages();
  return (
    <div class="asker">
      {logoHref === null ? <Initials name={partnerName} /> : <img src={logoHref} alt="" width={56} height={56} />}
      <div class="shrinks">
        <p class="lead strong">
          <Isolate>{partnerName}</Isolate>
        </p>
        {usedName !== partnerName && <p>{say('asker.uses', { name: usedName, partner: partnerName })}</p>}
      </div>
    </div>
  );
}

const graphemes = new Intl.Segmenter();

/** A picture with the first letters of the first two words, in place of a logo. */
export function Initials({ name }: { name: string }) {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? [];
  const first = (word: string) => [...graphemes.segment(word)][0]?.segment ?? '';
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
      <rect width="56" height="56" fill="#e5f0f8" />
      <text x="28" y="34" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="17" fill="#164a6c">
        {words.slice(0, 2).map(first).join('').toUpperCase()}
      </text>
    </svg>
  );
}
