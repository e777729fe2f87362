import { type Json, memberOf, valueAt } from '../../json.ts';
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
 * What a validator asks when it comes to a keyword of the contract's own: the table of spec/README.md, read a second
 * time, so that a fault in the server's reading is seen. Pointers are relative to the value.
 */
export function contractRules({ domains, scopes, allowLoopback }: RuleSubject) {
  const isOurOwn = (url: string) => allowLoopback && hostKindOf(url) === 'this machine';
  return {
    jsonContent: isJsonObject,
    maxBytes: (text: string, limit: number) => new TextEncoder().encode(text).length <= limit,
    fractionDigits(time: string, digits: number) {
      const fraction = time.slice(time.indexOf('.') + 1, -1);
      return time.includes('.') && time.endsWith('Z') && fraction.length === digits && /^[0-9]+$/.test(fraction);
    },
    wellFormed: (text: string) =>
      Array.from(text).every((sign) => sign < '\ud800' || sign > '\udfff' || sign.length > 1),
    registeredDomain(url: string) {
      // The dot at the end only says that a name is complete (RFC 1034, section 3.1).
      const host = hostOf(url)?.replace(/\.$/, '');
      return host !== undefined && domains.some((domain) => domain === '*' || domain.toLowerCase() === host);
    },
    https: (url: string) => url.toLowerCase().startsWith('https://') || isOurOwn(url),
    publicAddress: (url: string) => ['name', 'public'].includes(hostKindOf(url) ?? '') || isOurOwn(url),
    granted: (scope: string) => scopes.includes(scope),
    refusals: refusalsOf,
    notInside(value: object, { items, text }: { items: string; text: string }): string[] {
      const [list, whole] = [memberOf(value, items), memberOf(value, text)];
      return Array.isArray(list) && typeof whole === 'string' && isInside(list, whole) ? [`/${text}`] : [];
    },
    unique: (value: object, sets: readonly (readonly string[])[]) => sets.flatMap((set) => repeatedIn(value, set)),
  };
}

function isJsonObject(text: string): boolean {
  try {
    const value: Json = JSON.parse(text);
    return Object.prototype.toString.call(value) === '[object Object]';
  } catch {
    return false;
  }
}

/** The pointers to texts that stood at one of the places before. */
function repeatedIn(value: object, places: readonly string[]): string[] {
  const before: Json[] = [];
  const repeated: string[] = [];
  for (const pointer of places.flatMap((place) => pointersTo(place, value))) {
    const found = valueAt(value, pointer);
    if (typeof found !== 'string') continue;
    if (before.includes(found)) repeated.push(pointer);
    before.push(found);
  }
  return repeated;
}

/** The place for each item of its lists: `/items/*` is `/items/0`, `/items/1` and so on. */
function pointersTo(place: string, value: object): string[] {
  const [before, ...after] = place.split('/*');
  if (before === undefined || after.length === 0) return [place];
  const list = valueAt(value, before);
  return Array.isArray(list) ? list.flatMap((_, i) => pointersTo(`${before}/${i}${after.join('/*')}`, value)) : [];
}
