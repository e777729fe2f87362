import { escaped, itemsOf, type Json, memberOf, valueAt, withValue } from '../../../contract/json.ts';
import { type Contract, type Schema, variantsOf } from '../../../contract/openapi.ts';
import type { ContractIndex } from '../../index/contract-index.ts';
import { sampleOf, textsAround } from '../../index/samples.ts';
import { type Site, sitesOf } from '../../index/schema-sites.ts';
import { remembered } from '../../remembered.ts';
import { CANARY } from '../../target/valid-bodies.ts';
import type { NamingRules, ValueRule } from '../../validators/value-rules.ts';
import { BY_FORMAT, BY_URL_KEYWORD, JSON_TEXTS, nearTo } from './texts.ts';

interface Source {
  contract: Contract;
  schema: Schema;
  valid: Json;
  /** Strings from every `const` and `enum` in the contract. */
  words: readonly string[];
}

/** Returns test values of a schema for one of its keywords. The validator decides which of them are valid. */
type MakeValues = (source: Source, keyword: Json, entry: string) => readonly Json[];

const changed = (value: Json, pointer: string, values: readonly Json[]) =>
  values.map((one) => withValue(value, pointer, one));

/** Maximum length of a test string. Longer strings exceed the body limits of most servers. */
const MAX_LENGTH = 2_000_000;

const around = (bound: Json) =>
  [0, -1, 1].map((more) => Number(bound) + more).filter((count) => count >= 0 && count <= MAX_LENGTH);
/** Characters with 1, 2, and 4 bytes in UTF-8 (the 4-byte character has 2 UTF-16 code units), and a space. */
const FILLINGS = ['x', 'é', '😀', ' '];
/** Length above which the kit tests only one string of each length. */
const LONG = 10_000;

/** Returns strings with lengths (in code points) around a limit. Extends the valid string if possible. */
const ofLength: MakeValues = ({ valid }, bound) => {
  const characters = Array.from(typeof valid === 'string' ? valid : '');
  return around(bound).flatMap((count) => {
    const beginning = count > characters.length && count >= 3 ? characters : [];
    const fillings = count > LONG ? FILLINGS.slice(-1) : FILLINGS;
    return fillings.map((filling) => beginning.join('') + filling.repeat(count - beginning.length));
  });
};

/** Returns JSON texts with sizes (in bytes) around a limit, padded inside the last string. */
const ofBytes: MakeValues = ({ valid }, bound) => {
  const text = String(valid);
  const close = text.lastIndexOf('"');
  return ['é', '😀'].flatMap((filling) =>
    around(bound).map((bytes) => {
      const missing = Math.max(0, bytes - Buffer.byteLength(text));
      const size = Buffer.byteLength(filling);
      const inside = filling.repeat(Math.floor(missing / size));
      return text.slice(0, close) + inside + text.slice(close) + ' '.repeat(missing % size);
    }),
  );
};

const ofCount: MakeValues = ({ valid }, bound) => {
  const item = itemsOf(valid).at(-1) ?? 'x';
  return around(bound).map((count) => Array.from({ length: count }, () => item));
};

const ofNumber: MakeValues = (_, given) => {
  const bound = Number(given);
  return [bound, bound - 1, bound + 1, bound + 0.5, bound - 0.5, -bound, bound * 10];
};

/** Returns a value of each JSON type, and values that a lenient parser converts to a different type. */
const ofTypes: MakeValues = ({ valid }) => {
  // In a query, a list becomes a repeated parameter, of which the server must use the first value.
  const wrapped = typeof valid === 'object' ? [] : [[valid], [valid, 'none'], ['none', valid], String(valid)];
  return [null, valid, true, 0, 1.5, 'text', '', [], {}, ...wrapped];
};

const ofWords: MakeValues = ({ words, valid }, given) => {
  const accepted = [given].flat();
  const texts = accepted.filter((word): word is string => typeof word === 'string');
  const few = texts.length > 10 ? texts.slice(0, 5) : texts;
  return [...accepted, ...few.flatMap(nearTo), ...words, null, [valid]];
};

/** Property names that servers often mishandle: inherited by JavaScript objects, or escaped in a JSON Pointer. */
const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b~c', '\u0000'];

/** Returns objects with an unknown property: one with an odd name, or one with a name similar to a known name. */
const ofUnknownProperties: MakeValues = ({ schema: { properties = {} }, valid }) => {
  const [known = 'name'] = Object.keys(properties);
  const camelCase = known.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const names = ['unexpected', ...ODD_NAMES, known.toUpperCase(), camelCase, `${known} `];
  return [...new Set(names)]
    .filter((name) => !Object.hasOwn(properties, name))
    .flatMap((name, i) => changed(valid, `/${escaped(name)}`, i < 2 ? ['text', null, {}] : ['text']));
};

