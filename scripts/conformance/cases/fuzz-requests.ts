import fc from 'fast-check';
import type { ContractIndex } from '../contract/contract-index.ts';
import { isOwnIdentifier, keywordsOf, type Part, type Site } from '../contract/keywords.ts';
import { remembered } from '../contract/remembered.ts';
import { escaped, isObject, type Json, type JsonObject, locate, pointersIn, valueAt, withValue } from '../json.ts';
import type { CaseRequest, OperationId } from '../types.ts';
import { candidateSource, DEFAULT_BODY_LIMIT, spread } from './schema-cases.ts';
import { basesOf, commonOf, errorsIn, sentAs } from './valid-requests.ts';
import { candidatesOf } from './values/by-keyword.ts';

type Weighted = { arbitrary: fc.Arbitrary<CaseRequest>; weight: number };
/** Maximum number of candidate values for each keyword. */
const VALUES_OF_A_KEYWORD = 12;
/** Maximum number of edits to a valid value. Edits that make the value invalid (about half) are discarded. */
const MAX_EDITS = 8;
const MAX_LENGTH = 2000;
/** Property names that servers often mishandle: inherited by JavaScript objects, or escaped in a JSON Pointer. */
const ODD_NAMES = ['__proto__', 'constructor', 'toString', '', ' ', 'a/b~c', '\u0000', '😀', 'length', '0'];
const ODD_TEXTS = ['\ud800', '\udfff', 'a\udc00b', '\u0000', 'null', '0', '-1', '1e400'];
const MEDIA_TYPES = [
  ...[null, '', ',', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', 'application/pdf'],
  ...['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/jsonx'],
  'application/problem+json',
];
/** Byte sequences that are not valid UTF-8. */
const NOT_UTF_8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]];

// fast-check's `binary` unit is not used, because it takes seconds to initialize.
const character = fc.nat(0xd7ff).map((point) => String.fromCodePoint(point));
const grapheme = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength });
const name = fc.oneof(fc.constantFrom(...ODD_NAMES), grapheme(10));
const text = fc.oneof(
  grapheme(20),
  fc.constantFrom(...ODD_TEXTS),
  fc.nat(MAX_LENGTH).map((n) => 'é'.repeat(n)),
);
// Up to three of these values can be nested. Parsers can limit the depth, often to 64 (RFC 8259, section 9).
const nested = fc.nat(18).map((depth) => JSON.parse(`${'['.repeat(depth)}null${']'.repeat(depth)}`));
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }), text, nested);

/** Arbitrary for functions that add, replace, or remove one value anywhere in a JSON value. */
const mutation = fc
  .tuple(fc.nat(), fc.option(name), fc.option(anything, { nil: undefined }))
  .map(([index, added, value]) => (whole: Json): Json => {
    const pointers = pointersIn(whole);
    const pointer = pointers[index % pointers.length] ?? '';
    const isAdded = added !== null && isObject(valueAt(whole, pointer));
    // If the whole body is removed, null replaces it.
    return withValue(whole, isAdded ? `${pointer}/${escaped(added)}` : pointer, value) ?? null;
  });

