import { escaped, itemsOf, type Json, memberOf, namesOf, valueAt, withValue } from '../../contract/json.ts';
import { type Contract, type Schema, variantsOf } from '../../contract/openapi.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { sampleOf, textsAround } from '../index/samples.ts';
import { type Site, sitesOf } from '../index/schema-sites.ts';
import { remembered } from '../remembered.ts';
import { CANARY } from '../target/valid-bodies.ts';
import { withHost } from '../validators/hosts.ts';
import type { NamingRules, ValueRule } from '../validators/value-rules.ts';

const withHosts = (url: string, hosts: readonly string[]) => hosts.map((host) => withHost(url, host));
const withPorts = (url: string, ports: readonly Json[]) =>
  ports.map((port) => url.replace(/^([a-z]+:\/\/[^/?#:]*)[^/?#]*/i, `$1:${port}`));
const words = (text: string) => text.trim().split(/\s+/);

/** Special-purpose addresses (RFC 6890) and internal cloud addresses, without loopback, which can be permitted. */
const SPECIAL_HOSTS = words(`
  0.0.0.0 0 10.0.0.1 10.255.255.255 10.0.0.1:8443 100.64.0.1 100.127.255.255 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.1 192.0.2.1 192.168.0.1 192.31.196.1 192.52.193.1 192.88.99.1 192.175.48.1 198.18.0.1
  198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 167772161 0xA9FEA9FE 012.0.0.1 10.1 %31%30.0.0.1
  [::] [::10.0.0.1] [::ffff:0:8.8.8.8] [100::1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe]
  [2002:a00:1::] [2001::1] [2001:db8::1] [2620:4f:8000::1] [3fff::1] [4000::1] [5f00::1] [fc00::1] [fd00:ec2::254]
  [fe80::1] [ff02::1] 168.63.129.16 161.26.0.1 166.8.0.1 199.36.153.4 [2600:2d00:2:1000::1]
`);

const INVALID_HOSTS = words('1.2.3.256 0x100000000 1.2.3.4.5 a%00b a%20b example.com:65536');

/** Ports around the valid range (RFC 6335, section 6), and a port in an unusual notation. */
const PORTS = words('0 0443 65535 65536');

/** Public addresses, some of which are next to a special range, and names that only look like special names. */
const PUBLIC_HOSTS = words(
  '8.8.8.8 172.32.0.1 199.36.153.12 [2607:f8b0::1] localhost.example 127.0.0.1.example xn--bcher-kva.example',
);

/** Returns hosts that a careless comparison could confuse with a domain, and the domain in other notations. */
const hostsNear = (domain: string): string[] =>
  words(`
    ${domain} ${domain.toUpperCase()} ${domain}. ${domain}:8443 ${domain}.example ${domain}x
    sub.${domain} x${domain} x-${domain} ${domain.slice(1)} ${domain.slice(domain.indexOf('.') + 1)}
    ${domain.replaceAll('.', '-')} unregistered.example
  `);

/** Returns strings that a careless comparison could confuse with `text`: in another case, shortened, or extended. */
function nearTo(text: string): string[] {
  const characters = Array.from(text);
  const places = [0, Math.floor(characters.length / 2), -1];
  return [
    '',
    text.toUpperCase(),
    text.toLowerCase(),
    text.charAt(0).toUpperCase() + text.slice(1),
    ...[' ', 'x'].map((before) => before + text),
    ...[' ', '\n', 'x', '\u0000'].map((after) => text + after),
    text.replaceAll('_', '-'),
    text.replaceAll('_', ''),
    ...places.map((place) => characters.toSpliced(place, 1).join('')),
  ];
}

const BY_FORMAT: Readonly<Record<string, (valid: string) => readonly string[]>> = {
  date: () => [
    ...Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap((month) =>
      ['01', '30', '31', '32'].map((day) => `2024-${month}-${day}`),
    ),
    ...words('2024-02-29 2023-02-29 2000-02-29 1900-02-29 2023-02-28 2024-02-30 2024-00-10 2024-13-01 2024-01-00'),
    ...words('0001-01-01 9999-12-31 2024-1-1 2024-01-1 24-01-01 12024-01-01 -2024-01-01 +2024-01-01 2024-01 2024'),
    ...words('20240101 2024/01/01 01-02-2024 2024-01-01T00:00:00Z 2024-01-01Z 2024-001 2024-W01-1 ٢٠٢٤-٠١-٠١'),
    '1 January 2024',
  ],
  uuid: (valid) => [
    ...[valid.replaceAll('-', ''), valid.replace('-', ''), `{${valid}}`, `urn:uuid:${valid}`, `g${valid.slice(1)}`],
    ...words('00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff not-a-uuid 1'),
  ],
  uri: (valid) => {
    const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(valid)?.[0] ?? valid;
    const [scheme = '', rest = ''] = valid.split('://');
    const malformed = [`//${rest}`, rest, `${scheme}:/${rest}`, `${scheme}:${rest}`, ...words('/relative ?a=b null')];
    return [...URI_PARTS.map((part) => origin + part), ...malformed];
  },
};

/** Text after the host of a URI, with characters that RFC 3986 (section 2) permits and characters that it does not. */
const URI_PARTS = [
  ...['', '/a b', '/é', '/\n', '/\t', '/\u0000', '/\u007f', '/\ud800'],
  ...words("/ ?a=b /a%20b /a;b,c=d!$&'()*+~_.:@- :8443/a :/a //a /a?b?c=/d /%zz /% /%4 /<a> /{a} /a|b /a^b /a`b"),
  ...words('/a\\b /[a] /?a[]=1 /#a # /#a#b'),
];

const JSON_TEXTS = [
  ...['', ' {}', '{}\n', '\ufeff{}', ' '],
  ...words('{} {"a":1} {"a":{"b":[null]}} {"a":1,"a":2} [] [{}] null true 1 "text" "{}"'),
  ...words(`{ {}} {}{} {a:1} {'a':1} {"a":1,} {"a":undefined} {"a":NaN} /**/{} text`),
];

interface Source {
  contract: Contract;
  schema: Schema;
  valid: Json;
  /** The valid value as a string. */
  text: string;
  domains: readonly string[];
  /** Strings from each `const` and `enum` in the contract whose property has the same name. */
  words: readonly string[];
}

/** Returns test values of a schema for one of its keywords. The validator decides which of them are valid. */
type MakeValues = (source: Source, keyword: Json, entry: string) => readonly Json[];

const changed = (value: Json, pointer: string, values: readonly Json[]) =>
  values.map((one) => withValue(value, pointer, one));

/** Returns numbers around a bound. Omits long lengths, which exceed the body limits of most servers. */
const around = (bound: Json) =>
  [0, -1, 1].map((more) => Number(bound) + more).filter((count) => count >= 0 && count <= 2_000_000);
/** Characters with 1, 2, and 4 bytes in UTF-8 (the 4-byte character has 2 UTF-16 code units), and a space. */
const FILLINGS = ['x', 'é', '😀', ' '];

/** Returns strings with lengths (in code points) around a limit. Extends the valid string if possible. */
const ofLength: MakeValues = ({ valid }, bound) => {
  const characters = Array.from(typeof valid === 'string' ? valid : '');
  return around(bound).flatMap((count) => {
    const beginning = count > characters.length && count >= 3 ? characters : [];
    // Tests only one string of each long length.
    const fillings = count > 10_000 ? FILLINGS.slice(-1) : FILLINGS;
    return fillings.map((filling) => beginning.join('') + filling.repeat(count - beginning.length));
  });
};

const ofCount: MakeValues = ({ valid }, bound) =>
  around(bound).map((count) => new Array(count).fill(itemsOf(valid).at(-1) ?? 'x'));

const ofNumber: MakeValues = (_, given) => {
  const bound = Number(given);
  return [bound, bound - 1, bound + 1, bound + 0.5, bound - 0.5, -bound, bound * 10];
};

/** Returns a value of each JSON type, and values that a lenient parser converts to a different type. */
const ofTypes: MakeValues = ({ valid }) => {
  // In a query, a list is sent as a repeated parameter, and the server must use the first value.
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

const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

/** Returns names that match a naming rule, and names that differ slightly from a matching name. */
const ofNamingRules: MakeValues = ({ valid }, given, name) => {
  const { [name]: rule = {} } = given as NamingRules;
  const { words = [], sequences = [], abbreviations = [], only = [], whole = [], apart = [] } = rule;
  // Varies one list at a time: combines each of its words with the first word of every other list.
  const eachOf = (lists: readonly (readonly string[])[]) =>
    lists.flatMap((list, i) => list.map((word) => lists.map(([first = '']) => first).with(i, word)));
  const kinds = [
    words.map((word) => `${valid} ${word}`),
    sequences.flatMap((sequence) => eachOf(sequence).map((phrase) => `${phrase.join(' ')} Example`)),
    abbreviations.map((word) => `${word} Example`),
    [...only, only.slice(0, 4).join(' ')],
    // The rule compares only letters and digits, so its empty entry stands for a name such as `---`.
    whole.map((text) => text || '---'),
    apart.map((word, i) => `Examples${[' (', ': ', ' – '][i % 3]}${apart[0]} ${word}`),
    textsAround(rule.pattern ?? rule.notPattern ?? ''),
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
  const few = abbreviations.slice(0, 5);
  const spellings = few.flatMap((word) => [`${word.toLowerCase()} Example`, `${Array.from(word).join('.')}. Example`]);
  return [...kinds.flat(), ...near, ...spellings];
};

/** Returns the pointer to the first value that a path matches. In the path, `*` matches every item of a list. */
const firstAt = (path: string) => path.replaceAll('/*', '/0');

const BY_KEYWORD: Readonly<Record<string, MakeValues>> = {
  type: ofTypes,
  const: ofWords,
  enum: ofWords,
  required: ({ valid }, _, name) => [withValue(valid, `/${name}`, undefined)],
  properties: ({ schema: { properties = {} }, valid }) =>
    Object.keys(properties).map((name) => withValue(valid, `/${name}`, undefined)),
  /** Returns objects that have one unknown property each, with an unusual name or a name similar to a known one. */
  additionalProperties: ({ schema: { properties = {} }, valid }) => {
    const [known = 'name'] = Object.keys(properties);
    const camelCase = known.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const names = ['unexpected', ...ODD_NAMES, known.toUpperCase(), camelCase, `${known} `];
    return [...new Set(names)]
      .filter((name) => !Object.hasOwn(properties, name))
      .flatMap((name, i) => changed(valid, `/${escaped(name)}`, i < 2 ? ['text', null, {}] : ['text']));
  },
  /** Returns values that match `if` and values that do not, each with and without a violation of `then` or `else`. */
  if: ({ contract, schema, valid }) => {
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
  },
  minLength: ofLength,
  maxLength: ofLength,
  minItems: ofCount,
  maxItems: ofCount,
  uniqueItems: ({ valid }) => [[...itemsOf(valid), ...itemsOf(valid)]],
  minProperties: () => [{}],
  minimum: ofNumber,
  maximum: ofNumber,
  pattern: ({ text }, pattern) => [...nearTo(text), ...textsAround(String(pattern))],
  not: (source, given) => {
    const { pattern } = given as { pattern?: string };
    return pattern === undefined ? ofTypes(source, given, '') : textsAround(pattern);
  },
  discriminator: ({ schema, valid, words }) => {
    const known = variantsOf(schema).map(([name]) => name);
    return changed(valid, `/${schema.discriminator?.propertyName}`, [...known, ...known.flatMap(nearTo), ...words]);
  },
  format: ({ text }, format) => [...(BY_FORMAT[String(format)]?.(text) ?? []), ...nearTo(text)],
  'x-well-formed': ({ valid }) => ['\ud800', '\udfff', `${valid}\udbff`, '\ude00\ud83d', '\ud83d\ude00'],
  contentMediaType: () => JSON_TEXTS,
  /** Returns JSON texts of the maximum size, one byte smaller, and one byte larger. Extends the last string. */
  'x-max-bytes': ({ text }, bound) => {
    const close = text.lastIndexOf('"');
    return around(bound).map((bytes) => {
      const missing = Math.max(0, bytes - Buffer.byteLength(text));
      const inside = 'é'.repeat(Math.floor(missing / Buffer.byteLength('é')));
      return text.slice(0, close) + inside + text.slice(close) + ' '.repeat(missing % Buffer.byteLength('é'));
    });
  },
  'x-required-scope': () => [[]],
  /** Returns objects with a list of words from a text property of the object, unchanged or slightly changed. */
  'x-disjoint': ({ valid }, given) => {
    const { items, text } = given as { items: string; text: string };
    const whole = String(memberOf(valid, text) ?? '');
    const words = whole.split(/\s+/);
    const last = words.at(-1) ?? whole;
    const near = [last.toUpperCase(), wide(last), ` (${last}). `, last.slice(1), `${last}s`, `${words[0]} ${last}`];
    const entries = [...words, whole, words.slice(-2).join('  '), words.toReversed().join(' '), ...near, 'unrelated'];
    return changed(valid, `/${items}`, [[], ...entries.flatMap((entry) => [[entry], ['unrelated', entry]])]);
  },
  'x-naming-rules': ofNamingRules,
  'x-naming-warnings': ofNamingRules,
  /** Returns objects that match a rule of `x-value-warnings`, and objects that do not. */
  'x-value-warnings': ({ valid }, given, index) => {
    const { property = '', falseWith, before, yearsAhead = 0 } = (given as ValueRule[])[Number(index)] ?? {};
    const years = [0, 1].map((more) => String(new Date().getUTCFullYear() + yearsAhead + more));
    const dates = years.flatMap((year) => [year, `${year}-01-01`, `${year}-12-31`]);
    const values = [true, false, '2020-01-31', '2020-02-01', '2020-10-01', ...dates];
    const start = before === undefined ? valid : withValue(valid, `/${before}`, '2020-02-01');
    const starts = falseWith === undefined ? [start] : changed(start, `/${falseWith}`, [['Example'], []]);
    return starts.flatMap((one) => changed(one, `/${property}`, values));
  },
  /** Returns objects that repeat a value that must be unique: at two paths in `given`, or in two items of a list. */
  'x-unique': ({ valid }, given, entry) => {
    const path = String(valueAt(given, `/${entry}`));
    const own = valueAt(valid, firstAt(path));
    if (own === undefined) return [];
    const spellings = typeof own === 'string' ? [own, own.toUpperCase(), own.toLowerCase(), `${own} `] : [own];
    const others = (given as string[][]).flat().filter((other) => other !== path);
    const places = others.map(firstAt).filter((place) => valueAt(valid, place) !== undefined);
    const twice = [...path.matchAll(/\/\*/g)].flatMap(({ index }) => {
      const list = firstAt(path.slice(0, index));
      const items = itemsOf(valueAt(valid, list));
      const rest = firstAt(path.slice(index + 2));
      return spellings.map((value) => withValue(valid, list, [...items, withValue(items[0], rest, value)]));
    });
    return [...places.map((place) => withValue(valid, place, own)), ...twice];
  },
  'x-registered-domain': ({ text: url, domains }) => {
    const near = domains.filter((domain) => domain !== '*').flatMap(hostsNear);
    return withHosts(url, [...near, ...PUBLIC_HOSTS, ...INVALID_HOSTS]);
  },
  'x-valid-authority': ({ text: url }) => [...withHosts(url, INVALID_HOSTS), ...withPorts(url, PORTS)],
  'x-ports': ({ text: url }, allowed) => withPorts(url, [...[allowed].flat().flatMap(around), ...PORTS]),
  'x-public-address': ({ text: url }) => withHosts(url, [...SPECIAL_HOSTS, ...INVALID_HOSTS, ...PUBLIC_HOSTS]),
  'x-https': ({ text: url }) => words('https: HTTPS: http: HTTP:').map((scheme) => url.replace(/^[a-z]+:/i, scheme)),
};

const wordsOf = remembered((contract: ContractIndex, property: string) => {
  const sites = contract.operationIds.flatMap((id) => sitesOf(contract, id));
  const alike = sites.filter(({ place }) => namesOf(place).at(-1) === property);
  const words = alike.flatMap(({ schema }) => [schema['const'], schema['enum']].flat());
  return [...new Set(words.filter((word): word is string => typeof word === 'string' && word.length > 2))];
});

/** Returns values just inside and just outside the limit of a keyword (such as `maxLength` or `required/full_name`). */
export function testValues(
  contract: ContractIndex,
  { schema, place }: Site,
  keyword: string,
  valid: Json,
  domains: readonly string[],
): readonly Json[] {
  const [name = '', ...entry] = keyword.split('/');
  const words = wordsOf(contract, schema.discriminator?.propertyName ?? namesOf(place).at(-1) ?? '');
  const source = { contract: contract.document, schema, valid, text: String(valid), domains, words };
  const values = BY_KEYWORD[name]?.(source, schema[name], entry.join('/')) ?? [];
  // Adds a string with a line break, which most schemas reject. The error response must not repeat this string.
  return typeof valid === 'string' ? [`${CANARY}\n`, ...values] : values;
}