const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

/** Returns lists whose entries occur in a text property of the same object, exactly or with a small difference. */
const ofDisjoint: MakeValues = ({ valid }, given) => {
  const { items, text } = given as { items: string; text: string };
  const whole = String(memberOf(valid, text) ?? '');
  const words = whole.split(/\s+/);
  const last = words.at(-1) ?? whole;
  const spellings = [last.toUpperCase(), last.toLowerCase(), wide(last), ` ${last} `, `(${last})`, `${last}.`];
  const parts = [last.slice(0, -1), last.slice(1), `${last}s`, `x${last}`, `${words[0]} ${last}`];
  const pairs = [words.slice(-2).join(' '), words.slice(-2).join('  '), [...words].reverse().join(' ')];
  const entries = [...words, whole, ...pairs, ...spellings, ...parts, 'unrelated'];
  return changed(valid, `/${items}`, [[], ...entries.flatMap((entry) => [[entry], ['unrelated', entry]])]);
};

/** Returns names that contain a word of a rule, and names with small changes to the first word of each list. */
const ofNamingRules: MakeValues = ({ valid }, given, name) => {
  const { [name]: rule = {} } = given as NamingRules;
  const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart = [] } = rule;
  const patterns = [rule.pattern, rule.notPattern].filter((source) => source !== undefined);
  // Combines each word in each list with the first words of the other lists.
  const eachOf = (lists: readonly (readonly string[])[]) =>
    lists.flatMap((list, i) => list.map((word) => lists.map(([first = ''], j) => (i === j ? word : first))));
  const kinds = [
    words.map((word) => `${valid} ${word}`),
    sequences.flatMap((sequence) => eachOf(sequence).map((phrase) => `${phrase.join(' ')} Example`)),
    abbreviations.map((word) => `${word} Example`),
    [...only, only.slice(0, 4).join(' ')],
    // An empty entry matches a name without letters and digits.
    whole.map((text) => text || '---'),
    apart.map((word, i) => `Examples${[' (', ': ', ' – '][i % 3]}${apart[0]} ${word}`),
    patterns.flatMap(textsAround),
  ].filter((texts) => texts.some((text) => text !== ''));
  const near = kinds.flatMap(([first = '']) => [
    ...nearTo(first),
    `Example ${first}`,
    `${first} Example`,
    first.replace(' ', '.  '),
    // Inserts an apostrophe before the last letter of the first word, because the rules ignore apostrophes.
    first.replace(/(\p{L})(\p{L})(?!\p{L})/u, '$1’$2'),
    wide(first),
  ]);
  const capitals = abbreviations.filter((word) => word !== word.toLowerCase()).slice(0, 5);
  const spelt = abbreviations.slice(0, 5).map((word) => `${Array.from(word).join('.')}. Example`);
  return [...kinds.flat(), ...near, ...capitals.map((word) => `${word.toLowerCase()} Example`), ...spelt];
};

/** Returns the pointer to the first value that a path matches. In the path, `*` matches every item of a list. */
const firstAt = (path: string) => path.replaceAll('/*', '/0');

/** Returns objects that repeat a value that must be unique: at two paths in `given`, or in two items of a list. */
const ofUnique: MakeValues = ({ valid }, given, entry) => {
  const sets = given as string[][];
  const [i = 0, j = 0] = entry.split('/').map(Number);
  const path = sets[i]?.[j] ?? '';
  const own = valueAt(valid, firstAt(path));
  if (own === undefined) return [];
  const elsewhere = sets
    .flat()
    .filter((other) => other !== path && valueAt(valid, firstAt(other)) !== undefined)
    .flatMap((other) => changed(valid, firstAt(other), [own]));
  const twice = [...path.matchAll(/\/\*/g)].flatMap(({ index }) => {
    const list = firstAt(path.slice(0, index));
    const items = itemsOf(valueAt(valid, list));
    const rest = path.slice(index + 2);
    const spellings = typeof own === 'string' && !rest.includes('*') ? nearlySame(own) : [];
    const copies = [items[0], ...spellings.map((text) => withValue(items[0], rest, text))];
    return copies.map((copy) => withValue(valid, list, [...items, copy]));
  });
  return [...elsewhere, ...twice];
};

const nearlySame = (text: string) => [...new Set([text, text.toUpperCase(), text.toLowerCase(), `${text} `])];
/** Returns values that match `if` and values that do not, each with and without a violation of `then` or `else`. */
const ofCondition: MakeValues = ({ contract, schema, valid }) => {
  const branches = [schema['if'], schema['then'], schema['else']].filter((one) => one !== undefined) as Schema[];
  const names = branches.flatMap((one) => [...(one.required ?? []), ...Object.keys(one.properties ?? {})]);
  const valuesOf = (name: string) => {
    const constants = branches.map((one) => one.properties?.[name]?.['const']);
    const sample = sampleOf(contract, schema.properties?.[name]);
    return new Set([undefined, null, ...constants, memberOf(valid, name), sample]);
  };
  let values = [valid];
  for (const name of new Set(names)) values = values.flatMap((one) => changed(one, `/${name}`, [...valuesOf(name)]));
  return values;
};

