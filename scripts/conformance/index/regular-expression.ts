import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { expressionOf } from '../validators/schema-validator.ts';

/** Boundary characters of the character sets `\d`, `\s`, and `\w`. */
const NAMED_SETS: Readonly<Record<string, string>> = {
  digit: '09',
  space: ' \t\r\u00a0\u2000\u200a\u2028\u2029\u3000\ufeff',
  word: 'azAZ09_',
};

/** Characters that a faulty character class could match by mistake. */
const UNEXPECTED = Array.from('xX0 _-.\né');
/** Extra text before or after a match, which a pattern without anchors would accept. */
const AT_THE_EDGE = ['', 'x', 'X', '0', ' ', '-', '\n', 'x '];
/** Selects the first or the last branch of an alternation or character of a class. */
type Pick = 0 | -1;

/**
 * Returns strings that match a regular expression, and strings that almost match. The strings are on both sides of each
 * repetition limit and character range, and have extra text at each anchor.
 */
export function textsAround(source: string): string[] {
  const { unicode } = expressionOf(source);
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode });
  return [...new Set(pattern.alternatives.flatMap(aroundSequence))];
}

/** Returns a short string that an element matches. */
function plain(element: AST.Element, pick: Pick): string {
  if (element.type === 'Quantifier') return plain(element.element, pick).repeat(element.min);
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return plainSequence(element.alternatives.at(pick) as AST.Alternative, pick);
  if (element.type === 'Assertion' || element.type === 'Backreference') return '';
  const contained = expressionOf(`^${element.raw}$`);
  const matching = (characters: readonly string[]) => characters.filter((one) => contained.test(one));
  return matching(edgesOf(element)).at(pick) ?? matching(UNEXPECTED)[0] ?? '';
}

const plainSequence = ({ elements }: AST.Alternative, pick: Pick) =>
  elements.map((element) => plain(element, pick)).join('');

/** Returns the first and the last character of each range in a character set. */
function edgesOf(set: AST.Element | AST.CharacterClassElement): string[] {
  if (set.type === 'Character') return [String.fromCodePoint(set.value)];
  if (set.type === 'CharacterSet') return [...(NAMED_SETS[set.kind] ?? '')];
  if (set.type === 'CharacterClassRange') return [...edgesOf(set.min), ...edgesOf(set.max)];
  return set.type === 'CharacterClass' ? set.elements.flatMap(edgesOf) : [];
}

function neighbour(character: string, distance: number): string {
  const point = (character.codePointAt(0) ?? 0) + distance;
  return point < 0 || point > 0x10_ffff ? '' : String.fromCodePoint(point);
}

function aroundElement(element: AST.Element): string[] {
  if ('alternatives' in element) {
    const inside = element.alternatives.flatMap(aroundSequence);
    return element.type === 'Assertion' ? ['', ...inside] : inside;
  }
  if (element.type === 'Assertion') return AT_THE_EDGE;
  if (element.type === 'Quantifier') {
    const { element: repeated, min, max } = element;
    const [first, last] = [plain(repeated, 0), plain(repeated, -1)];
    const counts = [min - 1, min, ...(max === Number.POSITIVE_INFINITY ? [min + 1, min + 2] : [max, max + 1])];
    return [
      ...counts.filter((n) => n >= 0).flatMap((n) => [first.repeat(n), last.repeat(n)]),
      ...aroundElement(repeated).map((text) => first.repeat(Math.max(0, min - 1)) + text),
    ];
  }
  const edges = edgesOf(element);
  const next = element.type === 'CharacterSet' ? [] : edges.flatMap((one) => [neighbour(one, -1), neighbour(one, 1)]);
  return [...edges, ...next, '', ...UNEXPECTED];
}

function aroundSequence(sequence: AST.Alternative): string[] {
  const texts = sequence.elements.map((element) => plain(element, 0));
  return [
    plainSequence(sequence, 0),
    plainSequence(sequence, -1),
    ...sequence.elements.flatMap((element, i) => {
      const before = texts.slice(0, i).join('');
      const after = texts.slice(i + 1).join('');
      // A negative lookahead can reject a complete string only if the string ends after the matched text.
      const isLookahead = element.type === 'Assertion' && 'alternatives' in element;
      return aroundElement(element).flatMap((text) => [before + text + after, ...(isLookahead ? [before + text] : [])]);
    }),
  ];
}
