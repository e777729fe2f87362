import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { expressionOf } from '../validators/schema-validator.ts';

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

function plain(element: AST.Element): string {
  if (element.type === 'Quantifier') return plain(element.element).repeat(element.min);
  if (element.type === 'Assertion' || element.type === 'Backreference') return '';
  if ('alternatives' in element) return element.alternatives[0]?.elements.map(plain).join('') ?? '';
  const contained = expressionOf(`^${element.raw}$`);
  return [...edgesOf(element), ...UNEXPECTED].find((one) => contained.test(one)) ?? '';
}

function edgesOf(set: AST.Element | AST.CharacterClassElement): string[] {
  if (set.type === 'Character') return [String.fromCodePoint(set.value)];
  if (set.type === 'CharacterSet') return [...(NAMED_SETS[set.kind] ?? '')];
  if (set.type === 'CharacterClassRange') return [...edgesOf(set.min), ...edgesOf(set.max)];
  return set.type === 'CharacterClass' ? set.elements.flatMap(edgesOf) : [];
}

function aroundElement(element: AST.Element): string[] {
  if ('alternatives' in element) {
    const inside = element.alternatives.flatMap(aroundSequence);
    return element.type === 'Assertion' ? ['', ...inside] : inside;
  }
  if (element.type === 'Assertion') return ['', ...UNEXPECTED];
  if (element.type === 'Quantifier') {
    const { element: repeated, min, max } = element;
    const text = plain(repeated);
    const counts = [min - 1, min, ...(max === Number.POSITIVE_INFINITY ? [min + 1, min + 2] : [max, max + 1])];
    return [
      ...counts.filter((count) => count >= 0).map((count) => text.repeat(count)),
      ...aroundElement(repeated).map((one) => text.repeat(Math.max(0, min - 1)) + one),
    ];
  }
  const edges = edgesOf(element);
  const points = edges.flatMap((one) => [-1, 1].map((distance) => (one.codePointAt(0) ?? 0) + distance));
  const isNamed = element.type === 'CharacterSet';
  const next = isNamed ? [] : points.filter((point) => point >= 0 && point <= 0x10_ffff);
  return [...edges, ...next.map((point) => String.fromCodePoint(point)), '', ...UNEXPECTED];
}

function aroundSequence(sequence: AST.Alternative): string[] {
  const texts = sequence.elements.map(plain);
  return [
    texts.join(''),
    ...sequence.elements.flatMap((element, i) => {
      const before = texts.slice(0, i).join('');
      const after = texts.slice(i + 1).join('');
      // Adds strings that end with the text of a lookahead, because `(?!x$)` rejects only those.
      const isLookahead = element.type === 'Assertion' && 'alternatives' in element;
      return aroundElement(element).flatMap((text) => [before + text + after, ...(isLookahead ? [before + text] : [])]);
    }),
  ];
}
