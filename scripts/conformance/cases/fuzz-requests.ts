import fc from 'fast-check';
import type { ContractIndex } from '../contract/contract-index.ts';
import { isOwnIdentifier, keywordsOf, type Part, type Site } from '../contract/keywords.ts';
import { escaped, isObject, type Json, type JsonObject, locate, memberOf, valueAt, withValue } from '../json.ts';
import type { CaseRequest, OperationId } from '../types.ts';
import { readAs, sentAs } from './request-parts.ts';
import { commonOf, DEFAULT_BODY_LIMIT, groundFor, spread } from './schema-cases.ts';
import { errorsIn } from './schema-errors.ts';
import { basesOf } from './valid-requests.ts';
import { candidatesOf } from './values/by-keyword.ts';

export interface FuzzOptions {
  /** Domains of the partner; `*` stands for any. */
  registeredDomains: readonly string[];
  /** Credentials of the partner, by the names of their fields in a form. */
  formFields?: Readonly<Record<string, string>>;
}

type Weighted<T> = { arbitrary: fc.Arbitrary<T>; weight: number };

/** Number of values of a place that are mixed. */
const VALUES_OF_A_PLACE = 12;
/** Number of edits of a valid value. About half of the edits result in a valid value. */
const MAX_EDITS = 8;
const MAX_LENGTH = 2000;

/** Names that JavaScript objects inherit, and names that a JSON Pointer escapes. */
const ODD_NAMES = ['__proto__', 'constructor', 'toString', '', ' ', 'a/b~c', '\u0000', '😀', 'length', '0'];
const ODD_TEXTS = ['\ud800', '\udfff', 'a\udc00b', '\u0000', 'null', '0', '-1', '1e400'];
const MEDIA_TYPES = [
  ...[null, '', ',', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', 'application/pdf'],
  ...['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/jsonx'],
  'application/problem+json',
];

// The `binary` unit of fast-check takes seconds to prepare.
const character = fc.nat(0xd7ff).map((point) => String.fromCodePoint(point));
const name = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: 'grapheme', maxLength: 10 }));
const text = fc.oneof<Weighted<string>[]>(
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }), weight: 6 },
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 2 },
  { arbitrary: fc.nat(MAX_LENGTH).map((length) => 'é'.repeat(length)), weight: 1 },
);
const nested = fc
  .nat(200)
  .map((depth) => Array.from({ length: depth }).reduce<Json>((inner, _, i) => (i % 2 ? { a: inner } : [inner]), null));
const anything = fc.oneof<Weighted<Json>[]>(
  { arbitrary: fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }), weight: 6 },
  { arbitrary: text, weight: 2 },
  { arbitrary: nested, weight: 1 },
);

type Change = (value: Json, whole: Json) => Json;

/** Adds, replaces, removes or repeats one value, at any place of a whole. */
const mutation: fc.Arbitrary<(whole: Json) => Json> = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      fc.constant<Change>(() => undefined),
      anything.map(
        (value): Change =>
          () =>
            value,
      ),
      fc.tuple(name, anything).map(
        ([key, value]): Change =>
          (found) =>
            isObject(found) ? withValue(found, `/${escaped(key)}`, value) : { [key]: found },
      ),
      fc.tuple(text, text).map(
        ([before, after]): Change =>
          (found) =>
            typeof found === 'string' ? before + found + after : [found],
      ),
      fc.nat().map(
        (other): Change =>
          (_, whole) =>
            valueAt(whole, pointerAt(whole, other)),
      ),
      fc.integer({ min: 2, max: 120 }).map(
        (length): Change =>
          (found) =>
            Array.isArray(found)
              ? Array.from({ length }, (_, i) => found[i % Math.max(1, found.length)] ?? null)
              : found,
      ),
    ),
  )
  .map(([index, change]) => (whole) => {
    const pointer = pointerAt(whole, index);
    // A whole body is never removed.
    return withValue(whole, pointer, change(valueAt(whole, pointer), whole)) ?? null;
  });

/** Returns one of the pointers to all values inside of a value, and to the value itself. */
function pointerAt(whole: Json, index: number): string {
  const pointersIn = (value: Json, at: string): string[] =>
    typeof value !== 'object' || value === null
      ? [at]
      : [at, ...Object.keys(value).flatMap((key) => pointersIn(memberOf(value, key), `${at}/${escaped(key)}`))];
  const pointers = pointersIn(whole, '');
  return pointers[index % pointers.length] ?? '';
}

