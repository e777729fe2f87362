import { type Schema, variantsOf } from '../../../generate/contract.ts';
import { escaped, itemsOf, type Json, memberOf, valueAt, withValue } from '../../json.ts';
import type { NamingRule } from '../../judge/rules/names.ts';
import { textsAround } from './regular-expression.ts';
import {
  hostsNear,
  INVALID_HOSTS,
  JSON_TEXTS,
  nearTo,
  PUBLIC_HOSTS,
  SPECIAL_HOSTS,
  textsOfFormat,
  withHost,
  withScheme,
} from './texts.ts';

/** A value to try where a schema stands. The validator decides whether a keyword accepts the value. */
export interface Candidate {
  /** Describes the value in the name of a case. */
  label: string;
  /** Undefined: the value is missing. */
  value: Json;
  /** A scope that the token of the request lacks. */
  withoutScope?: string;
}

/** The material for candidates. */
export interface Ground {
  schema: Schema;
  /** A valid value of the schema. */
  valid: Json;
  /** Other valid values of the schema. */
  others: readonly Json[];
  /** Every word that the contract lists in a `const` or an `enum`. */
  words: readonly string[];
  registeredDomains: readonly string[];
  /** Maximum size of the body, in bytes. */
  bodyLimit: number;
}

/** Returns a short name of a value: visible ASCII on one line. */
function shown(value: Json): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  const isLong = text.length > 90;
  if (typeof value === 'string' && isLong) return `${Array.from(value).length} characters`;
  if (Array.isArray(value) && isLong) return `${value.length} items`;
  if (isLong) return 'a larger object';
  return text.replace(/[^ -~]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
}

const each = (values: readonly Json[]): Candidate[] => values.map((value) => ({ label: shown(value), value }));

/** Returns the last character in quotes. Half of a surrogate pair counts as a character. */
const lastOf = (text: string) => shown(text.match(/.$/su)?.[0] ?? '');

/** The three numbers around a bound that a length can have. */
const around = (bound: number) => [bound, bound - 1, bound + 1].filter((count) => count >= 0);

/** Characters of 1, 2 and 4 bytes in UTF-8, the last with 2 UTF-16 code units, and a blank. */
const FILLINGS = ['x', 'é', '😀', ' '];

/** Length from which one text of each length is enough. */
const LONG = 10_000;

/** Texts of a length in code points, as JSON Schema counts, made from a valid text where possible. */
function textsOfLength(valid: Json, count: number): string[] {
  const beginning = Array.from(typeof valid === 'string' ? valid : '').slice(0, count);
  if (count > LONG) return [beginning.join('').padEnd(count)];
  const isKept = count > beginning.length && count >= 3;
  return FILLINGS.map((filling) =>
    isKept ? beginning.join('') + filling.repeat(count - beginning.length) : filling.repeat(count),
  );
}

const ofLength = ({ valid, bodyLimit }: Ground, bound: number) =>
  around(bound).flatMap((count) =>
    textsOfLength(valid, count)
      .filter((text) => Buffer.byteLength(text) < bodyLimit)
      .map((text) => ({ label: `${count} characters, the last ${lastOf(text)}`, value: text })),
  );

/** JSON texts of a size, filled inside of the last string. */
function ofBytes({ valid }: Ground, bound: number): Candidate[] {
  const text = String(valid);
  const close = text.lastIndexOf('"');
  return ['é', '😀'].flatMap((filling) =>
    around(bound).map((bytes) => {
      const missing = Math.max(0, bytes - Buffer.byteLength(text));
      const size = Buffer.byteLength(filling);
      const inside = filling.repeat(Math.floor(missing / size));
      const value = text.slice(0, close) + inside + text.slice(close) + ' '.repeat(missing % size);
      return { label: `${bytes} bytes, most of them of ${lastOf(filling)}`, value };
    }),
  );
}

/** Lists of equal items. The caller restores rules about items that differ. */
const ofCount = ({ valid, others }: Ground, bound: number) =>
  around(bound).map((count) => {
    const item = itemsOf(valid).at(-1) ?? others.flat()[0] ?? 'x';
    return { label: `${count} items`, value: Array.from({ length: count }, () => item) };
  });

