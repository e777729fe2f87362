import { type Schema, variantsOf } from '../../../generate/contract.ts';
import { itemsOf, type Json, memberOf, valueAt, withValue } from '../../json.ts';
import type { NamingRule } from '../../judge/rules/names.ts';
import { hostsNear, NO_HOSTS, PUBLIC_HOSTS, SPECIAL_HOSTS, withHost, withScheme } from './hosts.ts';
import { textsAround } from './regular-expression.ts';
import { JSON_TEXTS, nearTo, textsOfFormat } from './texts.ts';

/** A value to try where a schema stands; whether a keyword accepts it is for the validator to say. */
export interface Candidate {
  /** What is tried, in words. */
  label: string;
  /** Undefined: nothing stands there. */
  value: Json;
  /** The scope that the token is without. */
  withoutScope?: string;
}

/** What a candidate may be made of. */
export interface Ground {
  schema: Schema;
  /** A valid value of the schema. */
  valid: Json;
  /** Other valid values of it. */
  others: readonly Json[];
  /** Every word that the contract lists somewhere. */
  words: readonly string[];
  registeredDomains: readonly string[];
  /** Bytes that a body may have. */
  bodyLimit: number;
}

/** As it stands in the name of a case: visible ASCII on one line, not long. */
export function shown(value: Json): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  const isLong = text.length > 90;
  if (typeof value === 'string' && isLong) return `${Array.from(value).length} characters`;
  if (Array.isArray(value) && isLong) return `${value.length} items`;
  if (isLong) return 'a larger object';
  return text.replace(/[^ -~]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
}

const each = (values: readonly Json[]): Candidate[] => values.map((value) => ({ label: shown(value), value }));
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** A character of 1, of 2 and of 4 bytes in UTF-8; the last one has 2 UTF-16 code units. */
const FILLINGS = ['x', 'é', '😀', ' '];

/** Of longer texts one of each length will do. */
const LONG = 10_000;

/** Texts of exactly this many characters (code points, as in JSON Schema), made from a valid one where possible. */
function textsOfLength(valid: Json, count: number): string[] {
  const beginning = Array.from(typeof valid === 'string' ? valid : '').slice(0, count);
  if (count > LONG) return [beginning.join('').padEnd(count)];
  const grown = FILLINGS.map((filling) => beginning.join('') + filling.repeat(count - beginning.length));
  return count < beginning.length || count < 3 ? FILLINGS.map((filling) => filling.repeat(count)) : grown;
}

const ofLength = ({ valid, bodyLimit }: Ground, bound: number): Candidate[] =>
  [bound, bound - 1, bound + 1]
    .filter((count) => count >= 0)
    .flatMap((count) =>
      textsOfLength(valid, count)
        .filter((text) => Buffer.byteLength(text) < bodyLimit)
        .map((text) => ({ label: `${count} characters, the last ${lastOf(text)}`, value: text })),
    );

/** Whole words only: half of a pair of surrogates says nothing of the pair. */
const lastOf = (text: string) => shown(text.match(/.$/su)?.[0] ?? '');

function ofBytes({ valid }: Ground, bound: number): Candidate[] {
  const beginning = typeof valid === 'string' ? valid : '';
  const close = beginning.lastIndexOf('"');
  return ['é', '😀'].flatMap((filling) =>
    [bound - 1, bound, bound + 1].map((bytes) => {
      const room = bytes - Buffer.byteLength(beginning);
      const size = Buffer.byteLength(filling);
      const inside = filling.repeat(Math.max(0, Math.floor(room / size)));
      const text = beginning.slice(0, close) + inside + beginning.slice(close) + ' '.repeat(Math.max(0, room % size));
      return { label: `${bytes} bytes, most of them of ${lastOf(filling)}`, value: text };
    }),
  );
}

/** Lists of so many items; the rules about items that differ are for the caller to restore. */
const ofCount = ({ valid, others }: Ground, bound: number): Candidate[] =>
  [bound, bound - 1, bound + 1]
    .filter((count) => count >= 0)
    .map((count) => {
      const item = itemsOf(valid).at(-1) ?? others.flat()[0] ?? 'x';
      return { label: `${count} items`, value: times(count, () => item) };
    });

/** One value of each type that JSON has, and of each kind of it that may be taken for another type. */
function ofTypes({ valid, others, schema }: Ground): Candidate[] {
  const wrapped = typeof valid === 'object' ? [] : [[valid], String(valid)];
  const nullable = [schema.type].flat().includes('null') ? [null] : [];
  return each([...nullable, null, valid, true, 0, 1.5, 'text', '', [], {}, ...wrapped, ...others]);
}

function ofWords({ schema, words, valid }: Ground): Candidate[] {
  const accepted = (schema['enum'] ?? [schema['const']]) as Json[];
  const texts = accepted.filter((word): word is string => typeof word === 'string');
  const few = texts.length > 10 ? texts.slice(0, 5) : texts;
  return each([...accepted, ...few.flatMap(nearTo), ...words, ...wordsOfOneKind(texts), null, [valid]]);
}

