import { expect, test } from 'vitest';
import { checkBump, nextVersion, release } from '../../scripts/release.ts';
import { contract } from '../support/contract.ts';

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

const nothing = { equivalent: [], stricter: [] };

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the contract
test.each<[string, (contract: any) => void, 'patch' | 'minor', 'minor' | 'major']>([
  ['a breaking change', (c) => (c.components.schemas.Text.maxLength = 5), 'minor', 'major'],
  [
    'a breaking change under development',
    (c) => c.components.schemas.WebhookCreate.required.push('name'),
    'patch',
    'minor',
  ],
  ['a new property', (c) => (c.components.schemas.SubmissionLink.properties.note = {}), 'patch', 'minor'],
])('%s is too large a change for a %3$s release', (_name, edit, bump, wanted) => {
  const revision = structuredClone(contract);
  edit(revision);
  expect(() => checkBump(bump, contract, revision, nothing)).toThrow(`need a ${wanted} version`);
  checkBump(wanted, contract, revision, nothing);
});

test('a change to a description needs only a patch release', () => {
  const revision = structuredClone(contract);
  revision.info.description = 'Words.';
  checkBump('patch', contract, revision, nothing);
});
