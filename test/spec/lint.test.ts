import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lintContract, lintPortable } from '../../scripts/contract/redocly.ts';
import { root } from '../../scripts/project/root.ts';
import { temporaryFolder } from '../support/folders.ts';

/** Violation of a lint rule. `message` is part of the expected error, for rules that can report several errors. */
type Breach = readonly [rule: string, file: string, from: string | RegExp, to: string, message?: string];

async function findingsOf(breaches: readonly Breach[]): Promise<string> {
  const folder = await temporaryFolder();
  await cp(path.join(root, 'spec'), path.join(folder, 'spec'), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [, file, from, to] of breaches) {
    const target = path.join(folder, 'spec', file);
    const text = await readFile(target, 'utf8');
    const edited = text.replace(from, () => to);
    expect(edited, `${file} has no ${from}`).not.toBe(text);
    await writeFile(target, edited);
  }
  return messageOf(lintContract(path.join(folder, 'spec')));
}

const messageOf = (linting: Promise<unknown>): Promise<string> =>
  linting.then(
    () => '',
    (error: Error) => error.message,
  );

/** Groups violations so that one linter run tests a group. Each finding of the run belongs to exactly one violation. */
function groupsOf(breaches: readonly Breach[]): Breach[][] {
  const groups: Breach[][] = [];
  for (const breach of breaches) {
    const [rule, file, , , message] = breach;
    const group = groups.find((others) => others.every((other) => message || rule !== other[0] || file !== other[1]));
    if (group) group.push(breach);
    else groups.push([breach]);
  }
  return groups;
}

