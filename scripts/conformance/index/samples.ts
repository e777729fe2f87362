import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { itemsOf, type Json } from '../../contract/json.ts';
import { type Contract, resolve, type Schema } from '../../contract/openapi.ts';
import { expressionOf } from '../validators/schema-validator.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2023-10-29',
  'date-time': '2023-10-29T09:00:00Z',
  time: '09:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'www.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://www.example.com/',
  uuid: '3be6453c-03eb-4357-ae5a-984a0e574a54',
};

export function sampleOf(contract: Contract, given?: Schema, usesExamples = true, open: readonly Schema[] = []): Json {
  const schema = resolve<Schema>(contract, given ?? {});
  if (open.includes(schema)) return null;
  const inside = (one: Schema | undefined) => sampleOf(contract, one, usesExamples, [...open, schema]);
  const examples = usesExamples ? [schema['example'], ...itemsOf(schema['examples']), schema['default']] : [];
  const preset = [...examples, schema['const'], ...itemsOf(schema['enum'])].find((value) => value !== undefined);
  if (preset !== undefined) return preset;
  const choices = itemsOf(schema['oneOf'] ?? schema['anyOf']);
  const parts = [...choices.slice(0, 1), ...itemsOf(schema['allOf'])] as Schema[];
  const { properties = {}, required = [] } = schema;
  const type = [schema.type].flat()[0] ?? (schema.properties === undefined ? undefined : 'object');
  if (parts.length > 0 || type === 'object') {
    const own = Object.fromEntries(required.map((name) => [name, inside(properties[name])]));
    const values = parts.map(inside);
    const [scalar] = values.filter((value) => typeof value !== 'object' || value === null);
    return scalar ?? Object.assign({}, ...values, own);
  }
  if (type === 'array')
    return new Array(Math.max(1, Number(schema['minItems'] ?? 1))).fill(inside(schema['items'] as Schema));
  if (type === 'integer' || type === 'number') {
    const most = Number(schema['maximum'] ?? Number(schema['exclusiveMaximum'] ?? Number.POSITIVE_INFINITY) - 1);
    const number = Number(schema['minimum'] ?? Math.min(Number(schema['exclusiveMinimum'] ?? 0) + 1, most));
    const step = Number(schema['multipleOf'] ?? 0);
    return step > 0 ? Math.ceil(number / step) * step : number;
  }
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const padded = (text: string) => text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
  const texts = typeof pattern === 'string' ? textsAround(pattern) : [];
  // Prefers a string that matches the pattern and already has a valid length.
  const matching = texts.find((one) => padded(one) === one && expressionOf(String(pattern)).test(one));
  return matching ?? padded(BY_FORMAT[String(schema['format'])] ?? 'text');
}

const NAMED_SETS: Readonly<Record<string, string>> = {
  digit: '09',
  space: ' \t\r\u00a0\u2000\u200a\u2028\u2029\u3000\ufeff',
  word: 'azAZ09_',
};

const UNEXPECTED = Array.from('xX0 _-.\né');

/** Returns strings just inside and just outside each repetition limit, character range, and anchor of a pattern. */
export function textsAround(source: string): string[] {
  const { unicode } = expressionOf(source);
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode });
  return [...new Set(pattern.alternatives.flatMap(aroundSequence))];
}

function edgesOf(set: AST.Element | AST.CharacterClassElement): string[] {
  if (set.type === 'Character') return [String.fromCodePoint(set.value)];
  if (set.type === 'CharacterSet') return [...(NAMED_SETS[set.kind] ?? '')];
  if (set.type === 'CharacterClassRange') return [...edgesOf(set.min), ...edgesOf(set.max)];
  return set.type === 'CharacterClass' ? set.elements.flatMap(edgesOf) : [];
}

/** Returns strings around an element. The first string matches the element. */
function aroundElement(element: AST.Element): string[] {
  if ('alternatives' in element) {
    const inside = element.alternatives.flatMap(aroundSequence);
    return element.type === 'Assertion' ? ['', ...inside] : inside;
  }
  if (element.type === 'Quantifier') {
    const { min, max } = element;
    const repeated = aroundElement(element.element);
    const [text = ''] = repeated;
    const counts = [min, min - 1, ...(max === Number.POSITIVE_INFINITY ? [min + 1, min + 2] : [max, max + 1])];
    return [
      ...counts.filter((count) => count >= 0).map((count) => text.repeat(count)),
      ...repeated.map((one) => text.repeat(Math.max(0, min - 1)) + one),
    ];
  }
  const edges = edgesOf(element);
  const contained = expressionOf(`^${element.raw}$`);
  const matching = [...edges, ...UNEXPECTED].find((one) => contained.test(one)) ?? '';
  const points = edges.flatMap((one) => [-1, 1].map((distance) => (one.codePointAt(0) ?? 0) + distance));
  const next = element.type === 'CharacterSet' ? [] : points.filter((point) => point >= 0 && point <= 0x10_ffff);
  return [matching, ...edges, ...next.map((point) => String.fromCodePoint(point)), '', ...UNEXPECTED];
}

function aroundSequence({ elements }: AST.Alternative): string[] {
  const around = elements.map(aroundElement);
  const texts = around.map(([matching]) => matching);
  const varied = around.flatMap((variants, i) => {
    // For a lookahead such as `(?!x$)`, adds strings that end with the text in the lookahead, here `x`.
    const isLookahead = elements[i]?.type === 'Assertion' && 'alternatives' in elements[i];
    const ends = isLookahead ? [texts.length, i + 1] : [texts.length];
    return variants.flatMap((text) => ends.map((end) => texts.with(i, text).slice(0, end).join('')));
  });
  return [texts.join(''), ...varied];
}
