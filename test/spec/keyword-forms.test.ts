import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintContract } from '../../scripts/check-spec.ts';
import { bundleSpec } from '../../scripts/generate/bundle.ts';
import { root } from '../../scripts/root.ts';

type Breach = readonly [file: string, from: string, to: string, finding: string];

/** A copy of the contract with these breaches. */
async function withBreaches(breaches: readonly Breach[], use: (specFolder: string) => Promise<unknown>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keywords-'));
  try {
    const specFolder = path.join(folder, 'spec');
    await cp(path.join(root, 'spec'), specFolder, { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [name, from, to] of breaches) {
      const file = path.join(specFolder, name);
      const text = await readFile(file, 'utf8');
      expect(text.includes(from), `${name} has ${from}`).toBe(true);
      await writeFile(
        file,
        text.replace(from, () => to),
      );
    }
    await use(specFolder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const schema = (name: string) => `components/schemas/${name}.yaml`;
const journeys = (name: string) => `workflows/${name}.arazzo.yaml`;
const education = 'paths/v1-add-education.yaml';
const asset = 'paths/v2-asset.yaml';
const event = 'webhooks/verification-event.yaml';

/** With what is found, at its place in the file. */
const breaches: Breach[] = [
  [schema('OpenCertificate'), 'content: object', 'content: array', '/x-json-content must be object'],
  [schema('OpenCertificate'), 'x-max-bytes: 524288', 'x-max-bytes: 512 KiB', '/x-max-bytes must be integer'],
  [schema('Timestamp'), 'x-fraction-digits: 6', 'x-fraction-digits: 0', '/x-fraction-digits must be >= 1'],
  [schema('Text'), 'x-well-formed: true', 'x-well-formed: 1', '/x-well-formed must be true'],
  // It would count as true.
  [schema('WebhookUrl'), 'x-https: true', 'x-https: false', '/x-https must be true'],
  [schema('WebhookUrl'), 'address: true', 'address: yes please', '/x-public-address must be true'],
  [schema('DocumentUrl'), 'domain: true', 'domain: [a.example]', '/x-registered-domain must be true'],
  [schema('DocumentUrl'), 'x-https', 'x-htpps', '/x-htpps is no keyword of the contract'],
  [schema('DocumentUrl'), 'x-message: ', 'x-message:\n  - ', '/x-message must be string'],
  [
    schema('CredentialBatch'),
    'scope: write.education',
    'scope: education',
    '/properties/education_items/x-required-scope must match pattern "^(read|write)\\.[a-z_]+$"',
  ],
  [schema('CredentialBatch'), '  - - /digital', '  - - digital', '/x-unique/0/0 must match pattern "^(/[^/]+)+$"'],
  [schema('EducationCredential'), '  text: course_name', '', "/x-disjoint must have required property 'text'"],
  [schema('CourseName'), '    whole: [MIT]', '    hole: [MIT]', '/x-naming-rules/master/hole is not expected here'],
  [schema('Major'), 'x-naming-rules:', 'x-naming-rules: none\nnaming:', '/x-naming-rules must be object'],
  [schema('IssuerName'), '    message: ', '    # ', "/x-naming-rules/generic must have required property 'message'"],
  [
    schema('MicrocredentialName'),
    'only:\n      $ref: ../../words/generic-titles.yaml',
    'only: [a b]',
    '/x-naming-rules/generic/only/0 must match pattern "^\\p{L}+$"',
  ],
  [
    schema('Problem'),
    "x-value: '{$server.url}/problems/{$response.body#/code}'",
    'x-value: /problems',
    '/properties/type/x-value must match pattern "\\{(base64 )?\\$[^{}]+\\}"',
  ],
  [schema('RedirectUri'), 'x-serves: text/html', 'x-serves: [text/html]', '/x-serves must be string'],
  ['openapi.yaml', 'accept: ignored', 'accept: refused', '/x-conventions/accept must be ignored'],
  [
    schema('ProblemCode'),
    'not_found: { status: 404',
    'not_found: { status: 200',
    '/x-problems/not_found/status must be >= 400',
  ],
  [education, 'x-body-limit: 1048576', 'x-body-limit: 1 MiB', '/post/x-body-limit must be integer'],
  [education, '{ member: id }', '{ members: [id] }', "/post/x-idempotent must have required property 'member'"],
  [
    'paths/v2-sandbox-submission-decision.yaml',
    'sandbox-only: true',
    'sandbox-only: maybe',
    '/post/x-sandbox-only must be true',
  ],
  ['paths/v2-webhooks.yaml', 'development: true', 'development: maybe', '/post/x-under-development must be true'],
  [education, 'id: $request.body#/id', 'id: [id]', '/post/x-resource/id must be string'],
  [
    'paths/v2-webhook-deliveries.yaml',
    'order: newest',
    'order: latest',
    '/get/x-resource/order must be as asked or oldest first or newest first',
  ],
  ['openapi.yaml', '    conflictCode:', '    token:', '/x-resources/Submission/token is not expected here'],
  [
    asset,
    'x-asset-type: pdf',
    'x-asset-type: [pdf]',
    '/put/requestBody/content/application~1pdf/x-asset-type must be string',
  ],
  [
    event,
    'timeout_seconds: 5',
    'timeout_seconds: 5.5',
    '/post/x-delivery/timeout_seconds must be integer or array or string',
  ],
  ['openapi.yaml', 'user_agent: Partner', 'user_agent: # ', '/x-service/user_agent must be number or string or array'],
  [
    'components/links/AssetUpload.yaml',
    '$response.body#',
    '$request.body#',
    '/x-link-url must match pattern "^\\$response\\.body#/"',
  ],
  [journeys('verification'), 'x-stateful: true', 'x-stateful: no', '/workflows/0/x-stateful must be true'],
  [
    journeys('several-credentials'),
    'x-operation-id: uploadAsset',
    'x-operation-id:',
    '/workflows/1/steps/2/x-operation-id must be string',
  ],
];

test('what generation would misread is refused, each in a line with its file, its place and what is wrong', () =>
  withBreaches(breaches, async (specFolder) => {
    const refused = await bundleSpec(specFolder).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refused.split('\n').sort()).toEqual(breaches.map(([file, , , wrong]) => `spec/${file}#${wrong}`).sort());
  }));

test('npm run check:spec says so', () =>
  withBreaches(breaches.slice(0, 1), (specFolder) =>
    expect(lintContract(specFolder)).rejects.toThrow(
      `spec/${schema('OpenCertificate')}#/x-json-content must be object`,
    ),
  ));

test('each keyword of spec/README.md is tried, but for those that a lint rule looks into', async () => {
  const table = await readFile(path.join(root, 'spec/README.md'), 'utf8');
  const keywords = [...table.matchAll(/^\| `(x-[a-z-]+)` \|/gm)].map(([, keyword]) => keyword);
  const tried = breaches.map(([, , , finding]) => /x-[a-z-]+/.exec(finding)?.[0]);
  expect(keywords.filter((keyword) => !tried.includes(keyword))).toEqual(['x-environment', 'x-app-url']);
});
