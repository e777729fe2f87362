import { expect, test } from 'vitest';
import { CannotRelease, readArguments } from '../../scripts/release/arguments.ts';
import { changelogEntry, withEntry } from '../../scripts/release/changelog.ts';
import { type Changes, placeInWords, refusalOf } from '../../scripts/release/changes.ts';
import { newTexts } from '../../scripts/release/new-texts.ts';
import { nextVersion } from '../../scripts/release/version.ts';

const BREAK = {
  place: '#/paths/~1a~1{id}/get/responses/200',
  message: '`name` is gone.',
  isUnderDevelopment: false,
};
const changes = (more: Partial<Changes>): Changes => ({
  bump: 'patch',
  breaks: [],
  narrowed: [],
  others: [],
  wording: 0,
  ...more,
});

test.each([
  [],
  ['huge'],
  ['minor', 'major'],
  ['minor', '--publish'],
  ['minor', '--write', '--dry-run'],
])('what is no release is told how to ask for one: %j %j', (...args) => {
  expect(() => readArguments(args)).toThrow(CannotRelease);
  expect(() => readArguments(args)).toThrow('Usage: npm run release');
});

test('a release is a dry run unless it says otherwise', () => {
  expect(readArguments(['minor'])).toEqual({ bump: 'minor', write: false });
  expect(readArguments(['major', '--dry-run'])).toEqual({ bump: 'major', write: false });
  expect(readArguments(['patch', '--write'])).toEqual({ bump: 'patch', write: true });
});

test.each([
  ['0.1.9', 'patch', '0.1.10'],
  ['0.1.9', 'minor', '0.2.0'],
  ['0.1.9', 'major', '1.0.0'],
  ['9.9.9', 'major', '10.0.0'],
] as const)('after %s, a %s release is %s', (from, bump, to) => {
  expect(nextVersion(from, bump)).toBe(to);
});

test.each(['1.2', '1.2.3-beta', 'v1.2.3', ''])('%j is no version to go on from', (version) => {
  expect(() => nextVersion(version, 'patch')).toThrow(TypeError);
});

test('a release that says less than what changed is refused, with the places', () => {
  expect(refusalOf(changes({ bump: 'minor' }), 'patch')).toMatch(/want a minor version, not a patch one/);
  const refusal = refusalOf(changes({ bump: 'major', breaks: [BREAK] }), 'minor');
  expect(refusal).toContain(BREAK.message);
  expect(refusal).toContain(BREAK.place);
});

test('a release may say more than what changed', () => {
  expect(refusalOf(changes({ bump: 'patch' }), 'major')).toBeNull();
  expect(refusalOf(changes({ bump: 'minor' }), 'minor')).toBeNull();
});

test('an entry tells what breaks, what broke while it was under development, and what else changed', () => {
  const breaks = [BREAK, { ...BREAK, message: '`size` is gone.', isUnderDevelopment: true }];
  expect(
    changelogEntry(
      '2.0.0',
      '2026-01-31',
      changes({ breaks, narrowed: ['`Name`: no digits.'], others: ['Added `GET /b`'], wording: 2 }),
    ),
  ).toBe(
    `## 2.0.0 (2026-01-31)

### Breaking

- \`GET /a/{id}\`, \`responses/200\`: \`name\` is gone.

### Under development: changed in a way that clients notice

- \`GET /a/{id}\`, \`responses/200\`: \`size\` is gone.

### Rules that refuse more

- \`Name\`: no digits.

### Changes

- Added \`GET /b\`
- Words, examples and code samples, in 2 places
`,
  );
  expect(changelogEntry('2.0.1', '2026-01-31', changes({}))).toContain('The contract is unchanged.');
});

test('the newest entry stands first, under the head of the changelog', () => {
  expect(withEntry('# Changelog\n\nWords.\n\n## 1.0.0\n\nOld.\n', '## 1.1.0\n\nNew.\n')).toBe(
    '# Changelog\n\nWords.\n\n## 1.1.0\n\nNew.\n\n## 1.0.0\n\nOld.\n',
  );
});

test('what is outside of the paths is told as it stands', () => {
  expect(placeInWords('#/components/securitySchemes/oauth2')).toBe('`components/securitySchemes/oauth2`');
});

const texts = {
  'spec/openapi.yaml': 'openapi: 3.1.0\ninfo:\n  title: T\n  version: 0.1.0\n',
  'package.json': '{\n  "name": "p",\n  "version": "0.1.0"\n}',
  'package-lock.json': '{"version": "0.1.0", "packages": {"": {"version": "0.1.0"}, "other": {"version": "0.1.0"}}}',
  'CHANGELOG.md': '# C\n\n## 0.1.0\n',
};

test('the version changes where the project says its own, and nowhere else', () => {
  const after = newTexts(texts, '0.1.0', '0.2.0', '## 0.2.0\n');
  expect(after['spec/openapi.yaml']).toBe(texts['spec/openapi.yaml'].replace('0.1.0', '0.2.0'));
  expect(after['package.json']).toBe(texts['package.json'].replace('0.1.0', '0.2.0'));
  expect(after['package-lock.json']).toBe(
    '{"version": "0.2.0", "packages": {"": {"version": "0.2.0"}, "other": {"version": "0.1.0"}}}',
  );
});

test('a file that says another version stops the release', () => {
  expect(() => newTexts({ ...texts, 'package.json': '{}' }, '0.1.0', '0.2.0', '')).toThrow(
    'package.json does not say that the version is 0.1.0',
  );
});
