import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { root } from '../../scripts/project/root.ts';
import { sandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { temporaryFolder } from '../support/folders.ts';
import { NUMBERS, withBench } from './bench.ts';
import { startServer } from './processes.ts';
import { measureRequests } from './requests.ts';

/** Operations that the typical server (`peers/usual`) implements. Only findings about these operations count. */
const HANDLED = [
  'addEducation',
  'getSubmissionStatusV2',
  'createVerificationRequest',
  'listVerificationRequests',
] as const;

test('the typical server of the benchmark passes the conformance kit for the operations that the typical server implements', async () => {
  const folder = await temporaryFolder();
  const handled: string[] = [...HANDLED, 'createTokenV2'].map((id) => operations[id as keyof typeof operations].path);
  const paths = Object.fromEntries(
    Object.entries<Record<string, { responses: Record<string, unknown> }>>(structuredClone(contract.paths)).filter(
      ([url]) => handled.includes(url),
    ),
  );
  // Removes the 409 response, because the usual stack has only one kind of submission, and its IDs cannot conflict.
  delete paths[operations.addEducation.path]?.['post']?.responses['409'];
  const file = path.join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify({ ...contract, paths, webhooks: {} }));
  const server = await startServer({
    command: ['--import', 'tsx', path.join(root, 'test/bench/peers/usual/main.ts')],
    env: { BASE_URL: 'http://api.test', APP_URL: 'http://app.test', DATA_DIR: folder },
  });
  onTestFinished(() => server.stop());
  const partners = sandboxPartners.map(({ clientId, secret }) => ({ clientId, secret }));
  const [own, other] = partners;
  const options = [
    `--contract=${file}`,
    `--base-url=${server.url}`,
    `--client-id=${own?.clientId}`,
    `--client-secret=${own?.secret}`,
    `--other-client-id=${other?.clientId}`,
    `--other-client-secret=${other?.secret}`,
    ...HANDLED.map((id) => `--only=${id}`),
  ];
  const command = ['--import', 'tsx', 'scripts/conformance.ts', ...options];
  const { status, stdout } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  expect(status, stdout.slice(-3000)).toBe(0);
}, 120_000);

test('the benchmark measures the request rate of the service, of a typical server, and of a server that does no work', async () => {
  const numbers = { ...NUMBERS, rounds: 1, seconds: 0.1, 'warm-up': 0 };
  const { ours, usual, bare, half } = await withBench(numbers, (bench) => measureRequests(bench, 'SQLite', 'add'));
  for (const { perSecond } of [ours, usual, bare]) expect(perSecond).toBeGreaterThan(0);
  for (const { p99Ms } of [half.ours, half.usual]) expect(p99Ms).toBeGreaterThan(0);
});
