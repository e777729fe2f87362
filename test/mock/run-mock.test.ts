import { readFileSync, unwatchFile } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { followScenarios } from '../../mock/run-mock.ts';
import { StartupError } from '../../server/platform/startup-error.ts';
import { example } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { runMock, type TestMock } from './running.ts';

const readme = readFileSync(path.join(ROOT, 'mock/README.md'), 'utf8');
const [, documented = ''] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

let folder: string;
let file: string;
let mock: TestMock;
let token: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scenarios-'));
  file = path.join(folder, 'scenarios.yaml');
  mock = await runMock();
  token = await mock.token();
});

afterEach(async () => {
  vi.restoreAllMocks();
  unwatchFile(file);
  await mock.stop();
  await rm(folder, { recursive: true });
});

async function statusOf(id: string) {
  const target = operations.getSubmissionStatusV2.path.replace('{id}', id);
  const { status, body } = await mock.call('GET', target, { token });
  return status === 200 ? body.status : status;
}

test('with the scenarios in the README, a submission is incomplete until the upload, and then verified', async () => {
  await writeFile(file, documented);
  followScenarios(mock, file);
  const education = { ...example('EducationWithTranscript'), id: 'DEMO-1' };
  expect((await mock.call('POST', operations.addEducation.path, { token, body: education })).status).toBe(409);
  const batch = { ...example('CredentialBatchOfEveryKind'), credential_id: 'DEMO-2' };
  const created = await mock.call('POST', operations.addCredentialBatch.path, { token, body: batch });
  expect([await statusOf('DEMO-2'), await statusOf('DEMO-2'), await statusOf('DEMO-2')]).toEqual([
    503,
    'incomplete',
    'incomplete',
  ]);
  const uploads: { url: string; asset_type: string }[] = created.body.asset_uploads;
  const { url = '' } = { ...uploads.find(({ asset_type }) => asset_type === 'pdf') };
  const headers = { 'Content-Type': 'application/pdf' };
  expect((await mock.call('PUT', url, { headers, body: PDF })).status).toBe(200);
  expect(await statusOf('DEMO-2')).toBe('verified');
});

test('the mock reloads a scenario file that changes, and keeps the previous responses if the new file is invalid', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await writeFile(file, '{ "getSubmissionStatusV2": "code=404" }');
  followScenarios(mock, file);
  expect(await statusOf('A-1')).toBe(404);
  await writeFile(file, 'getSubmissionStatusV2: code=4041');
  await vi.waitFor(() => expect(errors).toHaveBeenCalled(), 10_000);
  expect(errors.mock.calls.join()).toContain(`${file}: getSubmissionStatusV2: The contract has no such response`);
  expect(await statusOf('A-1')).toBe(404);
  await writeFile(file, 'getSubmissionStatusV2: example=StatusCanceled');
  await vi.waitFor(() => expect(output).toHaveBeenCalled(), 10_000);
  expect(await statusOf('A-1')).toBe('canceled');
});

test.each([
  ['cannot be read', null, 'ENOENT'],
  ['is not YAML', 'addEducation: [', 'unexpected end of the stream'],
  ['has a wrong entry', 'addEducation:\n  DEMO-1: code=418', 'addEducation, DEMO-1: The contract has no such response'],
])('the mock does not start if the scenario file %s', async (_, text, reason) => {
  if (text !== null) await writeFile(file, text);
  expect(() => followScenarios(mock, file)).toThrow(StartupError);
  expect(() => followScenarios(mock, file)).toThrow(reason);
});
