import fc from 'fast-check';
import type { Contract } from '../../generate/contract.ts';
import { indexContract } from '../contract/contract-index.ts';
import { isOwnIdentifier, keywordsOf, type Part, type Site } from '../contract/keywords.ts';
import type { Json } from '../json.ts';
import { escaped, isObject, type JsonObject, locate, memberOf, valueAt, withValue } from '../json.ts';
import type { CaseRequest, OperationId } from '../types.ts';
import { readAs, type Sent, sentAs } from './request-parts.ts';
import { type Common, commonOf, groundFor, MOST_BYTES, spread } from './schema-cases.ts';
import { errorsIn } from './schema-errors.ts';
import { basesOf } from './valid-requests.ts';
import { candidatesOf } from './values/by-keyword.ts';

export interface FuzzOptions {
  contract: Contract;
  /** Of the partner; `*` stands for any. */
  registeredDomains: readonly string[];
  /** Fields of a form by their names, in place of those of the examples: the credentials of the partner. */
  formFields?: Readonly<Record<string, string>>;
}

/** Puts another value at a place of a valid value. */
interface Edit {
  place: string;
  value: Json;
}

/** So many values of each place are enough to mix. */
const VALUES_OF_A_PLACE = 12;

/** Deeper than any reader of this contract has a reason to look. */
const DEEPEST = 200;
const LONGEST = 2000;

const LONE_SURROGATES = ['\ud800', '\udfff', 'a\udc00b'];
const ODD_NAMES = ['__proto__', 'constructor', 'toString', '', ' ', 'a/b~c', '\u0000', '😀', 'length', '0'];
const MEDIA_TYPES = [
  null,
  '',
  'text/plain',
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/jsonx',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/pdf',
  ',',
];

/** Any character but a surrogate. fast-check's own `binary` takes a second to build its list. */
const character = fc.nat(0x10_ffff - 0x800).map(
  (index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  (value) => {
    const point = typeof value === 'string' ? (value.codePointAt(0) ?? 0) : 0;
    if (value !== String.fromCodePoint(point)) throw new TypeError('This is no character');
    return point < 0xd800 ? point : point - 0x800;
  },
);

/** Text of all of Unicode, sometimes no text at all. */
const text = fc.oneof(
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }), weight: 4 },
  { arbitrary: fc.string({ unit: character, maxLength: 20 }), weight: 2 },
  { arbitrary: fc.constantFrom(...LONE_SURROGATES, '\u0000', 'null', '0', '-1', '1e400'), weight: 2 },
  { arbitrary: fc.nat(LONGEST).map((length) => 'é'.repeat(length)), weight: 1 },
);

const name = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: 'grapheme', maxLength: 10 }));

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text,
);

const anything: fc.Arbitrary<Json> = fc.oneof(
  { arbitrary: scalar, weight: 6 },
  { arbitrary: fc.array(scalar, { maxLength: 4 }), weight: 1 },
  { arbitrary: fc.array(fc.tuple(name, scalar), { maxLength: 3 }).map(objectOf), weight: 1 },
  { arbitrary: fc.nat(DEEPEST).map(nested), weight: 1 },
);

function objectOf(members: readonly (readonly [string, Json])[]): Json {
  return members.reduce<Json>((object, [key, value]) => withValue(object, `/${escaped(key)}`, value), {});
}

function nested(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((inner, _, i) => (i % 2 ? { a: inner } : [inner]), null);
}

/** A change of a value at a place that is one of all that it has. */
type Mutation = (whole: Json) => Json;

/** The pointers to everything inside of a value, itself first. */
function pointersIn(value: Json, at = '', found: string[] = []): string[] {
  found.push(at);
  if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(value)) pointersIn(memberOf(value, key), `${at}/${escaped(key)}`, found);
  return found;
}

const place = fc.nat(10_000);