function ofVariants({ schema, words, valid }: Ground): Candidate[] {
  const { propertyName = '' } = schema.discriminator ?? {};
  const known = variantsOf(schema).map(([name]) => name);
  return [...known, ...known.flatMap(nearTo), ...words].map((word) => ({
    label: `${propertyName} ${shown(word)}`,
    value: withValue(valid, `/${propertyName}`, word),
  }));
}

const MOST_OF_ONE_KIND = 1000;

/** Of a list of codes all of one length, every other code of that length: `AA` beside `AD`. */
function wordsOfOneKind(words: readonly string[]): string[] {
  const [{ length } = ''] = words;
  const letters = [...new Set(words.join(''))].sort();
  if (words.length < letters.length || words.some((word) => word.length !== length)) return [];
  if (letters.length ** length > MOST_OF_ONE_KIND) return [];
  return times(length, () => letters).reduce<string[]>(
    (codes, more) => codes.flatMap((code) => more.map((letter) => code + letter)),
    [''],
  );
}

/** Names that JavaScript objects inherit, and names close to those of the schema. */
function ofStrangers({ schema, valid }: Ground): Candidate[] {
  const [known = 'name'] = Object.keys(schema.properties ?? {});
  const names = [
    'unexpected',
    '__proto__',
    'constructor',
    known.toUpperCase(),
    known.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    `${known} `,
    'toString',
    'hasOwnProperty',
    '',
    'a/b~c',
  ].filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  const having = (name: string, value: Json) =>
    withValue(valid, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value);
  return [...new Set(names)].flatMap((name, i) =>
    (i < 2 ? ['text', null, {}] : ['text']).map((value) => ({
      label: `with a member ${shown(name)} that is ${shown(value)}`,
      value: having(name, value),
    })),
  );
}

const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

function ofContained({ schema, valid }: Ground): Candidate[] {
  const { items, text } = schema['x-disjoint'] as { items: string; text: string };
  const whole = String(memberOf(valid, text) ?? '');
  const words = whole.split(/\s+/);
  const last = words.at(-1) ?? whole;
  const entries = [
    ...words,
    whole,
    words.slice(-2).join(' '),
    words.slice(-2).join('  '),
    last.toUpperCase(),
    last.toLowerCase(),
    wide(last),
    ` ${last} `,
    `(${last})`,
    `${last}.`,
    last.slice(0, -1),
    last.slice(1),
    `${last}s`,
    `x${last}`,
    `${words[0]} ${last}`,
    [...words].reverse().join(' '),
    'unrelated',
  ];
  const lists = entries.flatMap((entry) => [[entry], ['unrelated', entry]]);
  return [[], ...lists].map((list) => ({
    label: `${items} ${shown(list)}`,
    value: withValue(valid, `/${items}`, list),
  }));
}

/** Each listed word where it is refused, so that none may be missing, and texts near to the first of each kind. */
function ofRefusals({ schema, valid }: Ground, name: string): Candidate[] {
  const rule = (schema['x-naming-rules'] as Record<string, NamingRule>)[name];
  const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart } = rule ?? {};
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
    // An apostrophe before the last letter of the first word, which does not count.
    first.replace(/(\p{L})(\p{L})(?!\p{L})/u, '$1’$2'),
    wide(first),
  ]);
  const capitals = abbreviations.filter((word) => word !== word.toLowerCase()).slice(0, 5);
  const spelt = abbreviations.slice(0, 5).map((word) => `${Array.from(word).join('.')}. Example`);
  return each([...kinds.flat(), ...near, ...capitals.map((word) => `${word.toLowerCase()} Example`), ...spelt]);
}

/** Where the first value of a path of member names stands; `*` stands for the first item. */
const firstAt = (path: string) => path.replaceAll('/*', '/0');

function ofDuplicates({ schema, valid }: Ground, i: number, j: number): Candidate[] {
  const sets = schema['x-unique'] as string[][];
  const path = sets[i]?.[j] ?? '';
  const at = firstAt(path);
  const own = valueAt(valid, at);
  if (own === undefined) return [];
  const copied = [...path.matchAll(/\/\*/g)].map(({ index }) => {
    const list = firstAt(path.slice(0, index));
    const items = valueAt(valid, list) as Json[];
    const rest = path.slice(index + 2);
    return { list, items, rest };
  });
  return [
    ...sets.flatMap((set) =>
      set
        .filter((other) => other !== path && valueAt(valid, firstAt(other)) !== undefined)
        .map((other) => ({
          label: `${path} the same as ${other}`,
          value: withValue(valid, firstAt(other), own),
        })),
    ),
    ...copied.flatMap(({ list, items, rest }) => {
      const again = (value: Json) =>
        withValue(valid, list, [...items, ...(rest.includes('*') ? [] : [withValue(items[0], rest, value)])]);
      const whole = {
        label: `an item of ${list} twice`,
        value: withValue(valid, list, [...items, items[0]]),
      };
      const same = typeof own === 'string' && !rest.includes('*');
      return same
        ? [
            { label: `${path} twice in ${list}`, value: again(own) },
            ...[own.toUpperCase(), own.toLowerCase(), `${own} `]
              .filter((text) => text !== own)
              .map((text) => ({
                label: `${path} twice in ${list}, but for ${text === `${own} ` ? 'a blank' : 'letter case'}`,
                value: again(text),
              })),
            whole,
          ]
        : [whole];
    }),
  ];
}

