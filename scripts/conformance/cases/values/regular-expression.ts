/** A set of code points, as ranges. */
type Ranges = readonly (readonly [number, number])[];

type Node =
  | { kind: 'alternatives'; options: Node[] }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number }
  | { kind: 'set'; negated: boolean; ranges: Ranges; named: boolean }
  | { kind: 'look'; of: Node }
  | { kind: 'edge' };

const WHITE_SPACE: Ranges = [
  [0x20, 0x20],
  [0x9, 0xd],
  [0xa0, 0xa0],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const DIGITS: Ranges = [[0x30, 0x39]];
const WORD: Ranges = [
  [0x61, 0x7a],
  [0x41, 0x5a],
  [0x30, 0x39],
  [0x5f, 0x5f],
];
const NAMED_SETS: Readonly<Record<string, Ranges>> = { s: WHITE_SPACE, d: DIGITS, w: WORD };
const CONTROL_ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

const single = (character: string): Ranges => {
  const point = character.codePointAt(0) ?? 0;
  return [[point, point]];
};

/**
 * Parses the regular expressions that the contract uses (ECMA-262 with the flag `u`; no back references, no Unicode
 * properties). Throws a `SyntaxError` for anything else.
 */
function parse(source: string): Node {
  const text = Array.from(source);
  let at = 0;
  const take = (expected: string) => {
    if (text.slice(at, at + expected.length).join('') !== expected) return false;
    at += expected.length;
    return true;
  };
  const unknown = (): never => {
    throw new SyntaxError(`Cannot read a regular expression at ${at}: ${source.slice(0, 80)}`);
  };

  function alternatives(): Node {
    const options = [sequence()];
    while (take('|')) options.push(sequence());
    return options.length === 1 ? (options[0] as Node) : { kind: 'alternatives', options };
  }

  function sequence(): Node {
    const items: Node[] = [];
    while (at < text.length && text[at] !== '|' && text[at] !== ')') items.push(repeated(atom()));
    return { kind: 'sequence', items };
  }

  function repeated(of: Node): Node {
    let found: { min: number; max: number } | null = null;
    if (take('*')) found = { min: 0, max: Infinity };
    else if (take('+')) found = { min: 1, max: Infinity };
    else if (take('?')) found = { min: 0, max: 1 };
    else if (text[at] === '{') {
      const [all = '', min = '', comma, max = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(text.slice(at).join('')) ?? unknown();
      at += all.length;
      found = { min: Number(min), max: comma === '' ? Number(min) : max === '' ? Infinity : Number(max) };
    }
    if (found === null) return of;
    take('?');
    return { kind: 'repeat', of, ...found };
  }

  function atom(): Node {
    if (take('^') || take('$')) return { kind: 'edge' };
    if (take('(')) {
      const look = ['?=', '?!', '?<=', '?<!'].some(take);
      if (!look && !take('?:') && text[at] === '?') unknown();
      const of = alternatives();
      if (!take(')')) unknown();
      return look ? { kind: 'look', of } : of;
    }
    if (take('[')) return set();
    if (take('.')) return { kind: 'set', negated: true, ranges: single('\n'), named: true };
    if (text[at] === '\\' && /[bB]/.test(text[at + 1] ?? '')) {
      at += 2;
      return { kind: 'edge' };
    }
    const { ranges, negated, named } = character();
    return { kind: 'set', negated, ranges, named };
  }

  /** A character as it is, or an escape. */
  function character(): { ranges: Ranges; negated: boolean; named: boolean } {
    const one = text[at++] ?? unknown();
    if (one !== '\\') return { ranges: single(one), negated: false, named: false };
    const escaped = text[at++] ?? unknown();
    const set = NAMED_SETS[escaped.toLowerCase()];
    if (set !== undefined) return { ranges: set, negated: escaped !== escaped.toLowerCase(), named: true };
    const rest = text.slice(at).join('');
    const hexadecimal =
      escaped === 'u'
        ? /^(?:([0-9a-f]{4})|\{([0-9a-f]+)\})/i.exec(rest)
        : escaped === 'x'
          ? /^([0-9a-f]{2})/i.exec(rest)
          : null;
    if (hexadecimal !== null) {
      at += hexadecimal[0].length;
      const point = Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16);
      return { ranges: [[point, point]], negated: false, named: false };
    }
    if (/[1-9kpPc]/.test(escaped)) unknown();
    const control = CONTROL_ESCAPES[escaped];
    return {
      ranges: control === undefined ? single(escaped) : [[control, control]],
      negated: false,
      named: false,
    };
  }

  function set(): Node {
    const negated = take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!take(']')) {
      const first = character();
      const low = first.ranges[0]?.[0] ?? 0;
      if (!first.named && text[at] === '-' && text[at + 1] !== ']') {
        at += 1;
        ranges.push([low, character().ranges[0]?.[1] ?? low]);
      } else ranges.push(...first.ranges);
    }
    return { kind: 'set', negated, ranges, named: false };
  }

  const tree = alternatives();
  if (at < text.length) unknown();
  return tree;
}

