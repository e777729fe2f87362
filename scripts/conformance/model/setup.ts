import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject, pointersAt, valueAt, withValue } from '../../contract/json.ts';
import type { Relation } from '../../contract/relations.ts';
import { withUniqueIds } from '../cases/schema-cases.ts';
import { testValues } from '../cases/test-values.ts';
import { keywordsOf, type Site, sitesOf } from '../index/schema-sites.ts';
import { expectedWarnings } from '../judge/check-response.ts';
import type { Made } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { Session } from '../target/target-session.ts';
import { errorsIn, validBodies } from '../target/valid-bodies.ts';

/** Strings that servers often alter by mistake. The third string has a combining accent (Unicode form NFD). */
const TEXTS = ['a name', 'Ünïcödé 😀 "quoted" \\ & <b>', 'U\u0308ber', ' two  blanks ', "O'Neill; --%41%2F", ''];

/** Maximum length of the body with long texts, in characters: longer bodies are slow, and servers can reject them. */
const MAX_SIZE = 50_000;

/** Returns the valid bodies of an operation, and variants of the first body that differ in one value. */
const modelBodies = remembered((session: Session, operation: string) => {
  const { contract, subject } = session;
  const bodies = validBodies(session, operation);
  const [first] = bodies;
  const isValid = (body: Json) => errorsIn(session, operation, body).length === 0;
  const key = `/${contract.replayKeyOf(operation)}`;
  const sites = sitesOf(contract, operation).filter(({ part, place }) => part === 'json' && place !== key);
  /** Returns a valid body with another value at a site, for which `holds` returns true; undefined if there is none. */
  function variation(site: Site, body: Json, keywords: readonly string[], holds: (changed: Json) => boolean): Json {
    for (const pointer of pointersAt(site.place, body))
      for (const keyword of keywords)
        for (const value of testValues(contract, site, keyword, valueAt(body, pointer), subject.domains)) {
          const changed = withValue(body, pointer, value);
          if (holds(changed) && isValid(changed)) return changed;
        }
    return undefined;
  }
  const isWarned = (each: Json) => expectedWarnings(contract, operation, each).length > 0;
  const warningsOf = ({ schema }: Site) => keywordsOf(schema).filter((keyword) => keyword.includes('-warnings/'));
  const warned = sites.flatMap((site) => variation(site, first, warningsOf(site), isWarned) ?? []);
  const isDifferent = (each: Json) => !isDeepStrictEqual(each, first);
  const sizeOf = (body: Json) => JSON.stringify(body)?.length ?? 0;
  const enlarged = (body: Json, site: Site) =>
    variation(site, body, ['maxLength'], (each) => sizeOf(each) > sizeOf(body) && sizeOf(each) < MAX_SIZE) ?? body;
  // Does not enlarge URLs, because the sequences append to them.
  const texts = sites.filter(({ schema }) => schema['format'] !== 'uri');
  const repeated = withItemsTwice(session, operation, first);
  const special = [repeated, ...warned.slice(0, 1), texts.reduce(enlarged, first)];
  return {
    valid: [...bodies, ...special.filter((body) => isDifferent(body) && isValid(body))],
    changed: sites.flatMap((site) => variation(site, first, keywordsOf(site.schema), isDifferent) ?? []),
    nullAndAbsent: sites
      .flatMap(({ place }) => pointersAt(place, first))
      .map((pointer) => [null, undefined].map((value) => withValue(first, pointer, value)))
      .find((both) => both.every(isValid)),
  };
});

/** Reverses the property order of all objects. Lists of objects contain `copies` copies of their items. */
export function reordered(body: Json, copies = 1): Json {
  if (Array.isArray(body)) {
    const items = isObject(body[0]) ? Array.from({ length: copies }, () => body).flat() : body;
    return items.map((item) => reordered(item, copies));
  }
  if (!isObject(body)) return body;
  const entries = Object.entries(body).map(([name, value]) => [name, reordered(value, copies)] as const);
  return Object.fromEntries(entries.reverse());
}

/** Returns the body with the items of each list of objects twice, with unique identifiers. */
export function withItemsTwice(session: Session, operation: string, body: Json): Json {
  const twice = reordered(body, 2);
  return withUniqueIds(twice, errorsIn(session, operation, twice));
}

export type Setup = ReturnType<typeof createSetup>;

/** Creates the values that all sequences of requests share. Calls `onRight` with each correct response. */
export function createSetup(session: Session, relations: readonly Relation[], onRight: (made: Made) => void) {
  const { contract } = session;
  /** Returns the value of a keyword for a property of the request body, or for a query parameter. */
  const limitOf = (operation: string, expression: string, keyword: string, byDefault: number): number => {
    const pointer = expression.replace(/^\$request\.(body#\/|query\.)/, '/');
    const sites = sitesOf(contract, operation).filter(({ place }) => place === pointer);
    return Number(sites.find(({ schema }) => schema[keyword] !== undefined)?.schema[keyword] ?? byDefault);
  };
  return {
    session,
    contract,
    relations,
    onRight,
    /** Keys of reported mismatches, which the following sequences ignore in order to find different mismatches. */
    reported: new Set<string>(),
    limitOf,
    bodiesOf: (operation: string) => modelBodies(session, operation),
    /** Returns valid values of a free-text property (`undefined` omits it), or the only value of another property. */
    textsFor: remembered((body: JsonObject, operation: string, pointer: string): Json[] => {
      const own = [valueAt(body, pointer)];
      const sites = sitesOf(contract, operation).filter(({ part, place }) => part === 'json' && place === pointer);
      const isText = sites.some(({ schema }) => schema.type?.includes('string'));
      if (!isText || sites.some(({ schema }) => schema['format'] !== undefined)) return own;
      const long = 'Long '.repeat(200).slice(0, limitOf(operation, `$request.body#${pointer}`, 'maxLength', 300));
      const isValid = (text?: string) => errorsIn(session, operation, withValue(body, pointer, text)).length === 0;
      const texts = [...TEXTS, long, undefined].filter(isValid);
      return texts[0] === undefined ? own : texts;
    }),
    isNamed: (resource: string) =>
      relations.some((each) => each.resource.name === resource && contract.replayKeyOf(each.operation) !== undefined),
    /** Returns how many instances are enough to fill a list, to exceed a limit, or to use each of the `TEXTS` once. */
    manyOf({ operation, act, resource, requestedIds, page }: Relation): number {
      if (requestedIds !== undefined) return limitOf(operation, requestedIds, 'maxItems', 10);
      // Fills the longest page only without rate limits, which can permit only one test event in a second.
      if (page !== undefined)
        return limitOf(operation, page.size, session.target.isBundled === true ? 'maximum' : 'default', 100) + 1;
      return act === 'creates' && resource.at_most !== undefined ? resource.at_most.number + 1 : TEXTS.length + 1;
    },
  };
}
