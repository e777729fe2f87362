import { Isolate, useWords } from '../words/words.tsx';

export interface AskerProps {
  /** The name that the operator registered: the partner cannot choose it. */
  partnerName: string;
  /** The name that the partner uses for itself. */
  usedName?: string;
  /** Where this service serves the partner's logo; null when it gave none. */
  logoHref?: string | null;
}

/** Who asks, at the top of a page: first what nobody can pretend to be. */
export function Asker({ partnerName, usedName = partnerName, logoHref = null }: AskerProps) {
  const { say } = useWords();
  return (
    <div class="asker">
      <span class="logo" aria-hidden="true">
        {logoHref === null ? initials(partnerName) : <img src={logoHref} alt="" width={56} height={56} />}
      </span>
      <div class="asker-names">
        <p class="asker-name">
          <Isolate>{partnerName}</Isolate>
        </p>
        {usedName !== partnerName && <p>{say('asker.uses', { name: usedName, partner: partnerName })}</p>}
      </div>
    </div>
  );
}

const graphemes = new Intl.Segmenter();

/** A picture in place of a logo that cannot be had: a browser has no way of its own to show something else. */
export const initialsPicture = (partnerName: string): string =>
  String(
    <svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 56 56">
      <title>{partnerName}</title>
      <rect width="56" height="56" fill="#e5f0f8" />
      <text x="28" y="34" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="17" fill="#164a6c">
        {initials(partnerName)}
      </text>
    </svg>,
  );

/** The first letters of the first two words. */
function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? [];
  const first = (word: string) => [...graphemes.segment(word)][0]?.segment ?? '';
  return words.slice(0, 2).map(first).join('').toUpperCase();
}