/** Returns an arbitrary for malformed variants of a JSON text: truncated, not UTF-8, with a duplicate property, ... */
function bytesNear(json: Json, bodyLimit: number): fc.Arbitrary<Uint8Array> {
  const whole = JSON.stringify(json);
  const bytes = Buffer.from(whole);
  const cut = fc.nat(bytes.length);
  const inserted = fc.constantFrom(...NOT_UTF_8).map((each) => Uint8Array.from(each));
  const repeated = (key: string) => whole.replace('{', `{${JSON.stringify(key)}:1,${JSON.stringify(key)}:2,`);
  const texts = [
    ...['\ufeff', ' ', '\n', '//\n', '[', '{}'].map((before) => before + whole),
    ...[' ', '\n', ',', '}', '\u0000', whole].map((after) => whole + after),
    ...['id', '__proto__', ''].map(repeated),
    ...['NaN', 'Infinity', '1e400', '-0', '01', "'a'", 'undefined'].map((word) =>
      whole.replace(/"[^"]*"(?=[,}])/, word),
    ),
    ...[10, 10_000].map((depth) => '['.repeat(depth)),
    `[${'1,'.repeat(Math.floor(bodyLimit / 2) - 2)}1]`,
  ];
  return fc.oneof(
    cut.map((end) => bytes.subarray(0, end)),
    fc.tuple(cut, inserted).map(([at, more]) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
    fc.uint8Array({ maxLength: 64 }),
    fc.constantFrom(...texts).map((changed) => Buffer.from(changed)),
  );
}

/**
 * Returns an arbitrary for requests to an operation. About half of them are valid. They shrink to the first example.
 * @param options.registeredDomains Domains registered for the partner; `*` permits any domain.
 * @param options.formFields Credentials of the partner, keyed by form field name.
 */
export function fuzzRequests(
  contract: ContractIndex,
  id: OperationId,
  options: { registeredDomains: readonly string[]; formFields?: Readonly<Record<string, string>> },
): fc.Arbitrary<CaseRequest> {
  const { registeredDomains, formFields = {} } = options;
  const common = commonOf(contract, registeredDomains);
  const bases = basesOf(contract, id, registeredDomains);
  const sitesIn = (part: Part) => bases.sites.filter((site) => site.part === part && !site.conditional);

  function isValid(part: Part, value: Json): boolean {
    const sent = sentAs(contract, id, part, value);
    return sent !== undefined && errorsIn(contract, id, part, sent.read, common.subject).length === 0;
  }

  const valuesFor = remembered((site: Site): readonly Json[] => {
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    if (pointer === undefined || pointer === '' || isOwnIdentifier(site)) return [];
    const ground = candidateSource(contract, site, valueAt(whole, pointer), common);
    return (
      keywordsOf(site.schema, '')
        .flatMap((keyword) => spread(candidatesOf(keyword.slice(1), ground), VALUES_OF_A_KEYWORD))
        .map(({ value }) => value)
        // Long values are excluded, because sending them would take most of the run time.
        .filter((value) => (JSON.stringify(value) ?? '').length < MAX_LENGTH)
    );
  });

  function validOf(part: Part): fc.Arbitrary<Json> {
    const sites = sitesIn(part);
    const wholes = [...new Set([...bases.of(part), ...sites.map((site) => bases.at(site))])];
    const identifier = `/${contract.identifierOf(id)}`;
    const edits = fc.array(fc.tuple(fc.nat(Math.max(0, sites.length - 1)), fc.nat()), { maxLength: MAX_EDITS });
    const example = fc.constantFrom(...wholes.filter((whole) => whole !== undefined));
    return fc.tuple(example, edits, fc.noBias(fc.noShrink(fc.uuid()))).map(([whole, some, fresh]) => {
      const edited = some.reduce<Json>((value, [index, number]) => {
        const site = sites[index];
        const pointer = site && locate(site.place, value);
        const values = site === undefined ? [] : valuesFor(site);
        if (pointer === undefined || values.length === 0) return value;
        const changed = withValue(value, pointer, values[number % values.length]);
        return isValid(part, changed) ? changed : value;
      }, whole);
      return valueAt(edited, identifier) === undefined ? edited : withValue(edited, identifier, fresh);
    });
  }

  const knownNames = [...sitesIn('query').map(({ place }) => place.slice(1)), 'a', 'id[]'];
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...knownNames), name), fc.string({ unit: character, maxLength: 30 }));
  const pairs = (minLength: number) => fc.array(pair, { minLength, maxLength: 3 });
  const inBody = (bytes: fc.Arbitrary<Uint8Array>) => bytes.map((each): CaseRequest => ({ body: { bytes: each } }));

  function jsonBodies(): Weighted[] {
    const valid = validOf('json');
    const json = (value: Json): CaseRequest => ({ body: { json: value } });
    const mutated = fc
      .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
      .map(([whole, changes]) => changes.reduce((value, change) => change(value), whole));
    const bytes = valid.chain((whole) => bytesNear(whole, contract.shapeOf(id).bodyLimit || DEFAULT_BODY_LIMIT));
    const typed = fc.tuple(valid, fc.constantFrom(...MEDIA_TYPES));
    return [
      { arbitrary: valid.map(json), weight: 12 },
      { arbitrary: mutated.map(json), weight: 8 },
      // Servers parse almost valid JSON in different ways.
      { arbitrary: inBody(bytes), weight: contract.problems === undefined ? 0 : 2 },
      { arbitrary: typed.map(([whole, mediaType]) => ({ ...json(whole), mediaType })), weight: 1 },
    ];
  }

  function forms(): Weighted[] {
    const valid = validOf('form').map((whole) => ({ ...(whole as JsonObject), ...formFields }));
    const fields = Object.entries<string>({ ...(bases.of('form')[0] as Record<string, string>), ...formFields });
    const form = (changed: [string, string][]): CaseRequest => ({ body: { form: changed } });
    const odd = fc.array(fc.oneof(fc.constantFrom('%', '&', '=', '+', '%ff', '%00', '%zz', 'scope'), text));
    const near = odd.map((parts) => Buffer.from(new URLSearchParams(fields) + parts.join('')));
    return [
      { arbitrary: valid.map((whole) => sentAs(contract, id, 'form', whole)?.request ?? {}), weight: 10 },
      { arbitrary: fc.shuffledSubarray(fields).map(form), weight: 3 },
      { arbitrary: pairs(1).map((added) => form([...fields, ...added])), weight: 3 },
      { arbitrary: inBody(fc.oneof(near, fc.uint8Array({ maxLength: 64 }))), weight: 3 },
    ];
  }

  function parameters(): Weighted[] {
    const names = sitesIn('path').flatMap(({ place }) => (place.endsWith('/*') ? [] : [place.slice(1)]));
    const value = fc.string({ unit: character, minLength: 1, maxLength: 40 }).filter((each) => !/^\.\.?$/.test(each));
    const inPath = fc.tuple(fc.constantFrom(...names, 'id'), value).map(([key, each]) => ({ path: { [key]: each } }));
    const valid: fc.Arbitrary<CaseRequest> =
      sitesIn('query').length === 0
        ? fc.constant({})
        : validOf('query').map((whole) => sentAs(contract, id, 'query', whole)?.request ?? {});
    const more = fc
      .tuple(valid, pairs(1), fc.boolean())
      .map(([sent, added, isInstead]) => ({ query: [...(isInstead ? [] : (sent.query ?? [])), ...added] }));
    return [
      { arbitrary: valid, weight: 10 },
      ...(names.length > 0 ? [{ arbitrary: inPath, weight: 5 }] : []),
      { arbitrary: more, weight: 5 },
    ];
  }

  const hasJson = sitesIn('json').length > 0;
  if (!hasJson && sitesIn('form').length === 0) return fc.oneof(...parameters());
  // An extra query parameter does not change whether a body is valid.
  const query = fc.option(pairs(0), { freq: 20, nil: undefined });
  return fc
    .tuple(fc.oneof(...(hasJson ? jsonBodies() : forms())), query)
    .map(([request, extra]) => (extra === undefined ? request : { ...request, query: extra }));
}
