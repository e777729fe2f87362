import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../server/partner-kit/verify-webhook.ts';
import { contract, example } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { environment, isInstalled, type Language, languages, samples } from './receivers/languages.ts';
import {
  currentSecret,
  lineOf,
  previousSecret,
  signed,
  type Vector,
  type Verdict,
  vectors,
} from './receivers/vectors.ts';

const run = promisify(execFile);
const BUILD_LIMIT_MS = 180_000;
const RUN_LIMIT_MS = 60_000;

const wanted: Record<string, Verdict> = Object.fromEntries(
  Object.entries(vectors).map(([title, { verdict }]) => [title, verdict]),
);

/** What the helper of the package says to a vector, in the words of the samples. */
async function verdictOfPackage({ now, secrets, body, ...given }: Vector): Promise<Verdict> {
  const headers = {
    'X-Timestamp': given.timestamp,
    'X-Signature': given.signature,
    'X-Signature-Previous': given.previousSignature,
  };
  try {
    await verifyWebhook(body, headers, secrets, { now: () => now * 1000 });
    return 'true';
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) return 'error';
    // It is signed, and no event: the package parses it too.
    return error.code === 'malformed_body' ? 'true' : 'false';
  }
}

test("the package's own helper comes to the verdicts that the samples are held to", async () => {
  const verdicts: Record<string, Verdict> = {};
  for (const [title, { vector }] of Object.entries(vectors)) verdicts[title] = await verdictOfPackage(vector);
  // It takes a list without a secret for a mistake of the caller, as no sample needs to.
  expect(verdicts).toEqual({ ...wanted, 'no secret': 'error' });
});

test('the guide shows the sample of every language as it is', async () => {
  expect((await readdir(samples)).sort()).toEqual(languages.map(({ file }) => file).sort());
  const descriptions = contract.tags.map(({ description }: { description: string }) => description);
  const guide = descriptions.find((description: string) => description.includes('createHmac'));
  for (const { file } of languages) {
    expect(guide).toContain((await readFile(path.join(samples, file), 'utf8')).trimEnd());
  }
  expect(descriptions.join()).not.toContain('<!-- sample');
});

for (const language of languages) {
  const reason = reasonNotToRun(language);
  const title = reason === null ? language.name : `${language.name} (not run: ${reason})`;
  describe.skipIf(reason !== null)(title, () => holdToContract(language));
}

function reasonNotToRun({ tool, build }: Language): string | null {
  if (!isInstalled(tool)) return `no ${tool} on this machine`;
  // A compiler that runs for the first time on a machine takes a minute.
  return build === undefined ? null : sized('it is compiled in the nightly run', null);
}

function holdToContract(language: Language): void {
  let folder: string;
  const secrets = [currentSecret, previousSecret].join(',');
  const settings = () => ({
    cwd: ROOT,
    env: { ...environment, ...language.env?.(folder, secrets) },
    timeout: RUN_LIMIT_MS,
  });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'receiver-'));
    const build = await language.build?.(folder);
    if (build === undefined) return;
    const [command, ...args] = build;
    await run(command, args, { ...settings(), cwd: folder, timeout: BUILD_LIMIT_MS });
  }, BUILD_LIMIT_MS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test(
    'the service is believed, and nobody else',
    () => {
      const [command, ...args] = language.vectors(folder);
      const input = Object.values(vectors)
        .map(({ vector }) => `${lineOf(vector)}\n`)
        .join('');
      const { stdout, stderr } = spawnSync(command, args, { ...settings(), input, encoding: 'utf8' });
      const verdicts = stdout.trimEnd().split('\n');
      expect(Object.fromEntries(Object.keys(vectors).map((title, i) => [title, verdicts[i]])), stderr).toEqual(wanted);
    },
    RUN_LIMIT_MS,
  );

  test(
    'over HTTP an event is answered with 200 and kept once, however often it comes',
    async () => {
      const { post, events, stop } = await listen(language, folder, secrets, settings().env);
      try {
        const nowSeconds = Math.floor(Date.now() / 1000);
        const [first, second] = ['EventVerified', 'EventCanceled'].map(example);
        const delivery = signed(Buffer.from(JSON.stringify(first)), nowSeconds);
        expect(await Promise.all([1, 2, 3].map(() => post(delivery)))).toEqual([200, 200, 200]);
        expect(await post(delivery)).toBe(200);
        expect(await post({ ...delivery, body: Buffer.from(JSON.stringify(second)) })).toBe(400);
        expect(await post({ ...delivery, timestamp: undefined })).toBe(400);
        expect(await post(signed(Buffer.alloc(65_537, ' '), nowSeconds))).not.toBe(200);
        // Signed with the secret before too: the one that is only in the second header.
        const other = signed(Buffer.from(JSON.stringify(second)), nowSeconds, ['d'.repeat(64), previousSecret]);
        expect(await post(other)).toBe(200);
        await expect.poll(events, { timeout: 15_000 }).toEqual([first.event_id, second.event_id]);
      } finally {
        await stop();
      }
    },
    RUN_LIMIT_MS,
  );
}

type SignedDelivery = ReturnType<typeof signed>;

async function listen(
  { serve }: Language,
  folder: string,
  secrets: string,
  env: NodeJS.ProcessEnv,
): Promise<{
  post(delivery: SignedDelivery): Promise<number>;
  events(): string[];
  stop(): Promise<void>;
}> {
  const [command, ...args] = serve(folder, secrets);
  const child: ChildProcess = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  // PHP's own server says it in its own words.
  const portOf = () => /^port (\d+)$|127\.0\.0\.1:(\d+)\) started/m.exec(printed);
  try {
    await expect.poll(portOf, { timeout: 20_000, message: 'it listens' }).not.toBeNull();
  } catch (error) {
    await stop();
    throw new Error(`It does not listen:\n${printed}`, { cause: error });
  }
  const [, told, toldByPhp] = portOf() ?? [];
  return {
    stop,
    events: () => [...printed.matchAll(/^event (\S+)$/gm)].map(([, id = '']) => id),
    async post({ timestamp, signature, previousSignature, body }) {
      const headers = Object.entries({
        'Content-Type': 'application/json',
        'X-Timestamp': timestamp,
        'X-Signature': signature,
        'X-Signature-Previous': previousSignature,
      }).filter((header): header is [string, string] => header[1] !== undefined);
      try {
        const url = `http://127.0.0.1:${told ?? toldByPhp}/`;
        const response = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) });
        await response.arrayBuffer();
        return response.status;
      } catch {
        // Cut off, as a receiver may do with a body that is too large.
        return 0;
      }
    },
  };
}