/** A value of each JSON type, and values that a careless reader takes for another type. */
function ofTypes({ valid, others, schema }: Ground): Candidate[] {
  const wrapped = typeof valid === 'object' ? [] : [[valid], String(valid)];
  const nullable = [schema.type].flat().includes('null') ? [null] : [];
  return each([...nullable, null, valid, true, 0, 1.5, 'text', '', [], {}, ...wrapped, ...others]);
}

function ofWords({ schema, words, valid }: Ground): Candidate[] {
  const accepted = (schema['enum'] ?? [schema['const']]) as Json[];
  const texts = accepted.filter((word): word is string => typeof word === 'string');
  const few = texts.length > 10 ? texts.slice(0, 5) : texts;
  return each([...accepted, ...few.flatMap(nearTo), ...words, ...otherCodes(texts), null, [valid]]);
}

const MAX_CODES = 1000;

/** Returns every code of the same length and letters: for `AD` and `AE` also `AA`, `DA`, ... */
function otherCodes(words: readonly string[]): string[] {
  const [{ length } = ''] = words;
  const letters = [...new Set(words.join(''))].sort();
  if (words.length < letters.length || words.some((word) => word.length !== length)) return [];
  if (letters.length ** length > MAX_CODES) return [];
  const add = (codes: string[]) => codes.flatMap((code) => letters.map((letter) => code + letter));
  return Array.from({ length }).reduce<string[]>(add, ['']);
}

function ofVariants({ schema, words, valid }: Ground): Candidate[] {
  const { propertyName = '' } = schema.discriminator ?? {};
  const known = variantsOf(schema).map(([name]) => name);
  return [...known, ...known.flatMap(nearTo), ...words].map((word) => ({
    label: `${propertyName} ${shown(word)}`,
    value: withValue(valid, `/${propertyName}`, word),
  }));
}

/** Objects with an unknown property: names that JavaScript objects inherit, and names close to those of the schema. */
function ofUnknownProperties({ schema, valid }: Ground): Candidate[] {
  const { properties = {} } = schema;
  const [known = 'name'] = Object.keys(properties);
  const camelCase = known.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const names = ['unexpected', '__proto__', 'constructor', known.toUpperCase(), camelCase, `${known} `, 'toString'];
  return [...new Set([...names, 'hasOwnProperty', '', 'a/b~c'])]
    .filter((name) => !Object.hasOwn(properties, name))
    .flatMap((name, i) =>
      (i < 2 ? ['text', null, {}] : ['text']).map((value) => ({
        label: `with a member ${shown(name)} that is ${shown(value)}`,
        value: withValue(valid, `/${escaped(name)}`, value),
      })),
    );
}

/** Returns a text in fullwidth characters, which look the same to people. */
const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

/** Lists with entries that stand in a text, or nearly stand there. */
function ofDisjoint({ schema, valid }: Ground): Candidate[] {
  const { items, text } = schema['x-disjoint'] as { items: string; text: string };
  const whole = String(memberOf(valid, text) ?? '');
  const words = whole.split(/\s+/);
  const last = words.at(-1) ?? whole;
  const spellings = [last.toUpperCase(), last.toLowerCase(), wide(last), ` ${last} `, `(${last})`, `${last}.`];
  const parts = [last.slice(0, -1), last.slice(1), `${last}s`, `x${last}`, `${words[0]} ${last}`];
  const pairs = [words.slice(-2).join(' '), words.slice(-2).join('  '), [...words].reverse().join(' ')];
  const entries = [...words, whole, ...pairs, ...spellings, ...parts, 'unrelated'];
  const lists = entries.flatMap((entry) => [[entry], ['unrelated', entry]]);
  return [[], ...lists].map((list) => ({
    label: `${items} ${shown(list)}`,
    value: withValue(valid, `/${items}`, list),
  }));
}

