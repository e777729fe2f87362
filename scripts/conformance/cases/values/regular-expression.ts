import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Characters at the edges of the sets that have names. */
const NAMED_SETS = { digit: '09', space: ' \t\r\u00a0\u2000\u200a\u2028\u2029\u3000\ufeff', word: 'azAZ09_' };

/** Characters that a set may match by mistake. */
const STRANGERS = Array.from('xX0 _-.\né');

/** Texts at the beginning and at the end of a pattern, that a missing anchor lets through. */
const AT_THE_EDGE = ['', 'x', 'X', '0', ' ', '-', '\n', 'x '];

type CharacterSet = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;
type Pick = 'first' | 'last';

/**
 * Returns texts near the edge of what a regular expression matches, on both sides: one for each alternative, one on
 * either side of each repetition bound and each range of a class, and something before and after each anchor. A change
 * of any part of the expression changes the verdict on one of the texts, wherever the change is visible at all.
 */
export function textsAround(source: string): string[] {
  return [...new Set(parse(source).alternatives.flatMap(aroundSequence))];
}

function parse(source: string): AST.Pattern {
  const parser = new RegExpParser();
  return withUnicode((unicode) => parser.parsePattern(source, 0, source.length, { unicode }));
}

/** JSON Schema asks for Unicode, but some patterns are valid only without the flag. */
function withUnicode<T>(read: (unicode: boolean) => T): T {
  try {
    return read(true);
  } catch {
    return read(false);
  }
}

/** Returns a short text that an element matches: with the first of its alternatives and characters, or the last. */
function plain(element: AST.Element, pick: Pick): string {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return plainSequence(element.alternatives.at(pick === 'first' ? 0 : -1) as AST.Alternative, pick);
    case 'Quantifier':
      return plain(element.element, pick).repeat(element.min);
    case 'Assertion':
    case 'Backreference':
      return '';
    default: {
      const edges = edgesOf(element).filter((edge) => contains(element, edge));
      return edges.at(pick === 'first' ? 0 : -1) ?? STRANGERS.find((stranger) => contains(element, stranger)) ?? '';
    }
  }
}

const plainSequence = ({ elements }: AST.Alternative, pick: Pick) =>
  elements.map((element) => plain(element, pick)).join('');

const contains = ({ raw }: CharacterSet, character: string) =>
  withUnicode((unicode) => new RegExp(`^${raw}$`, unicode ? 'u' : '')).test(character);

/** Returns the first and the last character of each range of a set. */
function edgesOf(set: CharacterSet): string[] {
  if (set.type === 'Character') return [String.fromCodePoint(set.value)];
  if (set.type === 'CharacterSet') return set.kind in NAMED_SETS ? [...NAMED_SETS[set.kind as 'digit']] : [];
  return set.type === 'CharacterClass'
    ? set.elements.flatMap((each) => {
        if (each.type === 'CharacterClassRange') return [...edgesOf(each.min), ...edgesOf(each.max)];
        return each.type === 'Character' || each.type === 'CharacterSet' ? edgesOf(each) : [];
      })
    : [];
}

function aroundSet(set: CharacterSet): string[] {
  const edges = edgesOf(set);
  const next = set.type === 'CharacterSet' ? [] : edges.flatMap((edge) => [neighbour(edge, -1), neighbour(edge, 1)]);
  return [...edges, ...next, '', ...STRANGERS];
}

function neighbour(character: string, distance: number): string {
  const point = (character.codePointAt(0) ?? 0) + distance;
  return point < 0 || point > 0x10_ffff ? '' : String.fromCodePoint(point);
}

function aroundElement(element: AST.Element): string[] {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.flatMap(aroundSequence);
    case 'Assertion':
      return 'alternatives' in element ? ['', ...element.alternatives.flatMap(aroundSequence)] : AT_THE_EDGE;
    case 'Quantifier': {
      const { element: repeated, min, max } = element;
      const counts = max === Number.POSITIVE_INFINITY ? [min - 1, min, min + 1, min + 2] : [min - 1, min, max, max + 1];
      const once = plain(repeated, 'first');
      return [
        ...counts.filter((n) => n >= 0).flatMap((n) => [once.repeat(n), plain(repeated, 'last').repeat(n)]),
        ...aroundElement(repeated).map((text) => once.repeat(Math.max(0, min - 1)) + text),
      ];
    }
    case 'Backreference':
      return [''];
    default:
      return aroundSet(element);
  }
}

function aroundSequence(sequence: AST.Alternative): string[] {
  const texts = sequence.elements.map((element) => plain(element, 'first'));
  return [
    plainSequence(sequence, 'first'),
    plainSequence(sequence, 'last'),
    ...sequence.elements.flatMap((element, i) => {
      const before = texts.slice(0, i).join('');
      const after = texts.slice(i + 1).join('');
      const inside = aroundElement(element);
      // A negative lookahead forbids a whole text only where nothing follows.
      const alone = element.type === 'Assertion' && 'alternatives' in element ? inside : [];
      return [...inside.map((text) => before + text + after), ...alone.map((text) => before + text)];
    }),
  ];
}
