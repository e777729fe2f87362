import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contract as ours } from '../../../scripts/bundled-targets/contract.ts';
import { checkTarget } from '../../../scripts/conformance/check-target.ts';
import type { TargetReport } from '../../../scripts/conformance/kit-types.ts';
import { runCommand } from '../../../scripts/conformance/run-command.ts';
import type { Contract } from '../../../scripts/contract/openapi.ts';
import { readContract } from '../../../scripts/contract/read-contract.ts';
import { sized } from '../../support/size.ts';
import { brokenMuseums } from './broken-museums.ts';
import { DESK, type Museum, museumFile, startMuseum } from './museum.ts';

// In these tests, the kit checks a server of which it knows only the contract.

const authorization = `Basic ${btoa(DESK)}`;

async function check(contract: Contract, baseUrl: string, more: object = {}): Promise<TargetReport> {
  const partner = { clientId: '', clientSecret: '', registeredDomains: ['*'], headers: { authorization } };
  return checkTarget(
    { name: 'theirs', baseUrl, ...partner },
    { contract, seed: 1, cases: sized(100, 2000), concurrency: 8, maxRequests: 20_000, maxSeconds: 60, ...more },
  );
}

describe('The Museum API server', () => {
  let contract: Contract;
  beforeAll(async () => {
    contract = await readContract(museumFile);
  });

  async function checkMuseum(wrong: Partial<Museum>, more: object = {}): Promise<TargetReport> {
    const museum = await startMuseum(wrong);
    try {
      return await check(contract, museum.baseUrl, more);
    } finally {
      await museum.stop();
    }
  }

  test('the kit covers every response of a correct Museum API server and reports no findings', async () => {
    const { coverage, cutShort, findings } = await checkMuseum({});
    expect(findings).toEqual([]);
    expect(cutShort).toBe(false);
    const missing = (kind: string) => coverage.find((each) => each.kind === kind)?.missing;
    expect([missing('operation x status'), missing('keyword'), missing('relation')]).toEqual([[], [], []]);
  }, 120_000);

  // The nightly build runs all cases, because each takes a second or more.
  const all = Object.entries(brokenMuseums);
  const table = sized(
    all.filter((_, i) => i % 3 === 0),
    all,
  );
  test.each(table)(
    'the kit finds %s',
    async (_, { wrong, found }) => {
      const { findings } = await checkMuseum(wrong, { concurrency: 1, stopAtFirst: true });
      expect(findings.map(({ mismatches }) => mismatches)).toEqual([found]);
    },
    120_000,
  );

  test('the command checks the Museum API server against a contract file', async () => {
    const museum = await startMuseum();
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const options = ['--base-url', museum.baseUrl, '--contract', museumFile, '--cases', '0', '--only', 'getExhibition'];
    try {
      const kit = { contract: ours, command: 'the-kit', startTargets: async () => [] };
      expect(await runCommand(kit, [...options, '--header', `Authorization: ${authorization}`])).toBe(0);
      expect(write.mock.calls.join('')).toContain('PASSED');
      // Without the header, the server rejects the requests.
      expect(await runCommand(kit, options)).toBe(1);
      expect(await runCommand(kit, ['--contract', museumFile])).toBe(2);
      expect(await runCommand(kit, [...options, '--contract', '/nowhere.yaml'])).toBe(2);
    } finally {
      vi.restoreAllMocks();
      await museum.stop();
    }
  }, 120_000);
});