const ofOptionalProperties: MakeValues = ({ schema: { properties = {}, required = [] }, valid }) =>
  Object.keys(properties)
    .filter((name) => !required.includes(name))
    .flatMap((name) => changed(valid, `/${name}`, [undefined]));

/** Returns objects that just match a rule of `x-value-warnings`, and objects that just do not. */
const ofValueWarnings: MakeValues = ({ valid }, given, index) => {
  const { property = '', falseWith, before, yearsAhead = 0 } = (given as ValueRule[])[Number(index)] ?? {};
  const having = (value: Json, beside: object = {}): Json => ({ ...(valid as object), ...beside, [property]: value });
  if (falseWith !== undefined)
    return [having(false, { [falseWith]: ['Example'] }), having(false, { [falseWith]: [] }), having(true)];
  if (before !== undefined)
    return ['2020-01-31', '2020-02-01', '2020-10-01'].map((date) => having(date, { [before]: '2020-02-01' }));
  const years = [0, 1].map((more) => String(new Date().getUTCFullYear() + yearsAhead + more));
  return years.flatMap((year) => [having(year), having(`${year}-01-01`), having(`${year}-12-31`)]);
};

const BY_KEYWORD: Readonly<Record<string, MakeValues>> = {
  type: ofTypes,
  const: ofWords,
  enum: ofWords,
  required: ({ valid }, _, name) => changed(valid, `/${name}`, [undefined]),
  properties: ofOptionalProperties,
  additionalProperties: ofUnknownProperties,
  if: ofCondition,
  minLength: ofLength,
  maxLength: ofLength,
  minItems: ofCount,
  maxItems: ofCount,
  uniqueItems: ({ valid }) => {
    const item = itemsOf(valid)[0] ?? 'x';
    return [valid, [item, item]];
  },
  minProperties: ({ valid }) => [valid, {}],
  minimum: ofNumber,
  maximum: ofNumber,
  pattern: ({ valid }, pattern) => [...nearTo(String(valid)), ...textsAround(String(pattern))],
  not: (source, given) => {
    const { pattern } = given as { pattern?: string };
    return pattern === undefined ? ofTypes(source, given, '') : textsAround(pattern);
  },
  discriminator: ({ schema, valid, words }) => {
    const known = variantsOf(schema).map(([name]) => name);
    const values = [...known, ...known.flatMap(nearTo), ...words];
    return changed(valid, `/${schema.discriminator?.propertyName}`, values);
  },
  format: ({ valid }, format) => [...(BY_FORMAT[String(format)]?.(String(valid)) ?? []), ...nearTo(String(valid))],
  'x-well-formed': ({ valid }) => ['\ud800', '\udfff', `${valid}\udbff`, '\ude00\ud83d', '\ud83d\ude00'],
  contentMediaType: () => JSON_TEXTS,
  'x-max-bytes': ofBytes,
  'x-required-scope': ({ valid }) => [valid, []],
  'x-disjoint': ofDisjoint,
  'x-naming-rules': ofNamingRules,
  'x-naming-warnings': ofNamingRules,
  'x-value-warnings': ofValueWarnings,
  'x-unique': ofUnique,
};

const wordsOf = remembered((contract: ContractIndex) => {
  const sites = contract.operationIds.flatMap((id) => sitesOf(contract, id));
  const words = sites.flatMap(({ schema }) => [schema['const'], schema['enum']].flat());
  return [...new Set(words.filter((word): word is string => typeof word === 'string' && word.length > 2))];
});

/** Returns values just inside and just outside the limit of a keyword (such as `maxLength` or `required/full_name`). */
export function testValues(
  contract: ContractIndex,
  { schema }: Site,
  keyword: string,
  valid: Json,
  registeredDomains: readonly string[],
): readonly Json[] {
  const [name = '', ...entry] = keyword.split('/');
  const source = { contract: contract.document, schema, valid, words: wordsOf(contract) };
  const urls = BY_URL_KEYWORD[name]?.(String(valid), schema[name], registeredDomains);
  const values = urls ?? BY_KEYWORD[name]?.(source, schema[name], entry.join('/')) ?? [];
  // Most strings must not contain a line break. The response must not repeat the rejected value.
  return typeof valid === 'string' ? [`${CANARY}\n`, ...values] : values;
}