describe('A violation of a lint rule', () => {
  const common = 'components/schemas/common.yaml';
  const education = 'credentials/education.yaml';
  const links = 'components/links.yaml';
  const problems = 'components/problems.yaml';
  const batch = 'components/schemas/credential-batch.yaml';
  const webhooks = 'workflows/webhooks.arazzo.yaml';
  const breaches: Breach[] = [
    ['operation-id-form', education, 'addEducation', 'EducationAdd'],
    [
      'declared-relations',
      'paths/v2-webhook-deliveries.yaml',
      / {2}x-resource:[\s\S]*?page:[^\n]*\n/,
      '',
      'lists: Delivery',
    ],
    ['operation-id-form', 'credentials/right-to-work.yaml', 'addRightToWork', 'add_right_to_work'],
    ['explicit-security', 'paths/well-known-jwks.yaml', '  security: []\n', ''],
    ['stated-responses', 'paths/well-known-jwks.yaml', /^ {2}responses:[\s\S]*/m, '', 'getJwks must'],
    ['declared-resources', 'openapi.yaml', 'of: Webhook', 'of: Webhok', 'does not declare Webhok'],
    ['declared-resources', 'paths/v2-webhook.yaml', 'reads: Webhook', 'reads: Hook', 'does not declare Hook'],
    ['declared-resources', 'paths/v2-webhook-test.yaml', 'creates: Delivery', 'creates: Dlivery', 'declare Dlivery'],
    ['request-id-header', 'components/responses.yaml', / +X-Request-Id:\n.*\n/, ''],
    ['closed-requests', education, / +additionalProperties: false\n/, ''],
    ['closed-requests', batch, / +additionalProperties: false\n/, ''],
    ['well-formed-texts', common, /^ {2}x-well-formed: true\n/m, ''],
    [
      'variant-examples',
      'credentials/microcredential.yaml',
      / {12}MicrocredentialOpenCertificate:\n.*\n/,
      '',
      'open_cert',
    ],
    ['distinct-tags', 'openapi.yaml', '  - name: Downloads\n', '  - name: Webhook Url\n'],
    ['named-examples', 'paths/oauth-token.yaml', / {10}examples:\n( {12}.*\n)+? {4}responses/, '    responses'],
    ['stated-rate-limits', education, / {4}x-rate-limit: .*\n/, ''],
    ['body-limit', education, / {4}x-body-limit: .*\n/, ''],
    ['snake-case-properties', batch, '    size:\n', '    fileSize:\n'],
    ['link-targets', links, 'operationId: rotateWebhookSecret', 'operationId: dropSecret', 'no operation dropSecret'],
    ['link-targets', links, '    delivery_id:', '    delivery:', 'no parameter delivery'],
    ['link-targets', links, /\n {4}delivery_id: .*/, '', 'needs the parameter delivery_id'],
    ['link-targets', links, / +x-link-url: .*\n/, '', 'uploadAsset needs the parameter'],
    ['link-targets', links, /\$response\.body#\/id$/m, '$response.header.id', 'takes a value from'],
    ['linked-operations', 'paths/v2-webhooks.yaml', / {8}WebhookDeletion:\n.*\n/, ''],
    ['server-environments', 'openapi.yaml', / {4}x-environment: production\n/, '', 'x-environment'],
    ['server-environments', 'openapi.yaml', / {4}x-app-url: https:.*staging.*\n/, '', 'x-app-url'],
    ['stated-deprecation', education, '    requestBody', '    deprecated: true\n    requestBody', 'both'],
    [
      'stated-deprecation',
      'paths/v1-add-batch.yaml',
      '  requestBody',
      "  x-deprecation: { since: '2027-01-01T00:00:00Z', sunset: '2026-01-01T00:00:00Z' }\n  deprecated: true\n  requestBody",
      'must not be before',
    ],
    ['filled-figures', education, '{{x-service/submission_window_seconds}}', '48 hours'],
    ['filled-figures', problems, '{{x-service/max_webhooks}}', '10'],
    ['filled-figures', 'guides/webhooks.md', '{{x-delivery/tolerance_seconds}}', '5\nminutes'],
    ['filled-figures', 'guides/limits.md', '{{x-service/max_webhooks}}', '10 webhooks'],
    ['keyword-forms', common, 'x-well-formed', 'x-wel-formed', 'x-wel-formed is no keyword of the contract'],
    // Rejects `false`, because validators ignore the value of `x-https` and would treat `false` like `true`.
    ['keyword-forms', common, 'x-https: true', 'x-https: false', 'x-https must be true'],
    ['keyword-forms', education, 'only: [double, dual', "only: [double, 'dual x'", 'only/1 must match'],
    ['keyword-forms', 'paths/v1-add-batch.yaml', /x-body-limit: \d+/, 'x-body-limit: 1 MiB', 'must be integer'],
    ['keyword-forms', 'openapi.yaml', '    conflictCode:', '    token:', 'token is not expected'],
    [
      'keyword-forms',
      'workflows/several-credentials.arazzo.yaml',
      'x-operation-id: uploadAsset',
      'x-operation-id: 1',
      'must be string',
    ],
    ['outputs-defined', webhooks, '$steps.create.outputs.id', '$steps.create.outputs.key'],
    ['struct', webhooks, 'stepId: create', 'step: create'],
    ['no-invalid-media-type-examples', 'components/examples/education.yaml', "'2021'", "'21'"],
    ['no-invalid-media-type-examples', 'components/examples/submission-status.yaml', 'verified', 'done'],
    ['operation-summary', education, / {4}summary: .*\n/, ''],
    ['no-unresolved-refs', problems, '#/RetryAfter', '#/Nowhere'],
  ];
  const findings = new Map<Breach, string>();
  beforeAll(async () => {
    for (const group of groupsOf(breaches)) {
      const found = await findingsOf(group);
      for (const breach of group) findings.set(breach, found);
    }
  }, 120_000);

  test.for(breaches)('the linter reports %s: in %s, %s is replaced with %j', (breach) => {
    const [rule, file, , , message = ''] = breach;
    const ruleFindings = findings
      .get(breach)
      ?.split(/^(?=\[\d+\])/m)
      .filter((each) => each.includes(rule) && each.includes(message));
    expect(ruleFindings?.join('')).toContain(file);
  });
});

describe('A violation of a lint rule for the portable bundle', () => {
  const breaches: [rule: string, from: string, to: string, message?: string][] = [
    ['portable/ascii', '\\u00d8', 'Ø'],
    ['portable/common-patterns', String.raw`[^\\x00-\\x08`, String.raw`[^\\x7F-\\x9F\\x00-\\x08`, String.raw`\x7F`],
    ['portable/common-patterns', '^[0-9a-f]{64}$', '^(?=.)[0-9a-f]{64}$', '(?='],
    ['portable/common-patterns', '^v1,', String.raw`^\\u00761,`, String.raw`\u`],
    ['portable/common-patterns', '"format": "date-time"', '"format": "date-time", "pattern": "Z$"', 'date-time must'],
    ['portable/common-patterns', '^public, ', '^[[:alpha:]]+, ', '[[ in a pattern'],
    ['portable/named-schemas', '"CourseName": {', '"CourseName": { "$ref": "#/components/schemas/Text",', 'CourseName'],
    ['portable/open-responses', '"SubmissionLink": {', '"SubmissionLink": { "additionalProperties": false,'],
    ['portable/plain-schemas', '"RedirectUri": {', '"RedirectUri": { "format": "uri",', 'plain string'],
    ['portable/plain-schemas', '"expires_in": {', '"expires_in": { "const": 3600,', 'constant must'],
    ['portable/plain-schemas', '"CalendarDateOrYear": {', '"CalendarDateOrYear": { "anyOf": [],', 'contain anyOf.'],
    ['portable/plain-schemas', '"SubmissionStatus": {', '"SubmissionStatus": { "allOf": [],', 'contain allOf.'],
    ['portable/plain-schemas', '"CredentialResult": {', '"CredentialResult": { "oneOf": [],', 'contain oneOf.'],
    ['portable/plain-schemas', '"PartnerChain": {', '"PartnerChain": { "not": {},', 'contain not.'],
  ];
  let findings: string;
  beforeAll(async () => {
    let bundle = await readFile(path.join(root, 'generated/openapi.portable.json'), 'utf8');
    for (const [, from, to] of breaches) {
      expect(bundle.includes(from), from).toBe(true);
      bundle = bundle.replace(from, () => to);
    }
    const file = path.join(await temporaryFolder(), 'openapi.json');
    await writeFile(file, bundle);
    findings = await messageOf(lintPortable(path.join(root, 'spec'), file));
  }, 60_000);

  test.for(breaches)('the linter reports %s: %s is replaced with %s', ([rule, , , message = '']) => {
    const found = findings.split(/^(?=\[\d+\])/m).filter((each) => each.includes(rule) && each.includes(message));
    expect(found, findings).not.toEqual([]);
  });
});
