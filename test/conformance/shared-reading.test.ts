import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import { refusedRequests } from '../../scripts/conformance/cases/situations/literal-refusals.ts';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import type { StartedTarget } from '../../scripts/conformance/types.ts';
import type { Violation } from '../../server/contract/problem.ts';

// The kit's judge reads a request with the server's own code. A fault in it is one of both, and must be found all the same.

type Violations = Violation[];
const reading = vi.hoisted(() => ({ change: (found: unknown): unknown => found }));

vi.mock('../../server/contract/violations.ts', async (original) => {
  const { violationsFrom } = await original<typeof import('../../server/contract/violations.ts')>();
  return {
    violationsFrom: (...given: Parameters<typeof violationsFrom>) => reading.change(violationsFrom(...given)),
  };
});

let ours: StartedTarget;
beforeAll(async () => {
  ours = await startOwnServer('ours');
});
afterAll(() => ours.stop());

async function departuresAt(operation: OperationId, change: (found: Violations) => Violations) {
  reading.change = (found) => change(found as Violations);
  const { findings } = await checkTarget(ours.target, {
    contract,
    workflows,
    operations: [operation],
    seed: 1,
    cases: 0,
    concurrency: 8,
    maxRequests: 20_000,
    maxSeconds: 60,
  });
  return findings.flatMap(({ departures }) => departures).join('\n');
}

test.each<[string, OperationId, (found: Violations) => Violations, RegExp]>([
  [
    'another pointer',
    'addRightToWork',
    (found) => found.map((each) => ({ ...each, pointer: each.pointer.replace('/data', '') })),
    /Not among the violations: required at \/data\/credential\/singapore_work_rights/,
  ],
  [
    'another code',
    'listVerificationRequests',
    (found) => found.map((each) => ({ ...each, code: 'wrong_type' })),
    /Not among the violations: required at \?request_id\[\]/,
  ],
  [
    'other words',
    'createWebhook',
    (found) => found.map((each) => ({ ...each, detail: 'is wrong' })),
    /not_https at \/url "must be an https URL/,
  ],
  ['the first violation alone', 'createWebhook', (found) => found.slice(0, 1), /special_address at \/url/],
])('%s', { timeout: 60_000 }, async (_, operation, change, departure) => {
  expect(await departuresAt(operation, (found) => found)).toBe('');
  expect(await departuresAt(operation, change)).toMatch(departure);
});

test('every code that a violation of a JSON body or of a query can have is typed by hand once', () => {
  const typed = Object.values(refusedRequests)
    .flat()
    .flatMap(({ violations }) =>
      'example' in violations ? [] : violations.map((each) => each.split(' ')[1]),
    );
  const codes = contract.components.schemas['ViolationCode']?.['enum'] as string[];
  // Of a file, for which cases/situations/files.ts takes what the contract's example says.
  expect(codes.filter((code) => !typed.includes(code))).toEqual(['wrong_content']);
});
