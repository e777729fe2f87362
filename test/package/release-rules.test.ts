import { expect, test } from 'vitest';
import { type Changes, changelogEntry, nextVersion, release } from '../../scripts/release.ts';

const BREAK = { pointer: '#/paths/~1a~1{id}/get/responses/200', message: '`name` is gone.', isUnderDevelopment: false };
const UNSTABLE = { ...BREAK, message: '`size` is gone.', isUnderDevelopment: true };
const ADDED = { pointer: '#/paths/~1b/get', before: undefined, after: 'listThings' };
const UNCHANGED = { breaks: [], narrowed: [], additions: [] };

test.each([
  [],
  ['huge'],
  ['minor', 'major'],
  ['minor', '--publish'],
])('the release command prints its usage if the arguments are invalid: %j %j', async (...args) => {
  await expect(release(args, () => {})).rejects.toThrow('Usage: npm run release');
});

test.each([
  ['0.1.9', 'patch', '0.1.10'],
  ['0.1.9', 'minor', '0.2.0'],
  ['9.9.9', 'major', '10.0.0'],
] as const)('after version %s, a %s release has the version %s', (from, bump, to) => {
  expect(nextVersion(from, bump)).toBe(to);
});

test.each<[Partial<Changes>, 'patch' | 'minor', 'minor' | 'major']>([
  [{ breaks: [BREAK] }, 'minor', 'major'],
  [{ breaks: [UNSTABLE] }, 'patch', 'minor'],
  [{ narrowed: ['`Name`: no digits.'] }, 'patch', 'minor'],
  [{ additions: [ADDED] }, 'patch', 'minor'],
])('the changes %j are too large for a %s release', (changed, bump, wanted) => {
  expect(() => changelogEntry('1.0.0', bump, { ...UNCHANGED, ...changed })).toThrow(`need a ${wanted} version`);
  expect(changelogEntry('1.0.0', wanted, { ...UNCHANGED, ...changed })).toContain('## 1.0.0');
});

test('a changelog entry lists breaking changes, changes under development, stricter rules, and other changes', () => {
  const changed = { breaks: [BREAK, UNSTABLE], narrowed: ['`Name`: no digits.'], additions: [ADDED] };
  expect(changelogEntry('2.0.0 (2026-01-31)', 'major', changed)).toBe(`## 2.0.0 (2026-01-31)

### Contract: breaking changes

- \`paths//a/{id}/get/responses/200\`: \`name\` is gone.

### Contract: breaking changes to operations under development

- \`paths//a/{id}/get/responses/200\`: \`size\` is gone.

### Contract: stricter rules

- \`Name\`: no digits.

### Contract: changes

- \`paths//b/get\`: \`get\` was absent, and is "listThings".

`);
  expect(changelogEntry('2.0.1', 'patch', UNCHANGED)).toContain('The contract is unchanged');
});