const ofUrls = ({ valid }: Ground, hosts: readonly string[]): Candidate[] =>
  hosts.map((host) => ({ label: `host ${shown(host)}`, value: withHost(String(valid), host) }));

/**
 * Values near the edge of a keyword (`maxLength`, `required/full_name`): on both sides, and on the edge if it has
 * one.
 */
export function candidatesOf(keyword: string, ground: Ground): Candidate[] {
  const [name = '', ...rest] = keyword.split('/');
  const { schema, valid } = ground;
  const bound = Number(schema[name]);
  switch (name) {
    case 'type':
      return ofTypes(ground);
    case 'const':
    case 'enum':
      return ofWords(ground);
    case 'required':
      return [{ label: `without ${rest.join('/')}`, value: withValue(valid, `/${rest.join('/')}`, undefined) }];
    case 'additionalProperties':
      return ofStrangers(ground);
    case 'minLength':
    case 'maxLength':
      return ofLength(ground, bound);
    case 'minItems':
    case 'maxItems':
      return ofCount(ground, bound);
    case 'uniqueItems':
      return each([valid, times(2, () => itemsOf(valid)[0] ?? 'x')]);
    case 'minProperties':
      return each([valid, {}]);
    case 'minimum':
    case 'maximum':
      return each([bound, bound - 1, bound + 1, bound + 0.5, bound - 0.5, -bound, bound * 10]);
    case 'pattern':
      return each([...(typeof valid === 'string' ? nearTo(valid) : []), ...textsAround(String(schema['pattern']))]);
    case 'not': {
      const { pattern } = schema['not'] as { pattern?: string };
      return pattern === undefined ? ofTypes(ground) : each(textsAround(pattern));
    }
    case 'discriminator':
      return ofVariants(ground);
    case 'format':
      return each(textsOfFormat(String(schema['format']), String(valid)));
    case 'x-well-formed':
      return each(['\ud800', '\udfff', `${valid}\udbff`, '\ude00\ud83d', '\ud83d\ude00']);
    case 'x-json-content':
      return each([...JSON_TEXTS, '']);
    case 'x-max-bytes':
      return ofBytes(ground, bound);
    case 'x-registered-domain':
      return ofUrls(ground, [
        ...ground.registeredDomains.filter((domain) => domain !== '*').flatMap(hostsNear),
        ...PUBLIC_HOSTS,
        ...NO_HOSTS,
      ]);
    case 'x-public-address':
      return ofUrls(ground, [...SPECIAL_HOSTS, ...NO_HOSTS, ...PUBLIC_HOSTS]);
    case 'x-https':
      return ['https', 'HTTPS', 'http', 'HTTP'].map((scheme) => ({
        label: `scheme ${scheme}`,
        value: withScheme(String(valid), scheme),
      }));
    case 'x-required-scope':
      return [valid, []].map((value) => ({
        label: `${shown(value)} without the scope ${schema[name]}`,
        value,
        withoutScope: String(schema[name]),
      }));
    case 'x-disjoint':
      return ofContained(ground);
    case 'x-naming-rules':
      return ofRefusals(ground, rest.join('/'));
    case 'x-unique':
      return ofDuplicates(ground, Number(rest[0]), Number(rest[1]));
    default:
      return [];
  }
}

/**
 * Values for every outcome of a schema's `if`, with its `then` or `else` kept and broken: all combinations of values
 * of the members that they name.
 */
export function candidatesOfCondition(
  { schema, valid, others }: Ground,
  membersOf: (name: string) => readonly Json[],
): Candidate[] {
  const branches = [schema['if'], schema['then'], schema['else']].filter((one) => one !== undefined) as Schema[];
  const names = [
    ...new Set(branches.flatMap((one) => [...(one.required ?? []), ...Object.keys(one.properties ?? {})])),
  ];
  const mixtures = names.reduce<Record<string, Json>[]>(
    (all, name) =>
      all.flatMap((given) => {
        const seen = others.map((other) => memberOf(other, name));
        const constants = branches.map((one) => one.properties?.[name]?.['const']);
        const values = [undefined, null, memberOf(valid, name), ...constants, ...seen, ...membersOf(name)];
        const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
        return [...distinct.values()].slice(0, 8).map((value) => ({ ...given, [name]: value }));
      }),
    [{}],
  );
  return mixtures.map((mixture) => ({
    label: Object.entries(mixture)
      .map(([name, value]) => `${name} ${shown(value)}`)
      .join(', '),
    value: Object.entries(mixture).reduce((whole, [name, value]) => withValue(whole, `/${name}`, value), valid),
  }));
}
