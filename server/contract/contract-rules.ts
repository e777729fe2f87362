import type { ContractRules } from '../../generated/validators.js';
import { hostKind, mayConnect } from '../domain/addresses.ts';
import { itemsInsideText, refusalsOf } from '../domain/naming.ts';

/** The facts about a partner that the rules need. */
export interface RuleSubject {
  /** Registered domains, in lower case; `*` permits any. */
  domains: readonly string[];
  scopes: readonly string[];
  /** True outside production: URLs may name loopback hosts, also with http. */
  allowLoopback: boolean;
}

/** Returns the implementations of the contract's extension keywords, for one partner. */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject): ContractRules {
  return {
    ...sameForAll,
    registeredDomain: (url) => isRegistered(url, domains),
    https: (url) => /^https:/i.test(url) || (allowLoopback && hostKind(hostOf(url) ?? '') === 'loopback'),
    publicAddress: (url) => isHostAllowed(hostOf(url), allowLoopback),
    granted: (scope) => scopes.includes(scope),
  };
}

/** Shared by all partners, because rules are created for each request. */
const sameForAll = {
  jsonObject: holdsJsonObject,
  maxBytes: (text, limit) => Buffer.byteLength(text) <= limit,
  // Most texts contain no surrogates. The first pattern finds that out several times as fast as the second.
  wellFormed: (text) => !/[\ud800-\udfff]/.test(text) || !/\p{Surrogate}/u.test(text),
  brokenNamingRules: refusalsOf,
  disjoint: itemsInsideText,
  unique: duplicates,
} satisfies Partial<ContractRules>;

function holdsJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Upper bound for registered domains: a DNS name has at most 253 characters, possibly percent-encoded, and a port. */
const MAX_AUTHORITY = 1000;

/** A DNS name that the URL parser does not change: lower case, no IP address, no encoding (`xn--`, `%`). */
const PLAIN_HOST = /^https?:\/\/((?:(?!xn--)[a-z0-9-]+\.)+(?!xn--)[a-z]+)(?=[/?#]|$)/;

/**
 * Returns the host in the form of the URL parser (lower case, canonical addresses); null when there is none. Longer
 * authorities are not parsed, because IDNA (UTS 46) takes time quadratic in the length of the host.
 */
function hostOf(url: string): string | null {
  const plain = PLAIN_HOST.exec(url)?.[1];
  if (plain !== undefined) return plain;
  const [, start = '', authority = ''] = /^([a-z]+:\/\/)([^/?#\\]*)/i.exec(url) ?? [];
  if (authority.length > MAX_AUTHORITY || !URL.canParse(start + authority)) return null;
  return new URL(start + authority).hostname;
}

/** Compares whole names: `example.edu` does not include its subdomains. */
function isRegistered(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url)?.replace(/\.$/, '');
  return host !== undefined && domains.some((domain) => domain === '*' || host === domain);
}

/** Permits every DNS name, because only the connection shows the address of a name. */
function isHostAllowed(host: string | null, allowLoopback: boolean): boolean {
  if (host === null) return false;
  const kind = hostKind(host);
  return kind === 'name' || mayConnect(kind, { allowLoopback });
}

/** Returns the pointers of values that repeat an earlier value of the same set of paths. Compares only strings. */
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

/** Returns every value at a path of property names, with its pointer. `*` in the path means every item of a list. */
function valuesAt(value: unknown, path: readonly string[], pointer = ''): [string, unknown][] {
  const [name, ...rest] = path;
  if (name === undefined) return [[pointer, value]];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((item, i) => valuesAt(item, rest, `${pointer}/${i}`)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest, `${pointer}/${name}`);
}