const encoder = new TextEncoder();

/** Returns bytes close to the JSON text of a value: cut short, not UTF-8, with a duplicate property, ... */
function bytesNear(json: Json, bodyLimit: number): fc.Arbitrary<Uint8Array> {
  const whole = JSON.stringify(json);
  const bytes = Buffer.from(whole);
  const cut = fc.nat(bytes.length);
  const inserted = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    // Byte sequences that UTF-8 forbids.
    fc.constantFrom([0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]).map((each) => Uint8Array.from(each)),
  );
  const repeated = (key: string) => whole.replace('{', `{${JSON.stringify(key)}:1,${JSON.stringify(key)}:2,`);
  return fc.oneof(
    cut.map((end) => bytes.subarray(0, end)),
    fc.tuple(cut, inserted).map(([at, more]) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
    fc.uint8Array({ maxLength: 64 }),
    fc
      .oneof(
        fc.constantFrom('\ufeff', ' ', '\n', '//\n', '[', '{}').map((before) => before + whole),
        fc.constantFrom(' ', '\n', ',', '}', '\u0000', whole).map((after) => whole + after),
        fc.constantFrom('id', '__proto__', '').map(repeated),
        fc
          .constantFrom('NaN', 'Infinity', '1e400', '-0', '01', "'a'", 'undefined')
          .map((word) => whole.replace(/"[^"]*"(?=[,}])/, word)),
        fc.nat(10_000).map((depth) => '['.repeat(depth)),
        // A body as large as the limit takes as long as hundreds of other bodies, and so it is rare.
        fc
          .integer({ min: 0, max: 30 })
          .map((size) => `[${'1,'.repeat(size < 28 ? size * 100 : Math.floor(bodyLimit / 2) - 2)}1]`),
      )
      .map((changed) => encoder.encode(changed)),
  );
}

/**
 * Returns random requests of an operation. About half are valid, with values near the edges of their schemas. In the
 * others, something is added, removed, repeated or replaced. Requests shrink to the first example, and no two valid
 * requests have the same identifier.
 */
export function fuzzRequests(
  contract: ContractIndex,
  operationId: OperationId,
  { registeredDomains, formFields = {} }: FuzzOptions,
): fc.Arbitrary<CaseRequest> {
  const { document } = contract;
  const { operation } = contract.operationOf(operationId);
  const common = commonOf(document, registeredDomains);
  const bases = basesOf(document, operation, common.pool, common.caller);
  const bodyLimit = operation['x-body-limit'] ?? DEFAULT_BODY_LIMIT;
  const sitesIn = (part: Part) => bases.sites.filter((site) => site.part === part && !site.conditional);

  function isValid(part: Part, value: Json): boolean {
    const sent = sentAs(part, value);
    if (sent === undefined) return false;
    return errorsIn(document, operationId, part, readAs(document, operation, part, sent), common.caller).length === 0;
  }

  function valuesFor(site: Site): readonly Json[] {
    const known = common.values.get(site);
    if (known !== undefined) return known;
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    const isFixed = pointer === undefined || pointer === '' || isOwnIdentifier(site);
    const ground = groundFor(site, isFixed ? undefined : valueAt(whole, pointer), common, operation);
    const values = (isFixed ? [] : keywordsOf(site.schema, ''))
      .flatMap((keyword) => spread(candidatesOf(keyword.slice(1), ground), VALUES_OF_A_PLACE))
      .map(({ value }) => value)
      // Long values would take most of the time.
      .filter((value) => (JSON.stringify(value) ?? '').length < MAX_LENGTH);
    common.values.set(site, values);
    return values;
  }

  function validOf(part: Part): fc.Arbitrary<Json> {
    const sites = sitesIn(part);
    const wholes = [...new Set([...bases.of(part), ...sites.map((site) => bases.at(site))])];
    const identifiers = sites.filter(isOwnIdentifier).map(({ place }) => place);
    const edits = fc.array(fc.tuple(fc.nat(Math.max(0, sites.length - 1)), fc.nat()), { maxLength: MAX_EDITS });
    return fc
      .tuple(
        fc.constantFrom(...wholes.filter((whole) => whole !== undefined)),
        edits,
        fc.noBias(fc.noShrink(fc.uuid())),
      )
      .map(([whole, some, id]) => {
        const edited = some.reduce<Json>((value, [index, number]) => {
          const site = sites[index];
          const pointer = site && locate(site.place, value);
          const values = site === undefined ? [] : valuesFor(site);
          if (pointer === undefined || values.length === 0) return value;
          const changed = withValue(value, pointer, values[number % values.length]);
          return isValid(part, changed) ? changed : value;
        }, whole);
        return identifiers.reduce<Json>(
          (value, place) => (valueAt(value, place) === undefined ? value : withValue(value, place, id)),
          edited,
        );
      });
  }

  const knownNames = [...sitesIn('query').map(({ place }) => place.slice(1)), 'a', 'id[]'];
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...knownNames), name), fc.string({ unit: character, maxLength: 30 }));
  const pairs = (minLength: number) => fc.array(pair, { minLength, maxLength: 3 });

  function jsonBodies(): Weighted<CaseRequest>[] {
    const valid = validOf('json');
    const json = (value: Json): CaseRequest => ({ body: { json: value } });
    const mutated = fc
      .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
      .map(([whole, changes]) => changes.reduce((value, change) => change(value), whole));
    const bytes = valid.chain((whole) => bytesNear(whole, bodyLimit));
    const typed = fc.tuple(valid, fc.constantFrom(...MEDIA_TYPES));
    return [
      { arbitrary: valid.map(json), weight: 12 },
      { arbitrary: mutated.map(json), weight: 8 },
      { arbitrary: bytes.map((body) => ({ body: { bytes: body } })), weight: 2 },
      { arbitrary: typed.map(([whole, mediaType]) => ({ ...json(whole), mediaType })), weight: 1 },
    ];
  }

  function forms(): Weighted<CaseRequest>[] {
    const valid = validOf('form').map((whole) => ({ ...(whole as JsonObject), ...formFields }));
    const fields = Object.entries<string>({ ...(bases.of('form')[0] as Record<string, string>), ...formFields });
    const form = (changed: [string, string][]): CaseRequest => ({ body: { form: changed } });
    const more = fc.array(fc.oneof(fc.constantFrom(...fields), pair), { minLength: 1, maxLength: 3 });
    const odd = fc.array(fc.oneof(fc.constantFrom('%', '&', '=', '+', '%ff', '%00', '%zz', 'scope'), text));
    return [
      { arbitrary: valid.map((whole) => sentAs('form', whole) ?? {}), weight: 10 },
      { arbitrary: fc.shuffledSubarray(fields).map(form), weight: 3 },
      { arbitrary: more.map((added) => form([...fields, ...added])), weight: 3 },
      {
        arbitrary: odd.map((parts) => ({
          body: { bytes: encoder.encode([new URLSearchParams(fields).toString(), ...parts].join('')) },
        })),
        weight: 2,
      },
      { arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => ({ body: { bytes } })), weight: 1 },
    ];
  }

  function parameters(): Weighted<CaseRequest>[] {
    const names = sitesIn('path').flatMap(({ place }) => (place.endsWith('/*') ? [] : [place.slice(1)]));
    const value = fc.string({ unit: character, minLength: 1, maxLength: 40 }).filter((each) => !/^\.\.?$/.test(each));
    const inPath = fc.tuple(fc.constantFrom(...names, 'id'), value).map(([key, each]) => ({ path: { [key]: each } }));
    const hasQuery = sitesIn('query').length > 0;
    const valid = hasQuery
      ? validOf('query').map((whole): CaseRequest => sentAs('query', whole) ?? {})
      : fc.constant<CaseRequest>({});
    const more = fc
      .tuple(valid, pairs(1), fc.boolean())
      .map(([sent, added, isInstead]) => ({ query: [...(isInstead ? [] : (sent.query ?? [])), ...added] }));
    return [
      { arbitrary: valid, weight: 10 },
      ...(names.length > 0 ? [{ arbitrary: inPath, weight: 5 }] : []),
      { arbitrary: more, weight: 5 },
    ];
  }

  const hasBody = (part: Part) => sitesIn(part).length > 0;
  if (!hasBody('json') && !hasBody('form')) return fc.oneof(...parameters());
  // A query parameter makes no body valid or invalid.
  const query = fc.option(pairs(0), { freq: 20, nil: undefined });
  return fc
    .tuple(fc.oneof(...(hasBody('json') ? jsonBodies() : forms())), query)
    .map(([request, extra]) => (extra === undefined ? request : { ...request, query: extra }));
}
