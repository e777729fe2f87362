import { describe, expect, test } from 'vitest';
import { contractRules } from '../../server/domain/contract-rules.ts';

const rules = contractRules({
  domains: ['example.edu', 'files.example.org'],
  scopes: ['write.education'],
  allowLoopback: false,
});

describe('x-registered-domain', () => {
  test.each([
    ['https://example.edu/a.pdf', true],
    ['http://EXAMPLE.edu', true],
    ['https://example.edu:8443/a', true],
    ['https://documents.example.edu/a', false],
    ['https://example.edu./a', true],
    ['https://files.example.org/', true],
    ['https://example.org/', false],
    ['https://evil-example.edu/', false],
    ['https://example.edu.evil.test/', false],
    ['https://evil.test/example.edu', false],
    ['https://evil.test?example.edu', false],
    ['https://evil.test#@example.edu', false],
    ['https://xn--mnchen-3ya.test/', false],
    ['https://[::1]/', false],
    ['https://[', false],
    ['https://', false],
    ['example.edu', false],
  ])('%s: %s', (url, expected) => {
    expect(rules.registeredDomain(url)).toBe(expected);
  });

  test('a partner without domains has none, and * is any', () => {
    expect(
      contractRules({ domains: [], scopes: [], allowLoopback: false }).registeredDomain(
        'https://example.edu/',
      ),
    ).toBe(false);
    expect(
      contractRules({ domains: ['*'], scopes: [], allowLoopback: false }).registeredDomain(
        'https://anything.test/',
      ),
    ).toBe(true);
    expect(
      contractRules({ domains: ['*'], scopes: [], allowLoopback: false }).registeredDomain('https://['),
    ).toBe(false);
  });
});

test.each([
  ['{}', true],
  [' {"a":[1]} ', true],
  ['[]', false],
  ['null', false],
  ['"{}"', false],
  ['{', false],
  ['', false],
  [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, true],
])('x-json-content of %.20s: %s', (text, expected) => {
  expect(rules.jsonContent(text, 'object')).toBe(expected);
});

test('x-max-bytes counts bytes, not characters', () => {
  expect(rules.maxBytes('éé', 4)).toBe(true);
  expect(rules.maxBytes('éé', 3)).toBe(false);
  expect(rules.maxBytes('🙂', 4)).toBe(true);
  expect(rules.maxBytes('🙂', 3)).toBe(false);
});

test('x-required-scope asks for a scope of the token', () => {
  expect(rules.granted('write.education')).toBe(true);
  expect(rules.granted('write.right_to_work')).toBe(false);
});

describe('x-not-inside', () => {
  const rule = { items: 'majors', text: 'course_name' };
  test.each([
    ['Bachelor of Finance', ['Finance'], true],
    ['Bachelor of FINANCE', ['finance'], true],
    ['Bachelor of Data  Science', ['data science'], true],
    ['Bachelor of Arts', ['Economics', 'Arts'], true],
    ['Bachelor of Commerce (Finance)', ['Finance'], true],
    ['Bachelor of Électronique', ['e\u0301lectronique'], true],
    ['Bachelor of Ｆｉｎａｎｃｅ', ['Finance'], true],
    ['Bachelor of Hospitality', ['IT'], false],
    ['Bachelor of Arts', ['Art'], false],
    ['Bachelor of Commerce', ['Finance'], false],
    ['Bachelor of Commerce', [], false],
    ['Bachelor of Commerce', ['', ' - '], false],
    ['Bachelor of Science', ['Data Science'], false],
  ])('%s with the majors %j: %s', (course_name, majors, inside) => {
    expect(rules.notInside({ course_name, majors }, rule)).toEqual(inside ? ['/course_name'] : []);
  });

  test('values of other types are none of its business', () => {
    for (const value of [
      {},
      { majors: 'a', course_name: 'a' },
      { majors: [1, null, {}], course_name: '1' },
      { majors: ['a'] },
    ]) {
      expect(rules.notInside(value, rule)).toEqual([]);
    }
  });
});

describe('x-unique', () => {
  const sets = [['/own/id', '/items/*/id'], ['/items/*/assets/*/id']];
  test('every value but the first of its like is named', () => {
    const value = {
      own: { id: 'a' },
      items: [
        { id: 'b', assets: [{ id: 'a' }, { id: 'b' }] },
        { id: 'a', assets: [{ id: 'b' }] },
        { id: 'b' },
        { id: 'B' },
      ],
    };
    expect(rules.unique(value, sets)).toEqual(['/items/1/id', '/items/2/id', '/items/1/assets/0/id']);
  });

  test('values of other types are none of its business', () => {
    for (const value of [
      {},
      { items: 'x' },
      { items: [1, null, { id: 1 }, { id: 1 }] },
      { own: null, items: [[]] },
    ]) {
      expect(rules.unique(value, sets)).toEqual([]);
    }
  });
});
