import fc from 'fast-check';
import {
  escaped,
  isObject,
  type Json,
  type JsonObject,
  locate,
  pointersIn,
  valueAt,
  withValue,
} from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { isOwnIdentifier, keywordsOf, type Part, type Site } from '../index/schema-sites.ts';
import type { CaseRequest, OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { candidateSource, DEFAULT_BODY_LIMIT, spread } from './schema-cases.ts';
import { basesOf, commonOf, errorsIn, sentAs } from './valid-requests.ts';
import { candidatesOf } from './values/by-keyword.ts';

/** Maximum number of candidate values for each keyword. */
const VALUES_OF_A_KEYWORD = 12;
/** Maximum number of edits to a valid value. Edits that make the value invalid (about half) are discarded. */
const MAX_EDITS = 8;
const MAX_LENGTH = 2000;
const MAX_LENGTH_IN_URL = 1000;
/** Property names that servers often mishandle: inherited by JavaScript objects, or escaped in a JSON Pointer. */
const ODD_NAMES = ['__proto__', 'constructor', 'toString', '', ' ', 'a/b~c', '\u0000', '😀', 'length', '0'];
const ODD_TEXTS = ['\ud800', '\udfff', 'a\udc00b', '\u0000', 'null', '0', '-1', '1e400'];
/** Byte sequences that are not valid UTF-8. */
const NOT_UTF_8 = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]];

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

/** Returns an arbitrary for malformed variants of a body: truncated, not UTF-8, with a word that is not JSON, ... */
function bytesNear(part: Part, value: Json, bodyLimit: number): fc.Arbitrary<Uint8Array> {
  const whole = part === 'json' ? JSON.stringify(value) : String(new URLSearchParams(value as Record<string, string>));
  const bytes = Buffer.from(whole);
  const cut = fc.nat(bytes.length);
  const inserted = fc.constantFrom(...NOT_UTF_8).map((each) => Uint8Array.from(each));
  const texts = {
    form: ['%', '&', '=', '+', '%ff', '%00', '%zz'].map((after) => whole + after),
    json: [
      ...['\ufeff', ' ', '\n', '//\n', '[', '{}'].map((before) => before + whole),
      ...[' ', '\n', ',', '}', '\u0000', whole].map((after) => whole + after),
      ...['NaN', 'Infinity', '1e400', '-0', '01', "'a'", 'undefined'].map((word) =>
        whole.replace(/"[^"]*"(?=[,}])/, word),
      ),
      ...[10, 10_000].map((depth) => '['.repeat(depth)),
      `[${'1,'.repeat(Math.floor(bodyLimit / 2) - 2)}1]`,
    ],
  };
  return fc.oneof(
    cut.map((end) => bytes.subarray(0, end)),
    fc.tuple(cut, inserted).map(([at, more]) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
    fc.uint8Array({ maxLength: 64 }),
    fc.constantFrom(...texts[part === 'json' ? part : 'form']).map((changed) => Buffer.from(changed)),
  );
}

/** Returns test values for a schema. They can be invalid. */
function valuesFor(contract: ContractIndex, site: Site, domains: readonly string[]): readonly Json[] {
  const whole = basesOf(contract, site.operation, domains).at(site);
  const pointer = whole === undefined ? undefined : locate(site.place, whole);
  if (pointer === undefined || pointer === '' || isOwnIdentifier(site)) return [];
  const ground = candidateSource(contract, site, valueAt(whole, pointer), commonOf(contract, domains));
  return (
    keywordsOf(site.schema, '')
      .flatMap((keyword) => spread(candidatesOf(keyword.slice(1), ground), VALUES_OF_A_KEYWORD))
      .map(({ value }) => value)
      // Long values are excluded, because sending them would take most of the run time.
      .filter((value) => (JSON.stringify(value) ?? '').length < MAX_LENGTH)
  );
}

/** Returns an arbitrary for valid values of a request part. */
function validValues(contract: ContractIndex, id: OperationId, part: Part, domains: readonly string[]) {
  const { subject } = commonOf(contract, domains);
  const bases = basesOf(contract, id, domains);
  const sites = sitesIn(part, bases.sites);
  const valuesOf = remembered((site: Site) => valuesFor(contract, site, domains));
  const isValid = (value: Json): boolean => {
    const sent = sentAs(contract, id, part, value);
    return sent !== undefined && errorsIn(contract, id, part, sent.read, subject).length === 0;
  };
  const wholes = [...new Set([...bases.of(part), ...sites.map((site) => bases.at(site))])];
  const identifier = `/${contract.identifierOf(id)}`;
  const edits = fc.array(fc.tuple(fc.nat(Math.max(0, sites.length - 1)), fc.nat()), { maxLength: MAX_EDITS });
  const example = fc.constantFrom(...wholes.filter((whole) => whole !== undefined));
  return fc.tuple(example, edits, fc.noBias(fc.noShrink(fc.uuid()))).map(([whole, some, fresh]) => {
    const edited = some.reduce<Json>((value, [index, number]) => {
      const site = sites[index];
      const pointer = site && locate(site.place, value);
      const values = site === undefined ? [] : valuesOf(site);
      if (pointer === undefined || values.length === 0) return value;
      const changed = withValue(value, pointer, values[number % values.length]);
      return isValid(changed) ? changed : value;
    }, whole);
    return valueAt(edited, identifier) === undefined ? edited : withValue(edited, identifier, fresh);
  });
}

/** Returns arbitraries for requests with a valid, changed, or malformed part. */
function requestsWith(contract: ContractIndex, id: OperationId, part: Part, valid: fc.Arbitrary<Json>) {
  const mutated = fc
    .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([whole, changes]) => changes.reduce((value, change) => change(value), whole));
  const isInUrl = part === 'path' || part === 'query';
  // Some values cannot be sent in a form or a URL, and servers can reject long URLs. A default value replaces them.
  const requestWith = (value: Json): CaseRequest =>
    isInUrl && JSON.stringify(value).length > MAX_LENGTH_IN_URL
      ? {}
      : (sentAs(contract, id, part, value)?.request ?? {});
  const bodyLimit = contract.shapeOf(id).bodyLimit || DEFAULT_BODY_LIMIT;
  const bytes = valid.chain((whole) => bytesNear(part, whole, bodyLimit)).map((each) => ({ body: { bytes: each } }));
  // Servers parse almost valid bodies in different ways.
  return [
    { arbitrary: valid.map(requestWith), weight: 12 },
    { arbitrary: mutated.map(requestWith), weight: 8 },
    { arbitrary: bytes, weight: isInUrl || contract.problems === undefined ? 0 : 2 },
  ];
}

const sitesIn = (part: Part, sites: readonly Site[]) => sites.filter((site) => site.part === part && !site.conditional);

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
  const { sites } = basesOf(contract, id, registeredDomains);
  const has = (part: Part) => sitesIn(part, sites).length > 0;
  const body = (['json', 'form'] as const).find(has);
  const inUrl = has('path') ? (['path', 'query'] as const) : (['query'] as const);
  const requests = (body === undefined ? inUrl : [body]).flatMap((part) => {
    const valid = validValues(contract, id, part, registeredDomains);
    const complete = part === 'form' ? valid.map((whole) => ({ ...(whole as JsonObject), ...formFields })) : valid;
    return requestsWith(contract, id, part, complete);
  });
  return fc.oneof(...requests);
}