/** Names with each listed word, and names close to the first word of each kind. */
function ofNamingRules({ schema, valid }: Ground, name: string): Candidate[] {
  const rule = (schema['x-naming-rules'] as Record<string, NamingRule>)[name];
  const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart } = rule ?? {};
  // Each word of each list, with the first words of the other lists.
  const eachOf = (lists: readonly (readonly string[])[]) =>
    lists.flatMap((list, i) => list.map((word) => lists.map(([first = ''], j) => (i === j ? word : first))));
  const { after = [], fields = [], beside = [] } = apart ?? {};
  const kinds = [
    words.map((word) => `${valid} ${word}`),
    sequences.flatMap((sequence) => eachOf(sequence).map((phrase) => `${phrase.join(' ')} Example`)),
    abbreviations.map((word) => `${word} Example`),
    [...only, only.slice(0, 4).join(' ')],
    whole,
    eachOf([after, beside, fields]).map(([degree, ...field]) => `${degree} of Examples (${field.join(' ')})`),
  ].filter((texts) => texts.some((text) => text !== ''));
  const near = kinds.flatMap(([first = '']) => [
    ...nearTo(first),
    `Example ${first}`,
    `${first} Example`,
    first.replace(' ', '.  '),
    // An apostrophe before the last letter of the first word, which the rules ignore.
    first.replace(/(\p{L})(\p{L})(?!\p{L})/u, '$1’$2'),
    wide(first),
  ]);
  const capitals = abbreviations.filter((word) => word !== word.toLowerCase()).slice(0, 5);
  const spelt = abbreviations.slice(0, 5).map((word) => `${Array.from(word).join('.')}. Example`);
  return each([...kinds.flat(), ...near, ...capitals.map((word) => `${word.toLowerCase()} Example`), ...spelt]);
}

/** Returns the pointer to the first value at a path in which `*` stands for every item. */
const firstAt = (path: string) => path.replaceAll('/*', '/0');

/** Values in which what must be unique stands twice: at two paths of one set, or in two items of one list. */
function ofUnique({ schema, valid }: Ground, i: number, j: number): Candidate[] {
  const sets = schema['x-unique'] as string[][];
  const path = sets[i]?.[j] ?? '';
  const own = valueAt(valid, firstAt(path));
  if (own === undefined) return [];
  const elsewhere = sets.flatMap((set) =>
    set
      .filter((other) => other !== path && valueAt(valid, firstAt(other)) !== undefined)
      .map((other) => ({ label: `${path} the same as ${other}`, value: withValue(valid, firstAt(other), own) })),
  );
  const twice = [...path.matchAll(/\/\*/g)].flatMap(({ index }) => {
    const list = firstAt(path.slice(0, index));
    const items = valueAt(valid, list) as Json[];
    const rest = path.slice(index + 2);
    const whole = { label: `an item of ${list} twice`, value: withValue(valid, list, [...items, items[0]]) };
    if (typeof own !== 'string' || rest.includes('*')) return [whole];
    const spellings: [string, string][] = [
      ['', own],
      [', but for letter case', own.toUpperCase()],
      [', but for letter case', own.toLowerCase()],
      [', but for a blank', `${own} `],
    ];
    const again = spellings
      .filter(([, text], n) => n === 0 || text !== own)
      .map(([but, text]) => ({
        label: `${path} twice in ${list}${but}`,
        value: withValue(valid, list, [...items, withValue(items[0], rest, text)]),
      }));
    return [...again, whole];
  });
  return [...elsewhere, ...twice];
}

const ofUrls = ({ valid }: Ground, hosts: readonly string[]) =>
  hosts.map((host) => ({ label: `host ${shown(host)}`, value: withHost(String(valid), host) }));

type MakeCandidates = (ground: Ground, bound: number, rest: readonly string[]) => Candidate[];

