import { expect, test } from 'vitest';
import { lookalikeOf } from '../../server/domain/lookalike.ts';

const isLookalike = lookalikeOf(['PayPal', 'Acme Hiring', 'Åland Bank']);

test.each([
  ['PayPal', 'the same name'],
  ['\u0440ay\u0440al', 'Cyrillic letters'],
  ['PayPaI', 'a capital I'],
  ['PAYPAL', 'capital letters'],
  ['Pay\u200bPal', 'an invisible character'],
  ['Acrne Hiring', 'r and n'],
  ['ＡＣＭＥ  hiring ', 'wide letters and spaces'],
  ['A\u030aland Bank', 'a combining character'],
])('the service treats the name %s as a lookalike of a registered name (%s)', (name) => {
  expect(isLookalike(name, 'Other Partner')).toBe(true);
});

test.each(['Pay', 'Acme Hiring Group', 'Aland Bank Ltd'])('the name %s resembles no registered name', (name) => {
  expect(isLookalike(name, 'Other Partner')).toBe(false);
});

test('a partner can use a spelling variant of its own name', () => {
  expect(isLookalike('ACME hiring', 'Acme Hiring')).toBe(false);
});
