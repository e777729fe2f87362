import { describe, expect, test } from 'vitest';
import { validatorFor } from '../../../scripts/conformance/validators/schema-validator.ts';
import type { Schema } from '../../../scripts/contract/openapi.ts';
import { contractRules as serverRules } from '../../../server/api/contract/extension-keywords.ts';
import { contract } from '../../support/contract.ts';

type Rules = Pick<ReturnType<typeof serverRules>, 'jsonObject' | 'maxBytes' | 'granted' | 'disjoint' | 'unique'>;

function kitRules(partner: Parameters<typeof serverRules>[0]): Rules {
  const errorsIn = (value: unknown, schema: Schema) => validatorFor(contract, schema)(value, partner);
  const isValid = (value: unknown, schema: Schema) => errorsIn(value, schema).length === 0;
  const pointersIn = (value: unknown, schema: Schema) => errorsIn(value, schema).flatMap(({ params }) => params['at']);
  return {
    jsonObject: (text) => isValid(text, { contentMediaType: 'application/json', contentSchema: { type: 'object' } }),
    maxBytes: (text, limit) => isValid(text, { 'x-max-bytes': limit }),
    granted: (scope) => isValid(['any item'], { 'x-required-scope': scope }),
    disjoint: (value, rule) => pointersIn(value, { 'x-disjoint': rule }),
    unique: (value, sets) => pointersIn(value, { 'x-unique': sets }),
  };
}

const implementations = { server: serverRules, kit: kitRules };

describe.each(Object.entries(implementations))('The contract rules of the %s', (_, contractRules) => {
  const rules = contractRules({ domains: [], scopes: ['write.education'], allowLoopback: false });

  test.each([
    ['{}', true],
    [' {"a":[1]} ', true],
    ['[]', false],
    ['null', false],
    ['"{}"', false],
    ['{', false],
    ['', false],
    [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, true],
  ])('the string %s counts as a JSON object: %s', (text, expected) => {
    expect(rules.jsonObject(text)).toBe(expected);
  });

  test('x-max-bytes counts UTF-8 bytes instead of characters', () => {
    expect(rules.maxBytes('éé', 4)).toBe(true);
    expect(rules.maxBytes('éé', 3)).toBe(false);
    expect(rules.maxBytes('🙂', 4)).toBe(true);
    expect(rules.maxBytes('🙂', 3)).toBe(false);
  });

  test('x-required-scope accepts a value only if the token has the required scope', () => {
    expect(rules.granted('write.education')).toBe(true);
    expect(rules.granted('write.right_to_work')).toBe(false);
  });

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
  ])('x-disjoint detects whether the course name %s contains one of the majors %j: %s', (course_name, majors, inside) => {
    expect(rules.disjoint({ course_name, majors }, rule)).toEqual(inside ? ['/course_name'] : []);
  });

  test.each([
    {},
    { majors: 'a', course_name: 'a' },
    { majors: [1, null, {}], course_name: '1' },
    { majors: ['a'] },
  ])('x-disjoint ignores values of unexpected types: %j', (value) => expect(rules.disjoint(value, rule)).toEqual([]));

  const sets = [['/own/id', '/items/*/id'], ['/items/*/assets/*/id']];
  test('x-unique reports every occurrence of a duplicate value except the first', () => {
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

  test.each([
    {},
    { items: 'x' },
    { items: [1, null, { id: 1 }, { id: 1 }] },
    { own: null, items: [[]] },
  ])('x-unique ignores values of unexpected types: %j', (value) => expect(rules.unique(value, sets)).toEqual([]));
});
