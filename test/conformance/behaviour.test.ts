import { describe, expect, test } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import type { TargetReport } from '../../scripts/conformance/kit-types.ts';
import { behaviourMutants } from './mutants/behaviour/behaviour-mutants.ts';
import { type Behaviour, startProxy } from './mutants/behaviour/proxy.ts';

const mutants = behaviourMutants(contract);

/** Returns the first finding for a server with this behaviour. The kit sends only deterministic request sequences. */
async function found(behaviour: Behaviour, operations: readonly string[]): Promise<TargetReport['findings']> {
  const proxy = await startProxy(contract, behaviour);
  const server = await startServerTarget('ours', undefined, proxy.baseUrl);
  try {
    const report = await checkTarget(proxy.before(server.target), {
      contract,
      seed: 1,
      cases: 0,
      concurrency: 8,
      maxRequests: 20_000,
      maxSeconds: 20,
      only: ['relations', ...operations],
      stopAtFirst: true,
    });
    return report.findings;
  } finally {
    await proxy.stop();
    await server.stop();
  }
}

async function findingFor(wanted: string): Promise<readonly string[]> {
  const mutant = mutants.find(({ name }) => name === wanted);
  if (mutant === undefined || !('behaviour' in mutant.change)) throw new Error(`There is no mutant ${wanted}`);
  const [first] = await found(mutant.change.behaviour, mutant.operations);
  const { case: name = 'nothing', mismatches = [] } = first ?? {};
  return [name.replace(': after a sequence of requests', ''), ...mismatches];
}

describe('The behaviour mutants', () => {
  test('there are more than 200 behaviour mutants with unique names', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThan(200);
  });

  test('the proxy without a mutant causes no finding', async () => {
    expect(
      await found((asked, send) => send(asked), ['listWebhooks', 'getWebhook', 'listSubmissionStatusesV2']),
    ).toEqual([]);
  });
});

/** One mutant of each kind, with the operation and the mismatches that the kit reports. */
const kinds: readonly [mutant: string, operation: string, ...mismatches: string[]][] = [
  [
    'list items: listSubmissionStatusesV2 items of another partner added',
    'listSubmissionStatusesV2',
    'The list contains 1 items (Submission) that it must not contain.',
  ],
  ['ownership: getWebhook not checked', 'getWebhook', 'The response must be 404 not_found, but is 200.'],
  ['limit: createWebhook one more', 'createWebhook', 'The response must be 409 too_many_webhooks, but is 201.'],
  ['list order: listVerificationRequests rotated', 'listVerificationRequests', 'The list must be sorted as asked.'],
  ['pages: listWebhookDeliveries the cursor ignored', 'listWebhookDeliveries', 'The list lacks 1 items (Delivery).'],
  [
    'replay: addEducation with a different body is a conflict',
    'addEducation',
    'The response must be 201, but is 409 id_conflict.',
  ],
  [
    'echo: getWebhook description the previous value',
    'getWebhook',
    '`description` must be the stored value, but is not.',
  ],
  ['secret: getWebhook secret shown under another name', 'getWebhook', 'A secret must be returned only once.'],
  [
    'time: rotateWebhookSecret previous_secret_ends_at an hour early',
    'rotateWebhookSecret',
    '`previous_secret_ends_at` is 60 min too early.',
  ],
  [
    'link: addEducation redirect_uri documentType missing',
    'addEducation',
    '`redirect_uri` has wrong parameters: `documentType` must be the stored value, but is not.',
  ],
  [
    'items of a property: addCredentialBatch asset_uploads reversed',
    'addCredentialBatch',
    '`asset_uploads.*.asset_id` must contain the sent items in order.',
    '`asset_uploads.*.asset_type` must contain the sent items in order.',
  ],
  [
    'identifier: getVerificationRequest decoded twice',
    'getVerificationRequest',
    'The response must be 404 not_found, but is 200.',
  ],
];

test.each(kinds)('the kit detects the mutant "%s"', async (mutant, operation, ...mismatches) => {
  expect(await findingFor(mutant)).toEqual([operation, ...mismatches]);
});