function at(index: number, change: (value: Json, whole: Json, pointer: string) => Json): Mutation {
  return (whole) => {
    const pointers = pointersIn(whole);
    const pointer = pointers[index % pointers.length] ?? '';
    const changed = change(valueAt(whole, pointer), whole, pointer);
    // Without a body there would be nothing to mutate.
    return changed === undefined && pointer === '' ? null : withValue(whole, pointer, changed);
  };
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map((index) => at(index, () => undefined)),
  fc.tuple(place, anything).map(([index, value]) => at(index, () => value)),
  fc
    .tuple(place, name, anything)
    .map(([index, key, value]) =>
      at(index, (found) => (isObject(found) ? withValue(found, `/${escaped(key)}`, value) : { [key]: found })),
    ),
  fc
    .tuple(place, text, fc.boolean())
    .map(([index, more, before]) =>
      at(index, (found) => (typeof found === 'string' ? (before ? more + found : found + more) : [found])),
    ),
  // Something that stands elsewhere in the same value.
  fc.tuple(place, place).map(([index, other]) =>
    at(index, (_, whole) => {
      const pointers = pointersIn(whole);
      return valueAt(whole, pointers[other % pointers.length] ?? '');
    }),
  ),
  fc
    .tuple(place, fc.integer({ min: 2, max: 120 }))
    .map(([index, count]) =>
      at(index, (found) =>
        Array.isArray(found)
          ? Array.from({ length: count }, (_, i) => found[i % Math.max(1, found.length)] ?? null)
          : found,
      ),
    ),
);

