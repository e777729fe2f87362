import { afterEach, describe, expect, test } from 'vitest';
import type { CheckOptions } from '../../../scripts/conformance/kit-types.ts';
import { readContract } from '../../../scripts/contract/read-contract.ts';
import { sized } from '../../support/size.ts';
import { check } from '../check.ts';
import type { SmallServer } from '../small-server.ts';
import { DESK, type Museum, museumFile, startMuseum } from './museum.ts';

// In these tests, the kit checks an unrelated server, and knows nothing but its contract.

const authorization = `Basic ${btoa(DESK)}`;
const contract = await readContract(museumFile);

describe('The Museum API server', () => {
  let museum: SmallServer;
  afterEach(() => museum.stop());

  async function checkMuseum(wrong: Partial<Museum>, more: Partial<CheckOptions>) {
    museum = await startMuseum(wrong);
    return check({ ...museum.target, headers: { authorization } }, { contract, ...more });
  }

  test('the kit covers every response of a correct Museum API server and reports no findings', async () => {
    const { coverage, cutShort, findings } = await checkMuseum({}, { sequences: sized(2, 40) });
    expect(findings).toEqual([]);
    expect(cutShort).toBe(false);
    const missing = (kind: string) => coverage.find((each) => each.kind === kind)?.missing;
    expect([missing('operation x status'), missing('keyword'), missing('relation')]).toEqual([[], [], []]);
  }, 120_000);

  test.each<[string, Partial<Museum>, string]>([
    [
      'a deleted resource that can still be read',
      { isEnded: false },
      'The list contains a deleted item (exhibitions).',
    ],
    ['an update that is not stored', { changed: (now) => now }, '`opensOn` must be the stored value, but is not.'],
    [
      'the same ID for every new resource',
      { newId: () => '7f1e6ed6-9f0a-4c55-9a39-3a1f5a4d0b11' },
      'The identifier of the new exhibitions was used before.',
    ],
  ])('the kit finds %s', async (_, wrong, mismatch) => {
    const { findings } = await checkMuseum(wrong, { concurrency: 1, stopAtFirst: true });
    expect(findings.flatMap(({ mismatches }) => mismatches)).toContain(mismatch);
  });
});