const BY_KEYWORD: Readonly<Record<string, MakeCandidates>> = {
  type: ofTypes,
  const: ofWords,
  enum: ofWords,
  required: ({ valid }, _, rest) => {
    const name = rest.join('/');
    return [{ label: `without ${name}`, value: withValue(valid, `/${name}`, undefined) }];
  },
  additionalProperties: ofUnknownProperties,
  minLength: ofLength,
  maxLength: ofLength,
  minItems: ofCount,
  maxItems: ofCount,
  uniqueItems: ({ valid }) => {
    const item = itemsOf(valid)[0] ?? 'x';
    return each([valid, [item, item]]);
  },
  minProperties: ({ valid }) => each([valid, {}]),
  minimum: (_, bound) => each([bound, bound - 1, bound + 1, bound + 0.5, bound - 0.5, -bound, bound * 10]),
  maximum: (_, bound) => each([bound, bound - 1, bound + 1, bound + 0.5, bound - 0.5, -bound, bound * 10]),
  pattern: ({ schema, valid }) =>
    each([...(typeof valid === 'string' ? nearTo(valid) : []), ...textsAround(String(schema['pattern']))]),
  not: (ground) => {
    const { pattern } = ground.schema['not'] as { pattern?: string };
    return pattern === undefined ? ofTypes(ground) : each(textsAround(pattern));
  },
  discriminator: ofVariants,
  format: ({ schema, valid }) => each(textsOfFormat(String(schema['format']), String(valid))),
  'x-well-formed': ({ valid }) => each(['\ud800', '\udfff', `${valid}\udbff`, '\ude00\ud83d', '\ud83d\ude00']),
  contentMediaType: () => each(JSON_TEXTS),
  'x-max-bytes': ofBytes,
  'x-registered-domain': (ground) =>
    ofUrls(ground, [
      ...ground.registeredDomains.filter((domain) => domain !== '*').flatMap(hostsNear),
      ...PUBLIC_HOSTS,
      ...INVALID_HOSTS,
    ]),
  'x-public-address': (ground) => ofUrls(ground, [...SPECIAL_HOSTS, ...INVALID_HOSTS, ...PUBLIC_HOSTS]),
  'x-https': ({ valid }) =>
    ['https', 'HTTPS', 'http', 'HTTP'].map((scheme) => ({
      label: `scheme ${scheme}`,
      value: withScheme(String(valid), scheme),
    })),
  'x-required-scope': ({ schema, valid }) => {
    const scope = String(schema['x-required-scope']);
    return [valid, []].map((value) => ({
      label: `${shown(value)} without the scope ${scope}`,
      value,
      withoutScope: scope,
    }));
  },
  'x-disjoint': ofDisjoint,
  'x-naming-rules': (ground, _, rest) => ofNamingRules(ground, rest.join('/')),
  'x-unique': (ground, _, [set, path]) => ofUnique(ground, Number(set), Number(path)),
};

/** Returns values near the edge of a keyword (`maxLength`, `required/full_name`), on both sides. */
export function candidatesOf(keyword: string, ground: Ground): Candidate[] {
  const [name = '', ...rest] = keyword.split('/');
  return BY_KEYWORD[name]?.(ground, Number(ground.schema[name]), rest) ?? [];
}

/**
 * Returns values for each outcome of the `if` of a schema, with its `then` or `else` kept and broken: all combinations
 * of values of the properties that they name. `valuesOf` returns more values of a property than the examples have.
 */
export function candidatesOfCondition(
  { schema, valid, others }: Ground,
  valuesOf: (name: string) => readonly Json[],
): Candidate[] {
  const branches = [schema['if'], schema['then'], schema['else']].filter((one) => one !== undefined) as Schema[];
  const names = branches.flatMap((one) => [...(one.required ?? []), ...Object.keys(one.properties ?? {})]);
  const combinations = [...new Set(names)].reduce<Record<string, Json>[]>(
    (all, name) =>
      all.flatMap((given) => {
        const seen = others.map((other) => memberOf(other, name));
        const constants = branches.map((one) => one.properties?.[name]?.['const']);
        const values = [undefined, null, memberOf(valid, name), ...constants, ...seen, ...valuesOf(name)];
        const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
        return [...distinct.values()].slice(0, 8).map((value) => ({ ...given, [name]: value }));
      }),
    [{}],
  );
  return combinations.map((combination) => {
    const entries = Object.entries(combination);
    return {
      label: entries.map(([name, value]) => `${name} ${shown(value)}`).join(', '),
      value: entries.reduce((whole, [name, value]) => withValue(whole, `/${name}`, value), valid),
    };
  });
}
