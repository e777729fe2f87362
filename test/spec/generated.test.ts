import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drift, generate } from '../../scripts/generate.ts';
import { root } from '../../scripts/root.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'generated-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the check reports a changed, a missing, and an extra file', async () => {
  await cp(path.join(root, 'generated'), folder, { recursive: true });
  await appendFile(path.join(folder, 'validators.js'), '\n');
  await rm(path.join(folder, 'client.ts'));
  await writeFile(path.join(folder, 'more.ts'), '');
  expect((await drift(folder)).sort()).toEqual(['changed: validators.js', 'extra: more.ts', 'missing: client.ts']);
});

test('a new event needs only a new file and an entry in openapi.yaml', async () => {
  const spec = path.join(folder, 'spec');
  await cp(path.join(root, 'spec'), spec, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const [first, index] = await Promise.all(
    ['webhooks/verification-event.yaml', 'openapi.yaml'].map((name) => readFile(path.join(spec, name), 'utf8')),
  );
  const other = first
    ?.replace('sendVerificationEvent', 'sendOtherEvent')
    // The delivery rules of the first event apply to all events.
    .replace(/\n {2}x-delivery:\n( {4}.*\n)+/, '\n');
  await writeFile(path.join(spec, 'webhooks/other-event.yaml'), other ?? '');
  const line = '  otherEvent:\n    $ref: webhooks/other-event.yaml\n';
  await writeFile(path.join(spec, 'openapi.yaml'), index?.replace('\ncomponents:', `\n${line}components:`) ?? '');

  const files = await generate(spec);
  const contract = JSON.parse(files.get('openapi.json') ?? '');
  expect(Object.keys(contract.webhooks)).toEqual(['verificationEvent', 'submissionEvent', 'otherEvent']);
  expect(contract.webhooks.otherEvent.post.description).toContain('complete within 5 seconds');
  for (const name of ['sendVerificationEvent', 'sendSubmissionEvent', 'sendOtherEvent'])
    expect(files.get('types.ts')).toMatch(new RegExp(`webhooks[\\s\\S]*post: operations\\["${name}"\\]`));
  expect(files.get('operations.ts')).toBe(await readFile(path.join(root, 'generated/operations.ts'), 'utf8'));
});
