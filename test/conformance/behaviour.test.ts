import { describe, expect, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import type { TargetReport } from '../../scripts/conformance/types.ts';
import { behaviourMutants } from './mutants/behaviour/behaviour-mutants.ts';
import { type Behaviour, startProxy } from './mutants/behaviour/proxy.ts';

const { mutants } = behaviourMutants(contract);

/** What the kit finds first in a server that behaves so, in sequences that are not left to chance. */
async function found(behaviour: Behaviour, operations: readonly string[]): Promise<TargetReport['findings']> {
  const server = await startOwnServer('ours');
  const proxy = await startProxy(server.target, contract, behaviour);
  try {
    const report = await checkTarget(proxy.target, {
      contract,
      seed: 1,
      cases: 0,
      concurrency: 8,
      maxRequests: 20_000,
      maxSeconds: 20,
      operations,
      stopAtFirst: true,
    });
    return report.findings;
  } finally {
    await proxy.stop();
    await server.stop();
  }
}

async function saidOf(name: string): Promise<readonly string[]> {
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined || !('behaviour' in mutant.change)) throw new Error(`There is no mutant ${name}`);
  const [first] = await found(mutant.change.behaviour, mutant.operations);
  return [first?.case.replace(': after a sequence of requests', '') ?? 'nothing', ...(first?.departures ?? [])];
}

describe('mutants of behaviour', () => {
  test('are more than 200, each with a name of its own', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThan(200);
  });

  test('stand behind a proxy that changes nothing else', async () => {
    expect(
      await found((asked, send) => send(asked), ['listWebhooks', 'getWebhook', 'listSubmissionStatusesV2']),
    ).toEqual([]);
  });
});

describe('what passed unnoticed is found', () => {
  test("list items: listSubmissionStatusesV2 another partner's added", async () => {
    expect(await saidOf("list items: listSubmissionStatusesV2 another partner's added")).toMatchInlineSnapshot();
  });
  test("list items: listWebhooks another partner's added", async () => {
    expect(await saidOf("list items: listWebhooks another partner's added")).toMatchInlineSnapshot();
  });
  test('ownership: getWebhook not looked at', async () => {
    expect(await saidOf('ownership: getWebhook not looked at')).toMatchInlineSnapshot();
  });
  test('limit: createWebhook one more', async () => {
    expect(await saidOf('limit: createWebhook one more')).toMatchInlineSnapshot();
  });
  test('list order: listWebhooks reversed', async () => {
    expect(await saidOf('list order: listWebhooks reversed')).toMatchInlineSnapshot();
  });
  test('list order: listVerificationRequests rotated', async () => {
    expect(await saidOf('list order: listVerificationRequests rotated')).toMatchInlineSnapshot();
  });
  test('list items: listWebhooks cut after 5', async () => {
    expect(await saidOf('list items: listWebhooks cut after 5')).toMatchInlineSnapshot();
  });
  test('list items: listSubmissionStatusesV1 cut after 20', async () => {
    expect(await saidOf('list items: listSubmissionStatusesV1 cut after 20')).toMatchInlineSnapshot();
  });
  test('list items: listVerificationRequests none', async () => {
    expect(await saidOf('list items: listVerificationRequests none')).toMatchInlineSnapshot();
  });
  test('pages: listWebhookDeliveries the first page again', async () => {
    expect(await saidOf('pages: listWebhookDeliveries the first page again')).toMatchInlineSnapshot();
  });
  test('pages: listWebhookDeliveries one left out at the seam', async () => {
    expect(await saidOf('pages: listWebhookDeliveries one left out at the seam')).toMatchInlineSnapshot();
  });
  test('pages: listWebhookDeliveries the cursor ignored', async () => {
    expect(await saidOf('pages: listWebhookDeliveries the cursor ignored')).toMatchInlineSnapshot();
  });
  test('replay: addEducation with another body is a conflict', async () => {
    expect(await saidOf('replay: addEducation with another body is a conflict')).toMatchInlineSnapshot();
  });
  test('replace: replaceWebhook said and not done', async () => {
    expect(await saidOf('replace: replaceWebhook said and not done')).toMatchInlineSnapshot();
  });
  test('echo: getWebhook description the value before', async () => {
    expect(await saidOf('echo: getWebhook description the value before')).toMatchInlineSnapshot();
  });
  test('echo: listWebhooks url without its query', async () => {
    expect(await saidOf('echo: listWebhooks url without its query')).toMatchInlineSnapshot();
  });
  test('time: getWebhook created_at as now', async () => {
    expect(await saidOf('time: getWebhook created_at as now')).toMatchInlineSnapshot();
  });
  test('secret: listWebhooks secret shown', async () => {
    expect(await saidOf('secret: listWebhooks secret shown')).toMatchInlineSnapshot();
  });
  test('secret: getWebhook secret shown under another name', async () => {
    expect(await saidOf('secret: getWebhook secret shown under another name')).toMatchInlineSnapshot();
  });
  test("secret: rotateWebhookSecret secret another's", async () => {
    expect(await saidOf("secret: rotateWebhookSecret secret another's")).toMatchInlineSnapshot();
  });
  test('time: rotateWebhookSecret previous_secret_ends_at an hour early', async () => {
    expect(await saidOf('time: rotateWebhookSecret previous_secret_ends_at an hour early')).toMatchInlineSnapshot();
  });
  test("link: addMicrocredential redirect_uri content another's", async () => {
    expect(await saidOf("link: addMicrocredential redirect_uri content another's")).toMatchInlineSnapshot();
  });
  test('link: addEducation redirect_uri documentType left out', async () => {
    expect(await saidOf('link: addEducation redirect_uri documentType left out')).toMatchInlineSnapshot();
  });
  test('link: addCredentialBatch asset_uploads/*/url expires an hour early', async () => {
    expect(await saidOf('link: addCredentialBatch asset_uploads/*/url expires an hour early')).toMatchInlineSnapshot();
  });
  test('items of a member: addCredentialBatch asset_uploads reversed', async () => {
    expect(await saidOf('items of a member: addCredentialBatch asset_uploads reversed')).toMatchInlineSnapshot();
  });
  test('identifier: getSubmissionStatusV2 trimmed at the end', async () => {
    expect(await saidOf('identifier: getSubmissionStatusV2 trimmed at the end')).toMatchInlineSnapshot();
  });
  test('identifier: addRightToWork letter case folded', async () => {
    expect(await saidOf('identifier: addRightToWork letter case folded')).toMatchInlineSnapshot();
  });
  test('identifier: getVerificationRequest decoded twice', async () => {
    expect(await saidOf('identifier: getVerificationRequest decoded twice')).toMatchInlineSnapshot();
  });
  test('time: createVerificationRequest created_at in a zone of 5:30', async () => {
    expect(await saidOf('time: createVerificationRequest created_at in a zone of 5:30')).toMatchInlineSnapshot();
  });
  test('end: deleteWebhook said and not done', async () => {
    expect(await saidOf('end: deleteWebhook said and not done')).toMatchInlineSnapshot();
  });
});
