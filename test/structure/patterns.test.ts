import { expect, test } from 'vitest';
import { ACCEPTED, findUnsafePatterns, patternsIn, unsafe } from './patterns.ts';

/** Returns the patterns in code in which `@` represents the dollar sign of a template placeholder. */
const found = (code: string) => patternsIn(code.replaceAll('@', '$'), 'a.ts').map(([pattern]) => pattern);

test.each([
  ["text.replace(/[/]\\/+/gi, '')", ['/[/]\\/+/gi']],
  ["new RegExp('a+', 'u')", ['/a+/u']],
  ['new RegExp(`^(@{PART})*$`)', ['/^(x)*$/']],
  ['new RegExp(given); new RegExp(schema.pattern, flags)', []],
])('the check of regular expressions finds every pattern in the code %s', (code, patterns) => {
  expect(found(code)).toEqual(patterns);
});

test('the check of regular expressions reports unreviewed patterns and slow patterns with their locations', () => {
  const slow = new Map([['/(a+)+$/', 'a.ts:1']]);
  const [accepted = ''] = ACCEPTED.keys();
  expect(unsafe(slow, {})).toEqual([expect.stringMatching(/^a\.ts:1: .* has no verdict yet/)]);
  expect(unsafe(slow, { '/(a+)+$/': 'exponential' })).toEqual(['a.ts:1: /(a+)+$/ is exponential']);
  expect(unsafe(slow, { '/(a+)+$/': 'safe' })).toEqual([]);
  expect(unsafe(new Map([[accepted, 'a.ts:2']]), { [accepted]: '2nd degree polynomial' })).toEqual([]);
});

test('no regular expression that processes external input is vulnerable to ReDoS', async () => {
  expect(await findUnsafePatterns()).toEqual([]);
});