/** Which of the texts that a node matches stands for it: that of its first characters, or of its last. */
type Pick = 'first' | 'last';

const LIKELY = Array.from('aA0 -.é\n');
const STRANGERS = Array.from('xX0 _-\né');

const has = ({ ranges, negated }: { ranges: Ranges; negated: boolean }, point: number) =>
  ranges.some(([low, high]) => low <= point && point <= high) !== negated;

/** A text that the node matches, as short as can be. */
function plain(node: Node, pick: Pick): string {
  switch (node.kind) {
    case 'alternatives':
      return plain(node.options.at(pick === 'first' ? 0 : -1) as Node, pick);
    case 'sequence':
      return node.items.map((item) => plain(item, pick)).join('');
    case 'repeat':
      return plain(node.of, pick).repeat(node.min);
    case 'set': {
      if (node.negated) return LIKELY.find((one) => has(node, one.codePointAt(0) ?? 0)) ?? '';
      const range = node.named ? node.ranges[0] : node.ranges.at(pick === 'first' ? 0 : -1);
      return String.fromCodePoint(range?.[pick === 'first' ? 0 : 1] ?? 0);
    }
    default:
      return '';
  }
}

/** `[Ss]`: a letter in either case, as words are written whose case does not matter. */
function isLetterInEitherCase(ranges: Ranges): boolean {
  const [one, other, ...more] = ranges.map(([low, high]) => (low === high ? String.fromCodePoint(low) : ''));
  return more.length === 0 && one !== '' && one !== other && one?.toLowerCase() === other?.toLowerCase();
}

function aroundSet(node: Extract<Node, { kind: 'set' }>): string[] {
  const { ranges, named } = node;
  const isLetter = isLetterInEitherCase(ranges);
  const inside = ranges.flat().slice(0, named ? 6 : Infinity);
  const outside = ranges
    .flatMap(([low, high]) => [low - 1, high + 1])
    .filter((point) => point >= 0 && point <= 0x10ffff);
  // The next letter in place of one: a word with one letter wrong.
  const near = isLetter ? [inside[0], (inside[0] ?? 0) + 1] : named ? inside : [...inside, ...outside];
  const strangers = isLetter ? [] : named ? ['', 'x', '_'] : ['', ...STRANGERS];
  return [...near.map((point) => String.fromCodePoint(point ?? 0)), ...strangers];
}

/** Texts at the edge of what the node matches, on both sides of it, and inside of each of its parts. */
function around(node: Node): string[] {
  switch (node.kind) {
    case 'edge':
      return ['', 'x', 'X', '0', ' ', '-', '\n', 'x '];
    case 'set':
      return aroundSet(node);
    case 'alternatives':
      return node.options.flatMap(around);
    case 'look':
      return ['', ...around(node.of)];
    case 'sequence':
      return [
        ...(['first', 'last'] as const).map((pick) => plain(node, pick)),
        ...node.items.flatMap((item, i) => {
          const before = node.items.slice(0, i).map((other) => plain(other, 'first'));
          const after = node.items.slice(i + 1).map((other) => plain(other, 'first'));
          const inside = around(item);
          // What a lookahead forbids is there whole only where nothing follows.
          const alone = item.kind === 'look' ? inside.map((text) => before.join('') + text) : [];
          return [...inside.map((text) => before.join('') + text + after.join('')), ...alone];
        }),
      ];
    case 'repeat': {
      const { of, min, max } = node;
      const counts = max === Infinity ? [min - 1, min, min + 1, min + 2] : [min - 1, min, max, max + 1];
      const one = plain(of, 'first');
      return [
        ...counts.filter((count) => count >= 0).flatMap((n) => [one.repeat(n), plain(of, 'last').repeat(n)]),
        ...around(of).map((text) => one.repeat(Math.max(0, min - 1)) + text),
      ];
    }
  }
}

/**
 * Texts near the edge of what a regular expression matches, on both sides: one for each alternative, one on either
 * side of each repetition bound and each range of a class, and something before and after each anchor. Loosening or
 * tightening any part of the expression changes the verdict on one of them, where that can be seen at all.
 */
export function textsAround(source: string): string[] {
  return [...new Set(around(parse(source)))];
}
