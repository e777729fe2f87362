import type { Child } from 'hono/jsx';
import { Isolate, type Messages } from '../messages/messages.tsx';
import { useMessages, usePageFrame } from '../page.tsx';
import { Form, Submit } from './layout.tsx';

/** Renders a year, a calendar date, or a UTC time in ISO 8601. */
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

/** Returns the row with the intermediate partners. */
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

export interface PartnerHeaderProps {
  /** Name that the operator registered. The partner cannot choose it. */
  partnerName: string;
  /** Name that the partner gives itself. */
  usedName?: string;
  /** Path of the partner's logo on this service; null without a logo. */
  logoHref?: string | null;
}

/** Renders the partner at the top of a page. The registered name comes first, because nobody can forge it. */
export function PartnerHeader({ partnerName, usedName = partnerName, logoHref = null }: PartnerHeaderProps) {
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

/** Renders to whom an undecided link belongs, with a button that continues with another account. */
export function LinkOwner({ isOwned }: { isOwned: boolean }) {
  const { account } = usePageFrame();
  const { say } = useMessages();
  const name = account?.name ?? say('owner.account');
  return (
    <Form action={account?.signOut ?? ''}>
      <p>{say(isOwned ? 'owner.person' : 'owner.nobody', { account: name })}</p>
      <p>
        <Submit class="link" name="account" value="other" label={say('owner.other')} />
      </p>
    </Form>
  );
}

const graphemes = new Intl.Segmenter();

/** Renders the first letters of the first two words, instead of a logo. */
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
