import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

export interface PatternEdit {
  kind: 'anchor' | 'alternative' | 'quantifier' | 'class';
  /** Effect on the set of matching strings: more, fewer, or different strings. */
  effect: 'loosened' | 'tightened' | 'changed';
  /** Description of the change, unique within the pattern. */
  what: string;
  pattern: string;
}

/** Returns edits that each drop a part of the pattern, replace a character class, or change a quantifier. */
export function patternEdits(pattern: string): PatternEdit[] {
  const edits: PatternEdit[] = [];
  const add = (
    kind: PatternEdit['kind'],
    effect: PatternEdit['effect'],
    { start, end }: { start: number; end: number },
    by: string,
    what: string,
  ) => {
    const changed = pattern.slice(0, start) + by + pattern.slice(end);
    if (changed !== pattern) edits.push({ kind, effect, what: `${what} at ${start}`, pattern: changed });
  };
  const dropAlternatives = (alternatives: readonly AST.Alternative[]) => {
    if (alternatives.length < 2) return;
    for (const [index, { start, end, raw }] of alternatives.entries()) {
      // Also removes the `|` before the alternative or, for the first alternative, the `|` after it.
      const span = index === 0 ? { start, end: end + 1 } : { start: start - 1, end };
      add('alternative', 'tightened', span, '', `${raw} dropped`);
    }
  };
  visitRegExpAST(new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true }), {
    onPatternEnter: ({ alternatives }) => dropAlternatives(alternatives),
    onGroupEnter: ({ alternatives }) => dropAlternatives(alternatives),
    onCapturingGroupEnter: ({ alternatives }) => dropAlternatives(alternatives),
    onAssertionEnter: (assertion) => add('anchor', 'loosened', assertion, '', `${assertion.raw} dropped`),
    onCharacterClassEnter(set) {
      const { negate, elements, raw } = set;
      if (!negate) add('class', 'loosened', set, '[^]', `${raw} opened`);
      if (elements.length < 2) return;
      for (const each of elements)
        add('class', negate ? 'loosened' : 'tightened', each, '', `${each.raw} dropped from a class`);
    },
    onQuantifierEnter({ start, end, element, min, max, raw }) {
      const given = raw.slice(element.end - start);
      const others: [string, PatternEdit['effect']][] =
        given === '+' || given === '?'
          ? [['*', 'loosened']]
          : min === max
            ? [
                [`{${min},}`, 'loosened'],
                [`{${min - 1},${min}}`, 'loosened'],
              ]
            : max === Number.POSITIVE_INFINITY
              ? []
              : [
                  [`{${min},${max + 1}}`, 'loosened'],
                  [`{${min},${max - 1}}`, 'tightened'],
                ];
      for (const [by, effect] of others)
        add('quantifier', effect, { start: element.end, end }, by, `${given} to ${by}`);
    },
  });
  return edits;
}
