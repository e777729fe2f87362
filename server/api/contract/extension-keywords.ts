import { maxViolations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import type { ContractRules, NamingRules } from '../../../generated/validators.js';
import { hostKind, mayConnect } from '../../domain/address-kind.ts';
import { explainRule, itemsInsideText, matchingRules } from '../../domain/naming.ts';
import { authorityOf, hostOf, isOnDomain } from '../../domain/url-host.ts';

export interface RuleSubject {
  /** Registered domains in lower case. `*` permits any domain. */
  domains: readonly string[];
  scopes: readonly string[];
  /** True if URLs may have loopback hosts and, for these hosts, the scheme http. */
  allowLoopback: boolean;
}

export type Warning = components['schemas']['Warning'];

/** Returns whether others can guess the request ID in a body, so that its link needs a key. */
export const isGuessable = (warnings: readonly Warning[]): boolean => warnings.some(({ code }) => code === 'guessable');

export interface NameToCheck {
  text: string;
  rules: NamingRules;
  pointer: string;
}

export function warningsAbout(names: readonly NameToCheck[]): Warning[] {
  return names
    .flatMap(({ text, rules, pointer }) =>
      matchingRules(text, rules).map((code) => ({ pointer, code, detail: explainRule(text, rules, code) }) as Warning),
    )
    .slice(0, maxViolations);
}

/** Returns the extension keywords for a partner. Adds the names in a body that need a check for warnings to `names`. */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject, names?: NameToCheck[]): ContractRules {
  const isOwnMachine = (url: string) => allowLoopback && hostKind(hostOf(url) ?? '') === 'loopback';
  return {
    jsonObject: isJsonObject,
    maxBytes: (text, limit) => Buffer.byteLength(text) <= limit,
    wellFormed: (text) => !/\p{Surrogate}/u.test(text),
    registeredDomain: (url) => isOnDomain(url, domains),
    invalidPart,
    https: (url) => /^https:/i.test(url) || isOwnMachine(url),
    publicAddress(url) {
      const host = hostOf(url);
      return host !== null && mayConnect(hostKind(host), { allowLoopback });
    },
    allowedPort: (url, ports) => hasPortAmong(url, ports) || isOwnMachine(url),
    granted: (scope) => scopes.includes(scope),
    brokenNamingRules: matchingRules,
    warnAboutName: (text, rules, pointer) => void names?.push({ text, rules, pointer }),
    disjoint: itemsInsideText,
    unique: duplicates,
  };
}

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

/** Returns the values at a path, with their pointers. `*` in the path matches every list item. */
function valuesAt(value: unknown, path: readonly string[], pointer = ''): [string, unknown][] {
  const [name, ...rest] = path;
  if (name === undefined) return [[pointer, value]];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((item, i) => valuesAt(item, rest, `${pointer}/${i}`)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest, `${pointer}/${name}`);
}
