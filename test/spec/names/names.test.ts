import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scopes } from '../../../generated/operations.ts';
import { requestBodies } from '../../../generated/validators.js';
import { contractRules } from '../../../server/contract/contract-rules.ts';
import type { Violation } from '../../../server/contract/problem.ts';
import { violationsFrom } from '../../../server/contract/violations.ts';
import nearMisses from './near-misses.json' with { type: 'json' };
import wrongNames from './wrong-names.json' with { type: 'json' };

const rules = contractRules({ domains: ['*'], scopes, allowLoopback: false });

const credentials = {
  addEducation: {
    full_name: 'Alex Example',
    education_provider: 'Example University',
    course_name: 'Bachelor of Examples',
    conferral_year: '2024',
  },
  addMicrocredential: {
    full_name: 'Alex Example',
    issuer_name: 'Example Skills Academy',
    microcredential_name: 'Workplace First Aid',
    issue_date: '2024-01-31',
  },
};

/** Returns the violations of a submission in which only the given property can be invalid. */
function violationsOf(member: string, name: string): Pick<Violation, 'pointer' | 'detail'>[] {
  const operation = Object.hasOwn(credentials.addMicrocredential, member) ? 'addMicrocredential' : 'addEducation';
  const changed = member === 'majors/0' ? { majors: [name] } : { [member]: name };
  const credential = { ...credentials[operation], ...changed };
  const credential_type = operation === 'addEducation' ? 'education' : 'microcredential';
  const validate = requestBodies[operation];
  const body = { id: 'NAME-1', credential_type, document_type: 'none', data: { credential } };
  const errors = validate?.call(rules, body) ? [] : (validate?.errors ?? []);
  return violationsFrom(errors).map(({ pointer, detail }) => ({ pointer, detail }));
}

const lists = [
  ['qualifications.tsv', 'course_name', 400],
  ['issuers.tsv', 'issuer_name', 200],
  ['titles.tsv', 'microcredential_name', 150],
] as const;

describe.each(lists)('The real names in %s', (file, member, least) => {
  const [, ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const names = rows.map((row) => row.split('\t'));

  test(`the validator accepts every name as ${member}`, () => {
    const refused = names.filter(([name = '']) => violationsOf(member, name).length > 0);
    expect(refused.map(([name = '']) => [name, ...violationsOf(member, name).map(({ detail }) => detail)])).toEqual([]);
  });

  test('every name is unique, and has a country and a source that README.md lists', () => {
    expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(least);
    expect(new Set(names.map(([, country]) => country)).size).toBeGreaterThanOrEqual(5);
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const unknown = names.filter(
      ([, country = '', source]) => !/^[A-Z]{2}$/.test(country) || !readme.includes(`| ${source} |`),
    );
    expect(unknown).toEqual([]);
  });
});

const table = Object.entries(wrongNames).flatMap(([member, messages]) =>
  Object.entries(messages).flatMap(([message, names]) => names.map((name) => ({ member, message, name }))),
);

test('the validator rejects every wrong name in the table with the documented message', () => {
  const mismatches = table
    .map(({ member, message, name }) => ({ name, found: violationsOf(member, name), pointer: member, detail: message }))
    .filter(({ found, pointer, detail }) => {
      const at = `/data/credential/${pointer}`;
      return (
        !found.some((one) => one.pointer === at && one.detail === detail) || found.some((one) => one.pointer !== at)
      );
    });
  expect(mismatches).toEqual([]);
});

test('the validator rejects wrong names in any letter case, except abbreviations', () => {
  const words = table.filter(({ message }) => !message.startsWith('must be written out in full'));
  const accepted = words.filter(({ member, name }) =>
    [name.toUpperCase(), name.toLowerCase()].some((each) => violationsOf(member, each).length === 0),
  );
  expect(accepted).toEqual([]);
});

test.each(Object.entries(nearMisses))('a %s that only resembles a wrong name is accepted', (member, names) => {
  expect(names.filter((name) => violationsOf(member, name).length > 0)).toEqual([]);
});
