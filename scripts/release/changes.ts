import {
  type Break,
  breaksOf,
  type Change,
  diff,
  NOTHING_UNRELEASED,
  type Unreleased,
} from '../check-compatibility.ts';
import type { Contract } from '../generate/contract.ts';
import { type Bump, suffices } from './version.ts';

/** What is new in a contract. */
export interface Changes {
  /** The least that the version must say. */
  bump: Bump;
  /** Promises that are broken; of operations under development too, which promise nothing yet. */
  breaks: Break[];
  /** Rules that refuse more, a sentence each. */
  narrowed: string[];
  /** What is new or other for clients, a sentence each. */
  others: string[];
  /** How many changes there are in words alone: descriptions, examples, code samples. */
  wording: number;
}

/**
 * What changed between two contracts, and the version that it needs. A broken promise needs a major version, below
 * 1.0.0 too, because the paths promise compatibility; a minor version may break what is under development.
 */
export async function changesBetween(
  released: Contract,
  revision: Contract,
  unreleased: Unreleased = NOTHING_UNRELEASED,
): Promise<Changes> {
  const [breaks, changes] = await Promise.all([breaksOf(released, revision, unreleased), diff(released, revision)]);
  const narrowed = Object.entries(unreleased.narrowed).map(([schema, words]) => `\`${schema}\`: ${words}`);
  // What `redocly diff` calls a break is told by `breaksOf`, which knows more of them and where they count.
  const others = changes.filter(({ impact }) => impact === 'minor');
  const isMajor = breaks.some(({ isUnderDevelopment }) => !isUnderDevelopment);
  return {
    bump: isMajor ? 'major' : others.length + breaks.length + narrowed.length > 0 ? 'minor' : 'patch',
    breaks,
    narrowed,
    others: [...new Set(others.flatMap(sentences))],
    wording: changes.filter(({ impact, path: place }) => impact === 'patch' && place !== '#/info').length,
  };
}

/** What was added, removed or changed and where; of a new path its operations. */
function sentences({ path: place, kind, property, verdicts, revision }: Change): string[] {
  const verb = { added: 'Added', removed: 'Removed', modified: 'Changed' }[kind];
  if (kind === 'added' && /^#\/paths\/[^/]+$/.test(place))
    return Object.entries(revision?.value as Record<string, { summary: string }>).map(
      ([method, { summary }]) => `${verb} ${placeInWords(`${place}/${method}`)}: ${summary}`,
    );
  const [verdict] = verdicts;
  const where = placeInWords(property === undefined ? place : `${place}/${property}`);
  return [`${verb} ${where}${verdict === undefined ? '' : `: ${verdict.message}`}`];
}

/** A place in a contract for people: `GET /a/path`, and what stands under it. */
export function placeInWords(place: string): string {
  const [, kind, name = '', method = '', ...rest] = place
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (kind !== 'paths' || method === '') return `\`${place.replace(/^#\//, '')}\``;
  const under = rest.length > 0 ? `, \`${rest.join('/')}\`` : '';
  return `\`${method.toUpperCase()} ${name}\`${under}`;
}

/** Why a release of kind `bump` cannot hold the changes, with the places; null when it can. */
export function refusalOf({ bump: wanted, breaks }: Changes, bump: Bump): string | null {
  if (suffices(bump, wanted)) return null;
  const places = breaks
    .filter(({ isUnderDevelopment }) => wanted !== 'major' || !isUnderDevelopment)
    .map(({ message, place }) => `\n  ${message}\n    at ${place}`);
  return `The changes want a ${wanted} version, not a ${bump} one.${places.join('')}`;
}
