import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import type { Finding } from '../../scripts/conformance/types.ts';
import { generatedFiles } from '../../server/generated-files.ts';

import { sized } from '../support/size.ts';

// The kit at a server that is not ours: Prism's command line at the contract, whose faults the README names.

/** The faults of the first ones show that the kit tells them. */
const OPERATIONS = ['createTokenV2', 'addRightToWork', 'listVerificationRequests', 'createWebhook'] as const;
const asked: readonly string[] = sized<readonly string[]>(OPERATIONS.slice(0, 2), OPERATIONS);

let prism: ChildProcess;
let findings: readonly Finding[];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

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
      // As many as it takes to meet the faults of so few operations.
      maxRequests: sized(800, 20_000),
      maxSeconds: 60,
      only: ['examples', 'keywords', 'security', 'statuses', ...OPERATIONS.filter((id) => asked.includes(id))],
    },
  ));
}, 120_000);

afterAll(async () => {
  if (prism.exitCode !== null) return;
  const ended = once(prism, 'exit');
  prism.kill('SIGKILL');
  await ended;
});

const saidOf = (name: RegExp) =>
  findings
    .filter((finding) => name.test(finding.case))
    .flatMap(({ departures }) => departures)
    .join('\n');

const faults: [string, RegExp, RegExp][] = [
  [
    'brackets in a parameter are refused',
    /^listVerificationRequests: a request that succeeds$/,
    /contract has 200 .* is 4\d\d/,
  ],
  ['malformed JSON is answered in a form of its own', /^addRightToWork: a comma too much$/, /code .* is undefined/],
  ['any token passes', /^addRightToWork: a token that is none$/, /contract has 401 unauthenticated .* is 201/],
  [
    'a token without the scope passes',
    /^addRightToWork: a token without the scope/,
    /contract has 403 insufficient_scope .* is 201/,
  ],
  ['repeated form fields pass', /^createTokenV2: with grant_type twice$/, /contract has 400 invalid_request .* is 200/],
  ['a wrong secret passes', /^createTokenV2: a wrong secret$/, /contract has 401 invalid_client .* is 200/],
  [
    'a 422 names members that the body does not have',
    /^addRightToWork: violations known word for word, 1$/,
    /Not among the violations/,
  ],
  [
    'a private address is taken for a webhook',
    /^createWebhook WebhookUrl#\/x-public-address/,
    /contract has 422 .* is 201/,
  ],
  ['an answer has no id of its own', /^addRightToWork: a comma too much$/, /x-request-id is missing/],
];

test.each(
  faults.filter(([, name]) => asked.some((id) => name.source.startsWith(`^${id}`))),
)('%s', (_, name, departure) => {
  expect(saidOf(name)).toMatch(departure);
});
