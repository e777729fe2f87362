import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { currentSecret, lineOf, previousSecret, receiverVectors, type Verdict } from '../sdk/webhooks/vectors.ts';
import { contract, example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { environment, isInstalled, type Language, languages, samples } from './receivers/languages.ts';
import { checkDeliveries, checkOrder, listen } from './receivers/listen.ts';

const run = promisify(execFile);
const BUILD_LIMIT_MS = 180_000;
const RUN_LIMIT_MS = 60_000;

const wanted: Record<string, Verdict> = Object.fromEntries(receiverVectors.map(({ name, verdict }) => [name, verdict]));

test('the webhook guide contains the receiver sample of every language unchanged', async () => {
  const files = [...languages.map(({ file }) => file), 'bash.sh'];
  expect((await readdir(samples)).sort()).toEqual(files.sort());
  const descriptions = contract.tags.map(({ description }: { description: string }) => description);
  const guide = descriptions.find((description: string) => description.includes('createHmac'));
  for (const file of files) {
    expect(guide).toContain((await readFile(path.join(samples, file), 'utf8')).trimEnd());
  }
  expect(descriptions.join()).not.toContain('<!-- sample');
});

test.skipIf(!['bash', 'curl', 'openssl'].every(isInstalled))(
  'the curl sample sends an event with a valid signature, and a receiver stores the event once',
  async () => {
    const serve = languages.find(({ name }) => name === 'TypeScript')?.serve('', currentSecret);
    if (serve === undefined) throw new Error('There is no receiver in TypeScript');
    const receiver = await listen(serve, environment, '/');
    try {
      const env = { ...environment, RECEIVER_URL: receiver.url, WEBHOOK_SECRET: currentSecret };
      for (let sent = 0; sent < 2; sent++) await run('bash', [path.join(samples, 'bash.sh')], { env });
      expect(receiver.events()).toEqual([example('EventVerified').event_id]);
      env.WEBHOOK_SECRET = previousSecret;
      await expect(run('bash', [path.join(samples, 'bash.sh')], { env })).rejects.toThrow('400');
    } finally {
      await receiver.stop();
    }
  },
  RUN_LIMIT_MS,
);

for (const language of languages) {
  const reason = skipReason(language);
  describe.skipIf(reason !== '')(`The sample in ${language.name}${reason}`, () => testSample(language));
}

/** The short run skips compiled languages, because the first run of a compiler on a machine takes a minute. */
function skipReason({ tool, build }: Language): string {
  if (!isInstalled(tool)) return ` (not run: no ${tool} on this machine)`;
  return build === undefined ? '' : sized(' (not run: the nightly build compiles it)', '');
}

function testSample(language: Language): void {
  let folder: string;
  const secrets = [currentSecret, previousSecret].join(',');
  const settings = () => ({
    cwd: ROOT,
    env: { ...environment, ...language.env?.(folder, secrets) },
    timeout: RUN_LIMIT_MS,
  });

  beforeAll(async () => {
    folder = await temporaryFolder();
    const build = await language.build?.(folder);
    if (build === undefined) return;
    const [command, ...args] = build;
    await run(command, args, { ...settings(), cwd: folder, timeout: BUILD_LIMIT_MS });
  }, BUILD_LIMIT_MS);

  test('the receiver sample accepts deliveries with a valid signature and rejects all other deliveries', {
    timeout: RUN_LIMIT_MS,
  }, () => {
    const [command, ...args] = language.vectors(folder);
    const input = receiverVectors.map((vector) => `${lineOf(vector)}\n`).join('');
    const { stdout, stderr } = spawnSync(command, args, { ...settings(), input, encoding: 'utf8' });
    const verdicts = stdout.trimEnd().split('\n');
    expect(Object.fromEntries(receiverVectors.map(({ name }, i) => [name, verdicts[i]])), stderr).toEqual(wanted);
  });

  test(
    'the receiver sample responds with 200 to signed events, and stores each event once',
    { timeout: RUN_LIMIT_MS },
    () => checkDeliveries(language.serve(folder, secrets), settings().env),
  );

  test(
    'the receiver sample does not store an event that is older than the stored event of the same request',
    { timeout: RUN_LIMIT_MS },
    () => checkOrder(language.serve(folder, secrets), settings().env),
  );
}
