import { expect, test } from 'vitest';
import { indexContract } from '../../scripts/conformance/contract/contract-index.ts';
import { contractAt } from '../../scripts/conformance/target/environment.ts';
import type { Contract } from '../../scripts/generate/contract.ts';
import { contract } from '../support/contract.ts';

const decisions = ['decideVerificationRequest', 'decideSubmission'];

const knownAt = (baseUrl: string) => {
  const { operationIds, links } = indexContract(contractAt(contract as Contract, baseUrl));
  return decisions.filter((id) => operationIds.includes(id) || links.some(({ to }) => to === id));
};

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:4010',
  'http://[::1]:1',
])('this machine is a sandbox: %s', (at) => {
  expect(knownAt(at)).toEqual(decisions);
});

test.each(
  (contract as unknown as Contract).servers
    .filter((server) => server['x-environment'] !== 'sandbox')
    .map(({ url }) => url),
)('what is for a sandbox alone is not asked for at %s', (at) => {
  expect(knownAt(at)).toEqual([]);
});

test('nor at a host that the contract does not name', () => {
  expect(knownAt('https://somewhere.example')).toEqual([]);
});
