// biome-ignore lint/suspicious/noExplicitAny: the rules are tried with values of every shape, wrong ones too
export type Json = any;

/** What is put where a component stands: a value, or a function that makes it of the valid value there. */
export type Value = Json | ((valid: Json) => Json);

/**
 * What one keyword of one schema of the contract promises. The values are typed by hand and take nothing from
 * the schemas, so that a wrong bound, word or pattern in a schema fails a test.
 */
export interface Rule {
  accepted: readonly Value[];
  /**
   * The refused values by the violations that each of them must be answered with, no more and no fewer: `code
   * pointer`, the pointer from the place of the component on, several separated by `, `. `insufficient_scope`
   * stands for the answer 403.
   */
  refused: Readonly<Record<string, readonly Value[]>>;
  /** The calls are made with a token of all scopes but this one. */
  withoutScope?: string;
}

/** Rules by the keyword they are about: the component, `#`, and the place of the keyword in it. */
export type RuleTable = Readonly<Record<string, Rule>>;

/** The valid value as it is. */
export const unchanged = (valid: Json) => valid;

/** The valid value with another value, or one made of the value there, at a pointer into it. */
export function having(pointer: string, value: Value): (valid: Json) => Json {
  return (valid) => {
    const parent = parentOf(valid, pointer);
    const name = lastName(pointer);
    // Also for names such as `__proto__`, which a plain assignment would not make a member.
    Object.defineProperty(parent, name, {
      value: typeof value === 'function' ? value(parent[name]) : value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    return valid;
  };
}

/** The valid value without the member at a pointer into it. */
export function without(pointer: string): (valid: Json) => Json {
  return (valid) => {
    delete parentOf(valid, pointer)[lastName(pointer)];
    return valid;
  };
}

/** Several changes, one after the other. */
export function all(...changes: readonly ((valid: Json) => Json)[]): (valid: Json) => Json {
  return (valid) => changes.reduce((value, change) => change(value), valid);
}

/** RFC 6901, section 4. */
export function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What stands at a pointer; undefined when nothing does. */
export function valueAt(value: Json, pointer: string): Json {
  return namesOf(pointer).reduce((at, name) => at?.[name], value);
}

function parentOf(value: Json, pointer: string): Json {
  return valueAt(value, pointer.slice(0, pointer.lastIndexOf('/')));
}

const lastName = (pointer: string) => namesOf(pointer).at(-1) ?? '';

/** A value of each type that JSON has, and of each kind of it that may be taken for another type. */
const valuesOfTypes: Record<string, readonly Json[]> = {
  null: [null],
  boolean: [true, false],
  number: [0, 2024, 1.5],
  string: ['', 'text', 'true', 'null', '2024'],
  array: [[], ['text'], [{}]],
  object: [{}, { name: 'Alex Example' }],
};

/** A value at `pointer` of any type but these is refused; the values of `accepted` are of these types. */
export function ofType(types: string | readonly string[], accepted: readonly Value[], pointer = ''): Rule {
  const others = Object.keys(valuesOfTypes).filter((type) => ![types].flat().includes(type));
  const wrong = others.flatMap((type) => valuesOfTypes[type] ?? []);
  const put = (value: Value) => (pointer === '' ? value : having(pointer, value));
  return { accepted: accepted.map(put), refused: { [`wrong_type ${pointer}`]: wrong.map(put) } };
}

/** What stands at `pointer` is an object. */
export const object = (pointer = '') => ofType('object', [unchanged], pointer);

/** The member at `pointer` may not be left out. */
export function required(pointer: string): Rule {
  return { accepted: [unchanged], refused: { [`required ${pointer}`]: [without(pointer)] } };
}

/** The object at `pointer` has no members but its own, and a stranger is named, whatever its name is. */
export function closed(pointer = ''): Rule {
  // As they stand in a pointer; some seem to be members of every object of JavaScript, and the last is empty.
  const strangers = ['unexpected', 'Full_Name', 'constructor', 'toString', '__proto__', 'a~1b~0c %41 "é"', ''];
  const refused = strangers.map((name) => [
    `unexpected_member ${pointer}/${name}`,
    ['Alex Example', null].map((value) => having(`${pointer}/${name}`, value)),
  ]);
  const two = [
    `unexpected_member ${pointer}/first, unexpected_member ${pointer}/second`,
    [all(having(`${pointer}/first`, {}), having(`${pointer}/second`, []))],
  ];
  return { accepted: [unchanged], refused: Object.fromEntries([...refused, two]) };
}

/** The string at `pointer` is one of these words, in this letter case. */
export function oneOf(words: readonly Value[], refused: readonly Json[], pointer = ''): Rule {
  const put = (value: Value) => (pointer === '' || typeof value === 'function' ? value : having(pointer, value));
  return { accepted: words.map(put), refused: { [`not_allowed ${pointer}`]: refused.map(put) } };
}

/** As many as `count` of what `make` makes. */
export const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Words as they are, in lower case and in upper case. */
export const inAnyCase = (words: readonly string[]) => [
  ...new Set(words.flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()])),
];

/** Rows of a v2 item component with assets, and of its asset component. `kind` is what their names begin with. */
export function assetRules(kind: string, assetTypes: readonly string[], others: readonly string[]): RuleTable {
  const [first] = assetTypes;
  const assets = (count: number) => times(count, (i) => ({ asset_id: `A-${i}`, asset_type: first }));
  const keyword = assetTypes.length === 1 ? 'const' : 'enum';
  return {
    [`${kind}Item#/type`]: object(),
    [`${kind}Item#/additionalProperties`]: closed(),
    [`${kind}Item#/required/credential_id`]: required('/credential_id'),
    [`${kind}Item#/required/fields`]: required('/fields'),
    [`${kind}Item#/properties/assets/type`]: ofType('array', [[], assets(1)], '/assets'),
    [`${kind}Item#/properties/assets/maxItems`]: {
      accepted: [having('/assets', assets(10))],
      refused: { 'too_many_items /assets': [having('/assets', assets(11))] },
    },
    [`${kind}Asset#/type`]: object(),
    [`${kind}Asset#/additionalProperties`]: closed(),
    [`${kind}Asset#/required/asset_id`]: required('/asset_id'),
    [`${kind}Asset#/required/asset_type`]: required('/asset_type'),
    [`${kind}Asset#/properties/asset_type/type`]: ofType('string', ['pdf'], '/asset_type'),
    [`${kind}Asset#/properties/asset_type/${keyword}`]: oneOf(assetTypes, others, '/asset_type'),
  };
}