const encoder = new TextEncoder();

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Bytes close to the JSON text of a value: cut short, not UTF-8, with a byte order mark, with a member twice, ... */
function bytesNear(json: Json, bodyLimit: number): fc.Arbitrary<Uint8Array> {
  const whole = JSON.stringify(json);
  const bytes = encoder.encode(whole);
  const cut = fc.nat(bytes.length);
  return fc.oneof(
    cut.map((end) => bytes.slice(0, end)),
    fc
      .tuple(cut, fc.uint8Array({ minLength: 1, maxLength: 4 }))
      .map(([i, more]) => joined(bytes.slice(0, i), more, bytes.slice(i))),
    fc
      .tuple(cut, fc.constantFrom([0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf]))
      .map(([i, more]) => joined(bytes.slice(0, i), Uint8Array.from(more), bytes.slice(i))),
    fc.constantFrom('\ufeff', ' ', '\n', '//\n', '[', '{}').map((before) => encoder.encode(before + whole)),
    fc.constantFrom(' ', '\n', ',', '}', '\u0000', whole).map((after) => encoder.encode(whole + after)),
    fc
      .constantFrom('id', '__proto__', '')
      .map((key) => encoder.encode(whole.replace('{', `{${JSON.stringify(key)}:1,${JSON.stringify(key)}:2,`))),
    fc
      .constantFrom('NaN', 'Infinity', '1e400', '-0', '01', "'a'", 'undefined')
      .map((word) => encoder.encode(whole.replace(/"[^"]*"(?=[,}])/, word))),
    fc.nat(10_000).map((depth) => encoder.encode('['.repeat(depth))),
    // Rare, since they take as long as hundreds of others.
    fc.integer({ min: 0, max: 30 }).map((size) => {
      const length = size < 28 ? size * 100 : Math.floor(bodyLimit / 2) - 2;
      return encoder.encode(`[${'1,'.repeat(length)}1]`);
    }),
    fc.uint8Array({ maxLength: 64 }),
  );
}

/** A value that may stand somewhere, if it does: that is found out when it is drawn. */
interface Proposal {
  value: Json;
  fits(): boolean;
}

/** Found once for a place in the requests of an operation, however many rows of them there are. */
const proposalsOf = new WeakMap<Common, Map<string, Proposal[]>>();

/** About half of them fit. */
const MOST_EDITS = 8;

/**
 * Random requests of an operation. About half are valid values of the contract, with values near the edges of its
 * schemas mixed in; the others have something added, removed, repeated or replaced, or are no such value at all.
 * Shrinks to the first example. No two valid ones have the same identifier.
 */
export function fuzzRequests(operationId: OperationId, options: FuzzOptions): fc.Arbitrary<CaseRequest> {
  const { contract, formFields = {} } = options;
  const { operation } = indexContract(contract).operationOf(operationId);
  const common = commonOf(options);
  const bases = basesOf(contract, operation, common.pool, common.caller);
  const bodyLimit = operation['x-body-limit'] ?? MOST_BYTES;
  const sitesIn = (part: Part) => bases.sites.filter((site) => site.part === part && !site.conditional);

  const isValid = (part: Part, value: Json) => {
    const sent = sentAs(part, value);
    if (sent === undefined) return false;
    return errorsIn(contract, operationId, part, readAs(contract, operation, part, sent), common.caller).length === 0;
  };

  /** Values that may do at a place. */
  function proposalsFor(site: Site): Proposal[] {
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    if (pointer === undefined || pointer === '' || isOwnIdentifier(site)) return [];
    const ground = groundFor(site, valueAt(whole, pointer), common, operation);
    const values = keywordsOf(site.schema, '').flatMap((keyword) =>
      spread(candidatesOf(keyword.slice(1), ground), VALUES_OF_A_PLACE),
    );
    // Long values would take most of the time.
    const short = values.filter(({ value }) => (JSON.stringify(value) ?? '').length < LONGEST);
    return short.map(({ value }) => {
      let fits: boolean | undefined;
      return { value, fits: () => (fits ??= isValid(site.part, withValue(whole, pointer, value))) };
    });
  }

  function validOf(part: Part): fc.Arbitrary<Json> {
    const sites = sitesIn(part);
    const wholes = [...new Set([...bases.of(part), ...sites.map((site) => bases.at(site))])].filter(
      (whole) => whole !== undefined,
    );
    const known = proposalsOf.get(common) ?? new Map<string, Proposal[]>();
    proposalsOf.set(common, known);
    const proposals = (index: number): Proposal[] => {
      const key = `${operationId} ${part} ${index}`;
      const found = known.get(key) ?? proposalsFor(sites[index] as Site);
      known.set(key, found);
      return found;
    };
    const edit = fc.tuple(fc.nat(sites.length - 1), place).map(([index, number]): Edit | null => {
      const values = proposals(index);
      const proposal = values[number % values.length];
      return proposal?.fits() === true ? { place: sites[index]?.place ?? '', value: proposal.value } : null;
    });
    const mixed = sites.length === 0 ? fc.constant<(Edit | null)[]>([]) : fc.array(edit, { maxLength: MOST_EDITS });
    const own = sites.filter(isOwnIdentifier).map(({ place }) => place);
    return fc.tuple(fc.constantFrom(...wholes), mixed, fc.noBias(fc.noShrink(fc.uuid()))).map(([whole, mix, id]) => {
      const edited = mix.reduce<Json>((value, edit) => {
        const pointer = edit === null ? undefined : locate(edit.place, value);
        return edit === null || pointer === undefined ? value : withValue(value, pointer, edit.value);
      }, whole);
      return own.reduce<Json>(
        (value, pointer) => (valueAt(value, pointer) === undefined ? value : withValue(value, pointer, id)),
        edited,
      );
    });
  }

  const pair = fc.tuple(
    fc.oneof(fc.constantFrom(...sitesIn('query').map(({ place }) => place.slice(1)), 'a', 'id[]'), name),
    fc.string({ unit: character, maxLength: 30 }),
  );

  function requestsWithBody(part: 'json' | 'form'): { arbitrary: fc.Arbitrary<CaseRequest>; weight: number }[] {
    const valid = validOf(part).map((whole) => (part === 'form' ? { ...(whole as JsonObject), ...formFields } : whole));
    const mutated = fc
      .tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 }))
      .map(([whole, changes]) => changes.reduce((value, change) => change(value), whole));
    const [first] = bases.of(part);
    const send = (whole: Json): CaseRequest => sentAs(part, whole) ?? {};
    if (part === 'json')
      return [
        { arbitrary: valid.map(send), weight: 12 },
        { arbitrary: mutated.map(send), weight: 8 },
        {
          arbitrary: valid.chain((whole) => bytesNear(whole, bodyLimit)).map((bytes) => ({ body: { bytes } })),
          weight: 2,
        },
        {
          arbitrary: fc
            .tuple(valid, fc.constantFrom(...MEDIA_TYPES))
            .map(([whole, mediaType]) => ({ ...send(whole), mediaType })),
          weight: 1,
        },
      ];
    const fields = Object.entries<string>({ ...(first as Record<string, string>), ...formFields });
    return [
      { arbitrary: valid.map(send), weight: 10 },
      { arbitrary: fc.shuffledSubarray(fields).map((form) => ({ body: { form } })), weight: 3 },
      {
        arbitrary: fc
          .tuple(fc.constantFrom(...fields), fc.string({ unit: character, maxLength: 30 }))
          .map(([[key], value]) => ({
            body: { form: fields.map(([one, was]): [string, string] => [one, one === key ? value : was]) },
          })),
        weight: 3,
      },
      {
        arbitrary: fc
          .array(fc.oneof(fc.constantFrom(...fields), pair), { minLength: 1, maxLength: 3 })
          .map((more) => ({ body: { form: [...fields, ...more] } })),
        weight: 3,
      },
      {
        arbitrary: fc
          .array(fc.oneof(fc.constantFrom('%', '&', '=', '+', '%ff', '%00', '%zz', 'scope'), text), {
            maxLength: 8,
          })
          .map((parts) => ({
            body: { bytes: encoder.encode([new URLSearchParams(fields).toString(), ...parts].join('')) },
          })),
        weight: 2,
      },
      { arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => ({ body: { bytes } })), weight: 1 },
    ];
  }

  function requestsWithParameters(): { arbitrary: fc.Arbitrary<CaseRequest>; weight: number }[] {
    const names = sitesIn('path')
      .filter(({ place }) => !place.endsWith('/*'))
      .map(({ place }) => place.slice(1));
    const query = sitesIn('query').length > 0;
    const inPath = fc
      .tuple(fc.constantFrom(...names, 'id'), fc.string({ unit: character, minLength: 1, maxLength: 40 }))
      .filter(([, value]) => !['.', '..'].includes(value))
      .map(([key, value]): CaseRequest => ({ path: { [key]: value } }));
    const validQuery = query ? validOf('query').map((whole) => sentAs('query', whole) ?? {}) : fc.constant<Sent>({});
    return [
      { arbitrary: validQuery, weight: 10 },
      ...(names.length > 0 ? [{ arbitrary: inPath, weight: 5 }] : []),
      {
        arbitrary: fc
          .tuple(validQuery, fc.array(pair, { minLength: 1, maxLength: 3 }), fc.boolean())
          .map(([sent, more, instead]) => ({ query: [...(instead ? [] : (sent.query ?? [])), ...more] })),
        weight: 5,
      },
    ];
  }

  const part = (['json', 'form'] as const).find((one) => sitesIn(one).length > 0);
  if (part !== undefined) {
    const [first, ...others] = requestsWithBody(part);
    const bodies = fc.oneof(first as NonNullable<typeof first>, ...others);
    // A body is valid or not whatever stands in the query.
    return fc
      .tuple(bodies, fc.option(fc.array(pair, { maxLength: 2 }), { freq: 20, nil: undefined }))
      .map(([request, query]) => (query === undefined ? request : { ...request, query }));
  }
  const [first, ...others] = requestsWithParameters();
  return fc.oneof(first as NonNullable<typeof first>, ...others);
}
