import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lintContract } from '../../scripts/check-spec.ts';
import { root } from '../../scripts/root.ts';

type Breach = readonly [rule: string, file: string, from: string | RegExp, to: string];

/** Lints a copy of the contract with these breaches; the findings, or '' when there are none. */
async function findingsOf(breaches: readonly Breach[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'spec-'));
  try {
    await cp(path.join(root, 'spec'), path.join(folder, 'spec'), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [, file, from, to] of breaches) {
      const target = path.join(folder, 'spec', file);
      const text = await readFile(target, 'utf8');
      const edited = text.replace(from, to);
      expect(edited, `${file} has no ${from}`).not.toBe(text);
      await writeFile(target, edited);
    }
    return await lintContract(path.join(folder, 'spec')).then(
      () => '',
      (error: Error) => error.message,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Breaches that are looked for at once: no two of one rule in one file, so that each finding is of one breach alone. */
function groupsOf(breaches: readonly Breach[]): Breach[][] {
  const groups: Breach[][] = [];
  for (const breach of breaches) {
    const group = groups.find((others) => others.every(([rule, file]) => rule !== breach[0] || file !== breach[1]));
    if (group) group.push(breach);
    else groups.push([breach]);
  }
  return groups;
}

test('the contract keeps every rule', async () => {
  await expect(lintContract(path.join(root, 'spec'))).resolves.toBeUndefined();
});

const WRONG_CONTENT = "    '422':\n      $ref: ../components/responses/WrongContent.yaml\n    '404':";

describe('a breach is found', () => {
  const addEducation = 'paths/v1-add-education.yaml';
  const breaches: Breach[] = [
    ['house/operation-id-form', addEducation, 'addEducation', 'EducationAdd'],
    ['house/operation-id-form', 'paths/v1-add-right-to-work.yaml', 'addRightToWork', 'add_right_to_work'],
    ['house/explicit-security', 'paths/well-known-jwks.yaml', '  security: []\n', ''],
    ['house/problem-responses', addEducation, / {4}'500':\n.*\n/, ''],
    ['house/problem-responses', 'paths/v1-add-right-to-work.yaml', / {4}default:\n.*\n/, ''],
    ['house/problem-responses', 'paths/v1-add-english-proficiency.yaml', / {4}'403':\n.*\n/, ''],
    ['house/problem-responses', 'paths/v1-add-microcredential.yaml', / {4}'415':\n.*\n/, ''],
    ['house/problem-responses', 'paths/v2-submission-status.yaml', / {4}'404':\n.*\n/, ''],
    ['house/problem-responses', 'paths/v2-submission-status.yaml', "    '404':", WRONG_CONTENT],
    [
      'house/problem-responses',
      'components/responses/SubmissionNotFound.yaml',
      'application/problem+json',
      'application/json',
    ],
    ['house/request-id-header', 'components/responses/SubmissionNotFound.yaml', /headers:\n.*\n.*\n/, ''],
    ['house/closed-requests', 'components/schemas/Transcript.yaml', 'additionalProperties: false\n', ''],
    ['house/closed-requests', 'components/schemas/EducationAsset.yaml', 'additionalProperties: false\n', ''],
    ['house/named-examples', 'paths/v1-oauth-token.yaml', / {8}examples:\n( {10}.*\n)+? {2}responses/, '  responses'],
    ['house/body-limit', addEducation, / {2}x-body-limit: .*\n/, ''],
    ['house/snake-case-properties', 'components/schemas/UploadedAsset.yaml', '  size:\n', '  fileSize:\n'],
    ['house/problem-catalogue', 'components/schemas/ProblemCode.yaml', '  - id_conflict\n', ''],
    ['house/link-targets', 'components/links/Webhook.yaml', 'getWebhook', 'getWebhooks'],
    ['house/link-targets', 'components/links/Redelivery.yaml', '  delivery_id:', '  delivery:'],
    ['house/link-targets', 'components/links/Redelivery.yaml', /\n {2}delivery_id: .*/, ''],
    ['house/link-targets', 'components/links/AssetUpload.yaml', /x-link-url: .*\n/, ''],
    ['house/link-targets', 'components/links/Webhook.yaml', '$response.body#/id', '$response.header.id'],
    ['house/linked-operations', 'paths/v2-webhooks.yaml', / {8}WebhookDeletion:\n.*\n/, ''],
    ['house/server-environments', 'openapi.yaml', / {4}x-environment: production\n/, ''],
    ['house/filled-figures', addEducation, '{{x-service/submission_window_seconds}}', '48 hours'],
    ['house/filled-figures', 'components/responses/TooManyWebhooks.yaml', '{{x-service/max_webhooks}}', '10'],
    ['house/filled-figures', 'guides/webhooks.md', '{{x-delivery/tolerance_seconds}}', '5\nminutes'],
    ['house/filled-figures', 'guides/limits.md', '{{x-service/rate_limits/token/per_second}}', '10'],
    ['house/server-environments', 'openapi.yaml', / {4}x-app-url: https:.*staging.*\n/, ''],
    ['outputs-defined', 'workflows/webhooks.arazzo.yaml', '{$steps.create.outputs.id}', '{$steps.create.outputs.key}'],
    ['struct', 'workflows/webhooks.arazzo.yaml', 'stepId: create', 'step: create'],
    ['no-invalid-media-type-examples', 'components/examples/EducationOpenCertificate.yaml', "'2021'", "'21'"],
    ['no-invalid-media-type-examples', 'components/examples/StatusVerified.yaml', 'verified', 'done'],
    ['operation-summary', addEducation, / {2}summary: .*\n/, ''],
    ['no-unresolved-refs', addEducation, 'IdConflict.yaml', 'Nowhere.yaml'],
  ];
  const findings = new Map<Breach, string>();
  beforeAll(async () => {
    for (const group of groupsOf(breaches)) {
      const found = await findingsOf(group);
      for (const breach of group) findings.set(breach, found);
    }
  }, 120_000);

  test.for(breaches)('%s: %s, %s becomes %j', (breach) => {
    const [rule, file] = breach;
    const ofRule = findings
      .get(breach)
      ?.split(/^(?=\[\d+\])/m)
      .filter((each) => each.includes(rule));
    expect(ofRule?.join('')).toContain(file);
  });
});
