import { appendFile, cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { drift, generate } from '../../scripts/generate.ts';
import { root } from '../../scripts/project/root.ts';
import { temporaryFolder } from '../support/folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

test('the check of generated files reports a changed file, a missing file, and an extra file', async () => {
  await cp(path.join(root, 'generated'), folder, { recursive: true });
  await appendFile(path.join(folder, 'validators.js'), '\n');
  await rm(path.join(folder, 'client.ts'));
  await writeFile(path.join(folder, 'more.ts'), '');
  expect((await drift(folder)).sort()).toEqual(['changed: validators.js', 'extra: more.ts', 'missing: client.ts']);
});

test('a developer can add a webhook event by editing only webhooks.yaml and events.yaml', async () => {
  const spec = path.join(folder, 'spec');
  await cp(path.join(root, 'spec'), spec, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const edit = async (name: string, change: (text: string) => string) =>
    writeFile(path.join(spec, name), change(await readFile(path.join(spec, name), 'utf8')));
  const yamlEntryOf = (text: string, key: string) =>
    new RegExp(`^${key}:\\n(?: .*\\n|\\n)*`, 'm').exec(text)?.[0] ?? '';
  await edit('webhooks.yaml', (text) =>
    text.concat(
      yamlEntryOf(text, 'submissionEvent')
        .replace('submissionEvent:', 'otherEvent:')
        .replace('sendSubmissionEvent', 'sendOtherEvent')
        .replace('#/SubmissionEvent\n', '#/OtherEvent\n'),
    ),
  );
  await edit('components/schemas/events.yaml', (text) => {
    const other = yamlEntryOf(text, 'SubmissionEvent')
      .replace('SubmissionEvent:', 'OtherEvent:')
      .replaceAll('submission_id', 'other_id')
      .replace('const: submission', 'const: other');
    return text
      .replace('enum: &types [', '$&other, ')
      .replace("    - $ref: '#/SubmissionEvent'\n", "$&    - $ref: '#/OtherEvent'\n")
      .replace("      submission: '#/SubmissionEvent'\n", "$&      other: '#/OtherEvent'\n")
      .concat('\n', other);
  });

  const files = await generate(spec);
  const contract = JSON.parse(files.get('openapi.json') ?? '');
  expect(Object.keys(contract.webhooks)).toEqual(expect.arrayContaining(['submissionEvent', 'otherEvent']));
  expect(contract.components.schemas.WebhookCreate.properties.event_types.items.$ref).toMatch(/WebhookEventType$/);
  expect(contract.components.schemas.WebhookEventType.enum).toContain('other');
  for (const name of ['sendVerificationEvent', 'sendSubmissionEvent', 'sendOtherEvent'])
    expect(files.get('types.ts')).toMatch(new RegExp(`webhooks[\\s\\S]*post: operations\\["${name}"\\]`));
  expect(files.get('operations.ts')).toContain('"identifier": "other_id"');
  expect(contract.components.parameters.TestEventType.schema.$ref).toMatch(/TestEventType$/);
  const portable = JSON.parse(files.get('openapi.portable.json') ?? '');
  expect(portable.components.schemas.WebhookEvent.properties).toHaveProperty('other_id');
});
