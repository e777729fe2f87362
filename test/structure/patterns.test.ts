import { expect, test } from 'vitest';
import { ACCEPTED } from '../../scripts/check-patterns/accepted.ts';
import { patternsIn } from '../../scripts/check-patterns/find-patterns.ts';
import { wrongPatterns } from '../../scripts/check-patterns.ts';

/** `@` stands for the sign of a template's places. */
const found = (code: string) =>
  patternsIn(code.replaceAll('@', '$'), 'a.ts').map(({ source, flags }) => `/${source}/${flags}`);

test.each([
  ["text.replace(/[/]\\/+/gi, '')", ['/[/]\\/+/gi']],
  ["new RegExp('a+', 'u')", ['/a+/u']],
  ["const PART = 'b+'; const ALL = `(@{PART})*`; new RegExp(`^@{ALL}$` + '!')", ['/^(b+)*$!/']],
  ['const PART = /c+/; const all = new RegExp(`@{PART.source}-@{given}`)', ['/c+/', '/c+-x/']],
  ['new RegExp(given); new RegExp(schema.pattern, flags)', []],
])('the patterns of %s are found', (code, patterns) => {
  expect(found(code)).toEqual(patterns);
});

test('a pattern that was not judged, and one that takes long, are told with their places', () => {
  const pattern = { at: 'a.ts:1', source: '(a+)+$', flags: '' };
  const [accepted = ''] = ACCEPTED.keys();
  const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(accepted) ?? [];
  expect(wrongPatterns([pattern], {})).toEqual([expect.stringMatching(/^a\.ts:1: .* was not judged yet/)]);
  expect(wrongPatterns([pattern], { '/(a+)+$/': 'exponential' })).toEqual(['a.ts:1: /(a+)+$/ is exponential']);
  expect(wrongPatterns([pattern], { '/(a+)+$/': 'safe' })).toEqual([]);
  expect(wrongPatterns([{ at: 'a.ts:2', source, flags }], { [accepted]: '2nd degree polynomial' })).toEqual([]);
});
