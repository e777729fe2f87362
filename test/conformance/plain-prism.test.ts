import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import type { Finding } from '../../scripts/conformance/types.ts';
import { generatedFiles } from '../../server/generated-files.ts';
import { freePort } from '../support/free-port.ts';

// The kit at a server that is not ours: Prism's command line at the contract, whose faults the README names.

let prism: ChildProcess;
let findings: readonly Finding[];

beforeAll(async () => {
  const port = await freePort();
  const file = fileURLToPath(generatedFiles.contract);
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli');
  prism = spawn(process.execPath, [command, 'mock', '-p', String(port), '-h', '127.0.0.1', file], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    prism.stdout?.on('data', (chunk) => String(chunk).includes('is listening') && resolve());
    prism.once('exit', () => reject(new Error('Prism ended before it listened')));
  });
  ({ findings } = await checkTarget(
    {
      name: 'plain Prism',
      baseUrl: `http://127.0.0.1:${port}`,
      clientId: 'a',
      clientSecret: 'b',
      registeredDomains: ['*'],
    },
    {
      contract,
      workflows,
      seed: 1,
      cases: 0,
      concurrency: 8,
      maxRequests: 2000,
      maxSeconds: 60,
      // These alone, since Prism ends when it is to name a member whose name is not ASCII.
      only: faults.map(([, name]) => name),
    },
  ));
}, 120_000);

afterAll(async () => {
  if (prism.exitCode !== null) return;
  const ended = once(prism, 'exit');
  prism.kill('SIGKILL');
  await ended;
});

/** What is wrong, the case that shows it, and what the kit says of it. */
const faults: [string, string, RegExp][] = [
  [
    'brackets in a parameter are refused',
    'listVerificationRequests: a request that succeeds',
    /contract has 200 .* is 4\d\d/,
  ],
  ['malformed JSON is answered in a form of its own', 'addRightToWork: a comma too much', /code .* is undefined/],
  ['any token passes', 'addRightToWork: a token that is none', /contract has 401 unauthenticated .* is 201/],
  [
    'a token without the scope passes',
    'addRightToWork: a token without the scope write.right_to_work',
    /contract has 403 insufficient_scope .* is 201/,
  ],
  ['repeated form fields pass', 'createTokenV2: with grant_type twice', /contract has 400 invalid_request .* is 200/],
  ['a wrong secret passes', 'createTokenV2: a wrong secret', /contract has 401 invalid_client .* is 200/],
  [
    'a 422 names members that the body does not have',
    'addRightToWork: several violations: strangers alone',
    /Not among the violations/,
  ],
  [
    'a private address is taken for a webhook',
    'createWebhook WebhookUrl#/x-public-address at /url: host "10.0.0.1"',
    /contract has 422 .* is 201/,
  ],
  ['an answer has no id of its own', 'addRightToWork: a comma too much', /x-request-id is missing/],
];

test.each(faults)('%s', (_, name, departure) => {
  const found = findings.find((finding) => finding.case === name);
  expect(found?.departures.join('\n')).toMatch(departure);
});
