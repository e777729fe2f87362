import { isObject, type Json, memberOf, parsed, pointersAt, valueAt } from '../../contract/json.ts';
import { hostKindOf, hostOf } from './hosts.ts';
import { isInside, matchingRules, type NamingRules } from './naming-rules.ts';

/** Properties of a partner and its environment that extension keywords depend on. */
export interface RuleSubject {
  /** Registered domains; `*` permits any domain. */
  domains: readonly string[];
  scopes: readonly string[];
  /** True outside production, where URLs can have loopback hosts, even with http. */
  allowLoopback: boolean;
}

/** Returns implementations of the extension keywords in spec/README.md. They share no code with the server. */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject) {
  const isOurOwn = (url: string) => allowLoopback && hostKindOf(url) === 'this machine';
  return {
    jsonObject: (text: string) => isObject(parsed(text)),
    brokenNamingRules: (text: string, rules: NamingRules) => matchingRules(rules, text),
    maxBytes: (text: string, limit: number) => Buffer.byteLength(text) <= limit,
    wellFormed: (text: string) => !/\p{Surrogate}/u.test(text),
    registeredDomain(url: string): boolean {
      // A trailing dot only marks a fully qualified name (RFC 1034, section 3.1).
      const host = hostOf(url)?.replace(/\.$/, '');
      return host !== undefined && domains.some((domain) => domain === '*' || domain.toLowerCase() === host);
    },
    https: (url: string) => url.toLowerCase().startsWith('https://') || isOurOwn(url),
    publicAddress: (url: string) => ['name', 'public'].includes(hostKindOf(url) ?? '') || isOurOwn(url),
    invalidPart: (url: string) => (hostOf(url) === null || new URL(url).port === '0' ? 'host or port' : null),
    allowedPort(url: string, ports: readonly number[]): boolean {
      const port = URL.canParse(url) ? new URL(url).port : '';
      return port === '' || ports.includes(Number(port)) || isOurOwn(url);
    },
    granted: (scope: string) => scopes.includes(scope),
    disjoint(value: object, { items, text }: { items: string; text: string }): string[] {
      const [list, whole] = [memberOf(value, items), memberOf(value, text)];
      return Array.isArray(list) && typeof whole === 'string' && isInside(list, whole) ? [`/${text}`] : [];
    },
    unique: (value: object, sets: readonly (readonly string[])[]) => sets.flatMap((set) => repeatedIn(value, set)),
  };
}

/** Returns the pointers to strings that already occurred at an earlier place. `/items/*` matches every item. */
function repeatedIn(value: object, places: readonly string[]): string[] {
  const before = new Set<Json>();
  const pointers = places.flatMap((place) => pointersAt(place, value));
  return pointers.filter((pointer) => {
    const text = valueAt(value, pointer);
    const isRepeated = typeof text === 'string' && before.has(text);
    before.add(text);
    return isRepeated;
  });
}
