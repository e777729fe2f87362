import { escaped, isObject, type Json, memberOf, namesOf, parsed } from '../../json.ts';
import { hostKindOf, hostOf } from './hosts.ts';
import { isInside, refusalsOf } from './names.ts';

/** The facts about a partner and its environment that extension keywords need. */
export interface RuleSubject {
  /** Registered domains; `*` permits any. */
  domains: readonly string[];
  scopes: readonly string[];
  /** True outside production: URLs may name loopback hosts, also with http. */
  allowLoopback: boolean;
}

/**
 * Returns the implementations of the extension keywords: a second implementation of the table in spec/README.md, which
 * reveals errors in the server's. Pointers are relative to the value.
 */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject) {
  const isOurOwn = (url: string) => allowLoopback && hostKindOf(url) === 'this machine';
  return {
    jsonObject: (text: string) => isObject(parsed(text)),
    brokenNamingRules: refusalsOf,
    maxBytes: (text: string, limit: number) => Buffer.byteLength(text) <= limit,
    wellFormed: (text: string) => !/\p{Surrogate}/u.test(text),
    registeredDomain(url: string): boolean {
      // A trailing dot only marks a complete name (RFC 1034, section 3.1).
      const host = hostOf(url)?.replace(/\.$/, '');
      return host !== undefined && domains.some((domain) => domain === '*' || domain.toLowerCase() === host);
    },
    https: (url: string) => url.toLowerCase().startsWith('https://') || isOurOwn(url),
    publicAddress: (url: string) => ['name', 'public'].includes(hostKindOf(url) ?? '') || isOurOwn(url),
    granted: (scope: string) => scopes.includes(scope),
    disjoint(value: object, { items, text }: { items: string; text: string }): string[] {
      const [list, whole] = [memberOf(value, items), memberOf(value, text)];
      return Array.isArray(list) && typeof whole === 'string' && isInside(list, whole) ? [`/${text}`] : [];
    },
    unique: (value: object, sets: readonly (readonly string[])[]) => sets.flatMap((set) => repeatedIn(value, set)),
  };
}

/** Returns the pointers to texts that occurred at an earlier place; `/items/*` is each item. */
function repeatedIn(value: object, places: readonly string[]): string[] {
  const before = new Set<string>();
  const repeated: string[] = [];
  const visit = (at: Json, names: readonly string[], depth: number, pointer: string): void => {
    const name = names[depth];
    if (name === '*' && Array.isArray(at)) {
      for (const [i, item] of at.entries()) visit(item, names, depth + 1, `${pointer}/${i}`);
    } else if (name !== undefined) visit(memberOf(at, name), names, depth + 1, `${pointer}/${escaped(name)}`);
    else if (typeof at === 'string') {
      if (before.has(at)) repeated.push(pointer);
      before.add(at);
    }
  };
  for (const place of places) visit(value, namesOf(place), 0, '');
  return repeated;
}
