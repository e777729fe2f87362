import { escaped, isObject, type Json, memberOf, namesOf, parsed } from '../../json.ts';
import { hostKindOf, hostOf } from './hosts.ts';
import { isInside, refusalsOf } from './names.ts';

/** What the contract's own keywords ask about a partner and about where it is asked. */
export interface RuleSubject {
  /** Registered domains; `*` stands for any. */
  domains: readonly string[];
  scopes: readonly string[];
  /** Outside production this machine will do as a host, by http too. */
  allowLoopback: boolean;
}

/**
 * Returns what a validator asks when it comes to a keyword of the contract's own: the table of spec/README.md, read a
 * second time, so that a fault in the server's reading is seen. Pointers are relative to the value.
 */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject) {
  const isOurOwn = (url: string) => allowLoopback && hostKindOf(url) === 'this machine';
  return {
    jsonObject: (text: string) => isObject(parsed(text)),
    brokenNamingRules: refusalsOf,
    maxBytes: (text: string, limit: number) => Buffer.byteLength(text) <= limit,
    wellFormed: (text: string) => !/\p{Surrogate}/u.test(text),
    registeredDomain(url: string): boolean {
      // The dot at the end only says that a name is complete (RFC 1034, section 3.1).
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

/** The pointers to texts that stood at one of the places before; `/items/*` is each item. */
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
