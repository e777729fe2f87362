import type { ContractRules } from '../../generated/validators.js';
import { hostKind, mayConnect } from '../domain/address-kind.ts';

/** What the rules need to know of the partner. */
export interface RuleSubject {
  /** Registered domains, lower case; `*` stands for any. */
  domains: readonly string[];
  scopes: readonly string[];
  /** Outside production: loopback hosts may stand in a URL, by http too. */
  allowLoopback: boolean;
}

/** The rules behind the contract's own keywords, for one partner. */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject): ContractRules {
  return {
    jsonContent: holdsJsonObject,
    maxBytes: (text, limit) => Buffer.byteLength(text) <= limit,
    registeredDomain: (url) => isRegistered(url, domains),
    https: (url) => /^https:/i.test(url) || (allowLoopback && hostKind(hostOf(url) ?? '') === 'loopback'),
    publicAddress: (url) => mayStandInUrl(hostOf(url), allowLoopback),
    granted: (scope) => scopes.includes(scope),
    notInside: majorsInsideText,
    unique: duplicates,
  };
}

function holdsJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** No registered domain is longer: DNS ends at 253 characters, a character may be percent-encoded, and a port may follow. */
const MAX_AUTHORITY = 1000;

/**
 * The host as the URL parser writes it: lower case, addresses in their normal form; null when there is none.
 * The parser is given a host of sane length alone: on a long one IDNA (UTS 46) takes time that grows with its square.
 */
function hostOf(url: string): string | null {
  const [, start = '', authority = ''] = /^([a-z]+:\/\/)([^/?#\\]*)/i.exec(url) ?? [];
  if (authority.length > MAX_AUTHORITY || !URL.canParse(start + authority)) return null;
  return new URL(start + authority).hostname;
}

/** Compares the name whole: `example.edu` stands for no other name. */
function isRegistered(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url)?.replace(/\.$/, '');
  return host !== undefined && domains.some((domain) => domain === '*' || host === domain);
}

/** A name may stand there whatever it leads to: only the connection shows that. */
function mayStandInUrl(host: string | null, allowLoopback: boolean): boolean {
  if (host === null) return false;
  const kind = hostKind(host);
  return kind === 'name' || mayConnect(kind, { allowLoopback });
}

/**
 * To look inside takes time that grows with the square of a text's length, for some texts in `normalize`. These are far above
 * what the contract lets through, so that what is longer is refused for its length anyway.
 */
const MAX_ITEMS = 100;
const MAX_TEXT = 2000;

/** Whole words, whatever the letter case, the width of the letters and the white space: `IT` is not inside `Hospitality`. */
function majorsInsideText(value: object, rule: { items: string; text: string }): string[] {
  const { [rule.items]: items, [rule.text]: text } = value as Record<string, unknown>;
  if (!Array.isArray(items) || typeof text !== 'string') return [];
  if (items.length > MAX_ITEMS || text.length > MAX_TEXT) return [];
  const words = ` ${wordsOf(text)} `;
  const inside = items.some((item) => {
    const phrase = typeof item === 'string' && item.length <= MAX_TEXT ? wordsOf(item) : '';
    return phrase !== '' && words.includes(` ${phrase} `);
  });
  return inside ? [`/${rule.text}`] : [];
}

function wordsOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.join(' ') ?? ''
  );
}

/** Pointers of the values that some earlier value of the same set of paths equals. Values that are not strings are left out. */
function duplicates(value: object, pathSets: readonly (readonly string[])[]): string[] {
  return pathSets.flatMap((paths) => {
    const seen = new Set<string>();
    return paths
      .flatMap((path) => valuesAt(value, path.slice(1).split('/')))
      .filter(([, found]) => typeof found === 'string')
      .filter(([, found]) => seen.has(found as string) || !seen.add(found as string))
      .map(([pointer]) => pointer);
  });
}

/** Every value that a path of member names, where `*` stands for every item, leads to, with its pointer. */
function valuesAt(value: unknown, path: readonly string[], pointer = ''): [string, unknown][] {
  const [name, ...rest] = path;
  if (name === undefined) return [[pointer, value]];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((item, i) => valuesAt(item, rest, `${pointer}/${i}`)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest, `${pointer}/${name}`);
}
