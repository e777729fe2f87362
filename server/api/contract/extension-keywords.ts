import type { ContractRules } from '../../../generated/validators.js';
import { hostKind, mayConnect } from '../../domain/addresses.ts';
import { itemsInsideText, matchingRules } from '../../domain/naming.ts';
import { authorityOf, hostOf, isOnDomain } from '../../domain/url-host.ts';

/** Properties of a partner that the rules depend on. */
export interface RuleSubject {
  /** Registered domains in lower case. `*` permits any domain. */
  domains: readonly string[];
  scopes: readonly string[];
  /** True if URLs may have loopback hosts and, for these hosts, the scheme http. */
  allowLoopback: boolean;
}

/** Returns the implementations of the contract's extension keywords for a partner. */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject): ContractRules {
  const isOwnMachine = (url: string) => allowLoopback && hostKind(hostOf(url) ?? '') === 'loopback';
  return {
    ...sameForAll,
    registeredDomain: (url) => isOnDomain(url, domains),
    https: (url) => /^https:/i.test(url) || isOwnMachine(url),
    publicAddress(url) {
      const host = hostOf(url);
      return host !== null && mayConnect(hostKind(host), { allowLoopback });
    },
    allowedPort: (url, ports) => hasPortAmong(url, ports) || isOwnMachine(url),
    granted: (scope) => scopes.includes(scope),
  };
}

const sameForAll = {
  jsonObject: isJsonObject,
  maxBytes: (text, limit) => Buffer.byteLength(text) <= limit,
  // Most strings contain no surrogates. Matching the first pattern is several times as fast as the second.
  wellFormed: (text) => !/[\ud800-\udfff]/.test(text) || !/\p{Surrogate}/u.test(text),
  invalidPart,
  brokenNamingRules: matchingRules,
  disjoint: itemsInsideText,
  unique: duplicates,
} satisfies Partial<ContractRules>;

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function invalidPart(url: string): 'host' | 'port' | null {
  const authority = authorityOf(url);
  if (authority !== null) return authority.port === '0' ? 'port' : null;
  const [origin = ''] = /^[a-z]+:\/\/[^/?#\\]*/i.exec(url) ?? [];
  return authorityOf(origin.replace(/:[^:\]]*$/, '')) === null ? 'host' : 'port';
}

function hasPortAmong(url: string, ports: readonly number[]): boolean {
  const port = authorityOf(url)?.port ?? '';
  return port === '' || ports.includes(Number(port));
}

/** Returns pointers to the strings that equal an earlier string in the same set of paths. */
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

/** Returns all values at a path of property names, with their pointers. `*` in the path matches every list item. */
export function valuesAt(value: unknown, path: readonly string[], pointer = ''): [string, unknown][] {
  const [name, ...rest] = path;
  if (name === undefined) return [[pointer, value]];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((item, i) => valuesAt(item, rest, `${pointer}/${i}`)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest, `${pointer}/${name}`);
}
