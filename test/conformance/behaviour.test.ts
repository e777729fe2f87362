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
  const proxy = await startProxy(contract, behaviour);
  const server = await startOwnServer('ours', undefined, proxy.baseUrl);
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

async function saidOf(wanted: string): Promise<readonly string[]> {
  const mutant = mutants.find(({ name }) => name === wanted);
  if (mutant === undefined || !('behaviour' in mutant.change)) throw new Error(`There is no mutant ${wanted}`);
  const [first] = await found(mutant.change.behaviour, mutant.operations);
  const { case: name = 'nothing', departures = [] } = first ?? {};
  return [name.replace(': after a sequence of requests', ''), ...departures];
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
    expect(await saidOf("list items: listSubmissionStatusesV2 another partner's added")).toMatchInlineSnapshot(`
      [
        "listSubmissionStatusesV2",
        "The list has 1 of Submission that it must not have.",
      ]
    `);
  });
  test("list items: listWebhooks another partner's added", async () => {
    expect(await saidOf("list items: listWebhooks another partner's added")).toMatchInlineSnapshot(`
      [
        "listWebhooks",
        "The list has 1 of Webhook that it must not have.",
      ]
    `);
  });
  test('ownership: getWebhook not looked at', async () => {
    expect(await saidOf('ownership: getWebhook not looked at')).toMatchInlineSnapshot(`
      [
        "getWebhook",
        "The contract has 404 not_found for this request, and the answer is 200.",
      ]
    `);
  });
  test('limit: createWebhook one more', async () => {
    expect(await saidOf('limit: createWebhook one more')).toMatchInlineSnapshot(`
      [
        "createWebhook",
        "The contract has 409 too_many_webhooks for this request, and the answer is 201.",
      ]
    `);
  });
  test('list order: listWebhooks reversed', async () => {
    expect(await saidOf('list order: listWebhooks reversed')).toMatchInlineSnapshot(`
      [
        "listWebhooks",
        "The list must have its items oldest first.",
      ]
    `);
  });
  test('list order: listVerificationRequests rotated', async () => {
    expect(await saidOf('list order: listVerificationRequests rotated')).toMatchInlineSnapshot(`
      [
        "listVerificationRequests",
        "The list must have its items as asked.",
      ]
    `);
  });
  test('list items: listWebhooks cut after 5', async () => {
    expect(await saidOf('list items: listWebhooks cut after 5')).toMatchInlineSnapshot(`
      [
        "listWebhooks",
        "The list lacks 1 of Webhook.",
      ]
    `);
  });
  test('list items: listSubmissionStatusesV1 cut after 20', async () => {
    expect(await saidOf('list items: listSubmissionStatusesV1 cut after 20')).toMatchInlineSnapshot(`
      [
        "listSubmissionStatusesV1",
        "The list lacks 9 of Submission.",
      ]
    `);
  });
  test('list items: listVerificationRequests none', async () => {
    expect(await saidOf('list items: listVerificationRequests none')).toMatchInlineSnapshot(`
      [
        "listVerificationRequests",
        "The list lacks 29 of VerificationRequest.",
      ]
    `);
  });
  test('pages: listWebhookDeliveries the first page again', async () => {
    expect(await saidOf('pages: listWebhookDeliveries the first page again')).toMatchInlineSnapshot(`
      [
        "listWebhookDeliveries",
        "The list has 20 of Delivery that it must not have.",
        "There is a next page, and nothing is left for it.",
      ]
    `);
  });
  test('pages: listWebhookDeliveries one left out at the seam', async () => {
    expect(await saidOf('pages: listWebhookDeliveries one left out at the seam')).toMatchInlineSnapshot(`
      [
        "listWebhookDeliveries",
        "The list lacks 1 of Delivery.",
      ]
    `);
  });
  test('pages: listWebhookDeliveries the cursor ignored', async () => {
    expect(await saidOf('pages: listWebhookDeliveries the cursor ignored')).toMatchInlineSnapshot(`
      [
        "listWebhookDeliveries",
        "The list has 20 of Delivery that it must not have.",
        "There is a next page, and nothing is left for it.",
      ]
    `);
  });
  test('replay: addEducation with another body is a conflict', async () => {
    expect(await saidOf('replay: addEducation with another body is a conflict')).toMatchInlineSnapshot(`
      [
        "addEducation",
        "The contract has 201 for this request, and the answer is 409 id_conflict.",
      ]
    `);
  });
  test('replace: replaceWebhook said and not done', async () => {
    expect(await saidOf('replace: replaceWebhook said and not done')).toMatchInlineSnapshot(`
      [
        "rotateWebhookSecret",
        "\`name\` must be what was set, and is not.",
        "\`description\` must be what was set, and is not.",
        "\`url\` must be what was set, and is not.",
      ]
    `);
  });
  test('echo: getWebhook description the value before', async () => {
    expect(await saidOf('echo: getWebhook description the value before')).toMatchInlineSnapshot(`
      [
        "getWebhook",
        "\`description\` must be what was set, and is not.",
      ]
    `);
  });
  test('echo: listWebhooks url without its query', async () => {
    expect(await saidOf('echo: listWebhooks url without its query')).toMatchInlineSnapshot(`
      [
        "listWebhooks",
        "\`url\` must be what was set, and is not.",
      ]
    `);
  });
  test('time: getWebhook created_at as now', async () => {
    expect(await saidOf('time: getWebhook created_at as now')).toMatchInlineSnapshot(`
      [
        "getWebhook",
        "\`created_at\` must be what was set, and is not.",
      ]
    `);
  });
  test('secret: listWebhooks secret shown', async () => {
    expect(await saidOf('secret: listWebhooks secret shown')).toMatchInlineSnapshot(`
      [
        "listWebhooks",
        "A secret stands in the answer that is told only once.",
      ]
    `);
  });
  test('secret: getWebhook secret shown under another name', async () => {
    expect(await saidOf('secret: getWebhook secret shown under another name')).toMatchInlineSnapshot(`
      [
        "getWebhook",
        "A secret stands in the answer that is told only once.",
      ]
    `);
  });
  test("secret: rotateWebhookSecret secret another's", async () => {
    expect(await saidOf("secret: rotateWebhookSecret secret another's")).toMatchInlineSnapshot(`
      [
        "rotateWebhookSecret",
        "A secret stands in the answer that is told only once.",
        "\`secret\` must be new, and was there before.",
      ]
    `);
  });
  test('time: rotateWebhookSecret previous_secret_ends_at an hour early', async () => {
    expect(await saidOf('time: rotateWebhookSecret previous_secret_ends_at an hour early')).toMatchInlineSnapshot(`
      [
        "rotateWebhookSecret",
        "\`previous_secret_ends_at\` is 60 min too early.",
      ]
    `);
  });
  test("link: addMicrocredential redirect_uri content another's", async () => {
    expect(await saidOf("link: addMicrocredential redirect_uri content another's")).toMatchInlineSnapshot(`
      [
        "addMicrocredential",
        "The same request again must get the answer that the first one got.",
      ]
    `);
  });
  test('link: addEducation redirect_uri documentType left out', async () => {
    expect(await saidOf('link: addEducation redirect_uri documentType left out')).toMatchInlineSnapshot(`
      [
        "addEducation",
        "\`redirect_uri\` has other parameters: \`documentType\` must be what was set, and is not.",
      ]
    `);
  });
  test('link: addCredentialBatch asset_uploads/*/url expires an hour early', async () => {
    expect(await saidOf('link: addCredentialBatch asset_uploads/*/url expires an hour early')).toMatchInlineSnapshot(`
      [
        "addCredentialBatch",
        "\`asset_uploads.*.url\` has other parameters: \`expires\` is 60 min too early.",
        "\`asset_uploads.*.url\` has other parameters: \`expires\` is 60 min too early.",
        "\`asset_uploads.*.url\` has other parameters: \`expires\` is 60 min too early.",
        "\`asset_uploads.*.url\` has other parameters: \`expires\` is 60 min too early.",
      ]
    `);
  });
  test('items of a member: addCredentialBatch asset_uploads reversed', async () => {
    expect(await saidOf('items of a member: addCredentialBatch asset_uploads reversed')).toMatchInlineSnapshot(`
      [
        "addCredentialBatch",
        "\`asset_uploads.*.asset_id\` must be what was sent, in its order.",
        "\`asset_uploads.*.asset_type\` must be what was sent, in its order.",
      ]
    `);
  });
  test('identifier: getSubmissionStatusV2 trimmed at the end', async () => {
    expect(await saidOf('identifier: getSubmissionStatusV2 trimmed at the end')).toMatchInlineSnapshot(`
      [
        "getSubmissionStatusV2",
        "The contract has 404 not_found for this request, and the answer is 200.",
      ]
    `);
  });
  test('identifier: addRightToWork letter case folded', async () => {
    expect(await saidOf('identifier: addRightToWork letter case folded')).toMatchInlineSnapshot(`
      [
        "addRightToWork",
        "A first answer says that it is a repeated one.",
        "\`redirect_uri\` has other parameters: \`content\` must be new, and was there before.",
      ]
    `);
  });
  test('identifier: getVerificationRequest decoded twice', async () => {
    expect(await saidOf('identifier: getVerificationRequest decoded twice')).toMatchInlineSnapshot(`
      [
        "getVerificationRequest",
        "The contract has 404 not_found for this request, and the answer is 200.",
      ]
    `);
  });
  test('time: getVerificationRequest created_at in a zone of 5:30', async () => {
    expect(await saidOf('time: getVerificationRequest created_at in a zone of 5:30')).toMatchInlineSnapshot(`
      [
        "getVerificationRequest",
        "\`created_at\` is 330 min too late.",
      ]
    `);
  });
  test('end: deleteWebhook said and not done', async () => {
    expect(await saidOf('end: deleteWebhook said and not done')).toMatchInlineSnapshot(`
      [
        "createWebhook",
        "The contract has 201 for this request, and the answer is 409 too_many_webhooks.",
      ]
    `);
  });
});
