import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { maxViolations, type OperationId, scopes } from '../../../generated/operations.ts';
import { type ContractError, requestBodies } from '../../../generated/validators.js';
import { contractRules, type WarningCheck } from '../../../server/api/contract/extension-keywords.ts';
import { violationsFrom } from '../../../server/api/contract/violations.ts';
import { systemClock } from '../../../server/domain/clock.ts';
import { contract } from '../../support/contract.ts';
import statements from './statements.json' with { type: 'json' };

const properties: Record<string, { schema: string; operation: OperationId; pointer: string }> = {
  course_name: { schema: 'CourseName', operation: 'addEducation', pointer: '/data/credential/course_name' },
  'majors/0': { schema: 'Major', operation: 'addEducation', pointer: '/data/credential/majors/0' },
  issuer_name: { schema: 'IssuerName', operation: 'addMicrocredential', pointer: '/data/credential/issuer_name' },
  microcredential_name: {
    schema: 'MicrocredentialName',
    operation: 'addMicrocredential',
    pointer: '/data/credential/microcredential_name',
  },
};

const credentials: Partial<Record<OperationId, object>> = {
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

/** A name, or a list of a course name and the majors of the course. */
type Name = string | string[];

/** Returns the violations and warnings for a name. Throws if any other property causes a violation or a warning. */
function judge(member: string, given: Name): { refused: string[]; warned: string[] } {
  const { operation, pointer } = properties[member] as (typeof properties)[string];
  const [name, ...majors] = [given].flat();
  const changed = member === 'majors/0' ? { majors: [name] } : { [member]: name, ...(majors.length > 0 && { majors }) };
  const credential = { ...credentials[operation], ...changed };
  const credential_type = operation === 'addEducation' ? 'education' : 'microcredential';
  const validate = requestBodies[operation];
  const names: WarningCheck[] = [];
  const rules = contractRules({ domains: ['*'], scopes, allowLoopback: false }, names);
  const body = { id: 'NAME-1', credential_type, document_type: 'none', data: { credential } };
  const errors: ContractError[] = validate?.call(rules, body) ? [] : (validate?.errors ?? []);
  const warnings = errors.length > 0 ? [] : names.flatMap((check) => check(systemClock.now()));
  const others = [...violationsFrom(errors), ...warnings].filter((each) => each.pointer !== pointer);
  if (others.length > 0) throw new Error(`${name}: ${others.map((each) => each.pointer)}`);
  return {
    refused: errors.map(({ keyword, params }) => (keyword === 'x-naming-rules' ? params['rule'] : keyword)),
    warned: warnings.map(({ code }) => code),
  };
}

const lists = [
  ['qualifications.tsv', 'course_name', 750],
  ['issuers.tsv', 'issuer_name', 350],
  ['titles.tsv', 'microcredential_name', 280],
] as const;

describe.each(lists)('The real names in %s', (file, member, least) => {
  const [, ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const names = rows.map((row) => row.split('\t'));
  const verdicts = names.map(([name = '']) => ({ name, ...judge(member, name) }));

  test(`the service accepts every real name as ${member}, and warns about at most 1 % of the names`, () => {
    expect(verdicts.filter(({ refused }) => refused.length > 0)).toEqual([]);
    expect(verdicts.filter(({ warned }) => warned.length > 0).length).toBeLessThanOrEqual(names.length / 100);
  });

  test('every real name in the test data is unique, and has a country code and a source in README.md', () => {
    expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(least);
    expect(new Set(names.map(([, country]) => country)).size).toBeGreaterThanOrEqual(40);
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const unknown = names.filter(
      ([, country = '', source]) => !/^[A-Z]{2}$/.test(country) || !readme.includes(`| ${source} |`),
    );
    expect(unknown).toEqual([]);
  });
});

const byName = (names: readonly Name[]) => names.map((name) => [name].flat().join(' + '));

describe.each(statements)('The statement $statement', ({ member, accepted, ...wrong }) => {
  const isRuleOf = (kind: 'refused' | 'warned') =>
    Object.entries(wrong[kind] as Partial<Record<string, Name[]>>).map(([rule, names = []]) => [rule, names] as const);

  test.each(isRuleOf('refused'))('the naming rule %s rejects the wrong names in statements.json', (rule, names) => {
    expect(byName(names.filter((name) => !judge(member, name).refused.includes(rule)))).toEqual([]);
  });

  test.each(
    isRuleOf('warned'),
  )('the naming rule %s accepts the suspicious names in statements.json with a warning', (rule, names) => {
    const mismatches = names.filter((name) => {
      const { refused, warned } = judge(member, name);
      return refused.length > 0 || !warned.includes(rule);
    });
    expect(byName(mismatches)).toEqual([]);
  });

  test('the service accepts the correct names in statements.json without a warning', () => {
    const mismatches = (accepted as Name[]).filter((name) => {
      const { refused, warned } = judge(member, name);
      return refused.length > 0 || warned.length > 0;
    });
    expect(accepted.length).toBeGreaterThan(0);
    expect(byName(mismatches)).toEqual([]);
  });
});

test('statements.json contains examples for every naming rule of the contract', () => {
  const found = statements.flatMap(({ member, refused, warned }) => [
    ...Object.keys(refused).map((rule) => `${member} refused ${rule}`),
    ...Object.keys(warned).map((rule) => `${member} warned ${rule}`),
  ]);
  const rulesOf = (schema: string, keyword: string) => Object.keys(contract.components.schemas[schema][keyword] ?? {});
  const expected = Object.entries(properties).flatMap(([member, { schema }]) => [
    ...rulesOf(schema, 'x-naming-rules').map((rule) => `${member} refused ${rule}`),
    ...rulesOf(schema, 'x-naming-warnings').map((rule) => `${member} warned ${rule}`),
  ]);
  expect(found.toSorted()).toEqual([...expected, 'course_name refused x-disjoint'].toSorted());
});

test('every full form in a naming rule has an abbreviation in the same rule, and the service accepts the full form without a warning', () => {
  const { 'x-naming-rules': rules, 'x-naming-warnings': warnings } = contract.components.schemas.CourseName;
  const all: { abbreviations?: string[]; fullForms?: Record<string, string> }[] = [
    ...Object.values<object>(rules),
    warnings.abbreviation,
  ];
  const forms = all.flatMap(({ abbreviations = [], fullForms = {} }) => {
    const known = abbreviations.map((word) => word.toLowerCase());
    return Object.entries(fullForms).map(([word, form]) => ({ form, isKnown: known.includes(word) }));
  });
  expect(forms.length).toBeGreaterThan(250);
  const wrong = forms.filter(({ form, isKnown }) => {
    const { refused, warned } = judge('course_name', form);
    return !isKnown || refused.length + warned.length > 0;
  });
  expect(wrong).toEqual([]);
});

test('the maximum number of warnings in a response equals the maximum number of violations in a problem', () => {
  expect(contract.components.schemas.Warnings.maxItems).toBe(maxViolations);
});

test('the contract lists exactly the warning codes that the tests trigger', () => {
  const codes = contract.components.schemas.WarningCode['x-extensible-enum'] as string[];
  const warned = new Set(statements.flatMap((statement) => Object.keys(statement.warned)));
  // Warnings that tests in decisions.test.ts, value-warnings.test.ts, and requests.test.ts trigger.
  const others = ['guessable', 'contradiction', 'future', 'different_content'];
  expect([...warned, ...others].toSorted()).toEqual(codes.toSorted());
});

test('the naming rules against misspellings, honours, and generic names are case-insensitive', () => {
  const isCaseless = (rule: string) => ['honours', 'spelling', 'generic'].includes(rule);
  const accepted = statements.flatMap(({ member, refused }) =>
    Object.entries(refused)
      .flatMap(([rule, names]) => (isCaseless(rule) ? (names as string[]) : []))
      .filter((name) =>
        [name.toUpperCase(), name.toLowerCase()].some((each) => judge(member, each).refused.length === 0),
      ),
  );
  expect(accepted).toEqual([]);
});
