/** One change of a regular expression. */
export interface PatternEdit {
  kind: 'anchor' | 'alternative' | 'lookahead' | 'quantifier' | 'class';
  /** Whether it matches more than before, fewer, or some more and some fewer. */
  effect: 'loosened' | 'tightened' | 'changed';
  /** For people, and unique in the pattern: where, and what. */
  what: string;
  pattern: string;
}

/** A stretch of a pattern: from `start` up to `end`. */
interface Span {
  start: number;
  end: number;
}

interface Group extends Span {
  kind: 'group' | 'lookahead';
  alternatives: Span[];
}

interface Parts {
  anchors: number[];
  groups: Group[];
  /** Between the brackets. */
  classes: Span[];
  quantifiers: Span[];
}

const QUANTIFIER = /[*+?]|\{\d+(?:,\d*)?\}/y;
const ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|.)/y;

/**
 * Every way to break one part of a pattern: an anchor, an alternative, a lookahead or a member of a class dropped, a class opened to every character,
 * a quantifier made to take one more or one less. It knows the syntax that the contract uses, of ECMA-262 section 22.2.1.
 */
export function patternEdits(pattern: string): PatternEdit[] {
  const { anchors, groups, classes, quantifiers } = partsOf(pattern);
  const edits: PatternEdit[] = [];
  const isLookedAt = ({ start, end }: Span) =>
    groups.some((group) => group.kind === 'lookahead' && group.start < start && end < group.end);
  const add = (kind: PatternEdit['kind'], effect: PatternEdit['effect'], span: Span, by: string, what: string) => {
    const changed = pattern.slice(0, span.start) + by + pattern.slice(span.end);
    if (changed === pattern || !isPattern(changed)) return;
    const known = isLookedAt(span) ? 'changed' : effect;
    edits.push({ kind, effect: known, what: `${what} at ${span.start}`, pattern: changed });
  };
  for (const start of anchors) add('anchor', 'loosened', { start, end: start + 1 }, '', `${pattern[start]} dropped`);
  for (const group of groups) {
    if (group.kind === 'lookahead') add('lookahead', 'loosened', group, '', `${textOf(pattern, group)} dropped`);
    if (group.alternatives.length < 2) continue;
    for (const [index, alternative] of group.alternatives.entries()) {
      // With the bar before it, the first one with the bar after it.
      const span =
        index === 0
          ? { start: alternative.start, end: alternative.end + 1 }
          : { start: alternative.start - 1, end: alternative.end };
      add('alternative', 'tightened', span, '', `${textOf(pattern, alternative)} dropped`);
    }
  }
  for (const span of classes) {
    const members = membersOf(pattern, span);
    const isNegated = pattern[span.start] === '^';
    if (!isNegated)
      add(
        'class',
        'loosened',
        { start: span.start - 1, end: span.end + 1 },
        '[^]',
        `[${textOf(pattern, span)}] opened`,
      );
    if (members.length < 2) continue;
    const effect = isNegated ? 'loosened' : 'tightened';
    for (const member of members) add('class', effect, member, '', `${textOf(pattern, member)} dropped from a class`);
  }
  for (const span of quantifiers) {
    const text = textOf(pattern, span);
    for (const [by, effect] of otherQuantifiers(text)) add('quantifier', effect, span, by, `${text} to ${by}`);
  }
  return edits;
}

function isPattern(text: string): boolean {
  try {
    // As Ajv compiles patterns.
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

const textOf = (pattern: string, { start, end }: Span) => pattern.slice(start, end);

function otherQuantifiers(text: string): [string, PatternEdit['effect']][] {
  if (text === '+' || text === '?') return [['*', 'loosened']];
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? [];
  if (least === undefined) return [];
  if (comma === '')
    return [
      [`{${least},}`, 'loosened'],
      [`{${Number(least) - 1},${least}}`, 'loosened'],
    ];
  if (most === '') return [];
  return [
    [`{${least},${Number(most) + 1}}`, 'loosened'],
    [`{${least},${Number(most) - 1}}`, 'tightened'],
  ];
}

function partsOf(pattern: string): Parts {
  const parts: Parts = { anchors: [], groups: [], classes: [], quantifiers: [] };
  const whole: Group = { kind: 'group', start: 0, end: pattern.length, alternatives: [{ start: 0, end: 0 }] };
  const open: Group[] = [whole];
  const close = (group: Group, at: number) => {
    const last = group.alternatives.at(-1);
    if (last !== undefined) last.end = at;
    parts.groups.push(group);
  };
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at];
    const innermost = open.at(-1) as Group;
    const quantifier = matchAt(QUANTIFIER, pattern, at);
    if (character === '\\') at += matchAt(ESCAPE, pattern, at)?.length ?? 1;
    else if (character === '[') {
      const end = endOfClass(pattern, at + 1);
      parts.classes.push({ start: at + 1, end });
      at = end + 1;
    } else if (character === '(') {
      const prefix = /^\(\?[:!=]/.exec(pattern.slice(at, at + 3))?.[0] ?? '(';
      const inside = at + prefix.length;
      const kind = prefix.length === 3 && prefix[2] !== ':' ? 'lookahead' : 'group';
      open.push({ kind, start: at, end: at, alternatives: [{ start: inside, end: inside }] });
      at = inside;
    } else if (character === ')') {
      close(innermost, at);
      innermost.end = ++at;
      open.pop();
    } else if (character === '|') {
      const last = innermost.alternatives.at(-1);
      if (last !== undefined) last.end = at;
      innermost.alternatives.push({ start: ++at, end: at });
    } else if (quantifier !== undefined) {
      parts.quantifiers.push({ start: at, end: at + quantifier.length });
      at += quantifier.length;
    } else {
      if (character === '^' || character === '$') parts.anchors.push(at);
      at++;
    }
  }
  close(whole, pattern.length);
  return parts;
}

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

function endOfClass(pattern: string, from: number): number {
  let at = from;
  while (at < pattern.length && pattern[at] !== ']')
    at += pattern[at] === '\\' ? (matchAt(ESCAPE, pattern, at)?.length ?? 1) : 1;
  return at;
}

/** The characters, escapes and ranges of a class. */
function membersOf(pattern: string, { start, end }: Span): Span[] {
  const members: Span[] = [];
  const next = (at: number) => at + (matchAt(ESCAPE, pattern, at)?.length ?? 1);
  for (let at = pattern[start] === '^' ? start + 1 : start; at < end; ) {
    const last = next(at);
    // A hyphen at the end stands for itself.
    const isRange = pattern[last] === '-' && last + 1 < end;
    const until = isRange ? next(last + 1) : last;
    members.push({ start: at, end: until });
    at = until;
  }
  return members;
}
