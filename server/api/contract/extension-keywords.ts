import type { components } from '../../../generated/types.ts';
import type { ContractRules, NamingRules, ValueRule } from '../../../generated/validators.js';
import { hostKind, mayConnect } from '../../domain/address-kind.ts';
import type { Micros } from '../../domain/clock.ts';
import { parseJsonObject } from '../../domain/json-object.ts';
import { explainRule, itemsInsideText, matchingRules } from '../../domain/naming.ts';
import { authorityOf, hostOf, isOnDomain } from '../../domain/url-host.ts';

export interface RuleSubject {
  /** Registered domains in lower case. `*` permits any domain. */
  domains: readonly string[];
  scopes: readonly string[];
  /** True if URLs may have loopback hosts, in which case the scheme can be https or http. */
  allowLoopback: boolean;
}

export type Warning = components['schemas']['Warning'];

/** Returns whether the request ID is guessable. If so, the link to the verification request needs an extra key. */
export const isGuessable = (warnings: readonly Warning[]): boolean => warnings.some(({ code }) => code === 'guessable');

export type WarningCheck = (now: Micros) => Warning[];

function warningsAboutName(text: string, rules: NamingRules, pointer: string): Warning[] {
  const codes = matchingRules(text, rules) as Warning['code'][];
  return codes.map((code) => ({ pointer, code, detail: explainRule(text, rules, code) }));
}

export function matchingValueRules(object: object, rules: readonly ValueRule[], year: number): ValueRule[] {
  const values = new Map<string, unknown>(Object.entries(object));
  return rules.filter(({ property, falseWith, before, yearsAhead = 0 }) => {
    const value = values.get(property);
    if (value === undefined || value === null) return false;
    if (falseWith !== undefined) return value === false && isFilled(values.get(falseWith));
    // Dates have the form YYYY-MM-DD, so comparing the strings compares the dates.
    if (before !== undefined) return String(value) < String(values.get(before));
    return Number(String(value).slice(0, 4)) > year + yearsAhead;
  });
}

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

function warningsAboutValues(object: object, rules: readonly ValueRule[], pointer: string, now: Micros): Warning[] {
  const matching = matchingValueRules(object, rules, new Date(now / 1000).getUTCFullYear());
  return matching.map(({ property, code, message }) => {
    return { pointer: `${pointer}/${property}`, code: code as Warning['code'], detail: message };
  });
}

/** Returns the functions that check the extension keywords. Functions that only warn append a check to `checks`. */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject, checks?: WarningCheck[]): ContractRules {
  const isOwnMachine = (url: string) => allowLoopback && hostKind(hostOf(url) ?? '') === 'loopback';
  return {
    jsonObject: (text) => parseJsonObject(text) !== null,
    maxBytes: (text, limit) => Buffer.byteLength(text) <= limit,
    wellFormed: (text) => !/\p{Surrogate}/u.test(text),
    registeredDomain: (url) => isOnDomain(url, domains),
    invalidPart,
    https: (url) => /^https:/i.test(url) || isOwnMachine(url),
    publicAddress(url) {
      const host = hostOf(url);
      return host !== null && mayConnect(hostKind(host), allowLoopback);
    },
    allowedPort: (url, ports) => hasPortAmong(url, ports) || isOwnMachine(url),
    granted: (scope) => scopes.includes(scope),
    brokenNamingRules: matchingRules,
    warnAboutName: (...name) => void checks?.push(() => warningsAboutName(...name)),
    warnAboutValues: (...values) => void checks?.push((now) => warningsAboutValues(...values, now)),
    disjoint: itemsInsideText,
    unique: duplicates,
  };
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

/** Returns pointers to repeated strings. Each path set selects strings that must differ from one another. */
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

/** Returns the values at `path`, with their pointers. `*` in `path` matches every list item. */
function valuesAt(value: unknown, path: readonly string[], pointer = ''): [string, unknown][] {
  const [name, ...rest] = path;
  if (name === undefined) return [[pointer, value]];
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((item, i) => valuesAt(item, rest, `${pointer}/${i}`)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest, `${pointer}/${name}`);
}
