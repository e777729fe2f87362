import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { ROOT } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';

const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** The address in the pages; the service has a port of its own. */
const SHOWN = 'http://localhost:3000';

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

interface Shown {
  title: string;
  text: string;
}

/** The commands of the start page, as a reader sees them. */
async function commandsOf(service: TestService): Promise<Shown[]> {
  // The page is there as it is at its own address.
  const page = await (await fetch(service.url)).text();
  return [...page.matchAll(/<pre data-title="([^"]*)"><code>([\s\S]*?)<\/code>/g)].map(([, title = '', text = '']) => ({
    title: unescaped(title),
    text: unescaped(text),
  }));
}

/** Pastes the commands into one shell. Resolves to what each printed. */
async function paste(service: TestService, commands: readonly Shown[]): Promise<string[]> {
  const separator = '=====';
  const script = commands.map(({ text }) => `${text}\necho; echo ${separator}`).join('\n');
  const shell = spawn('bash', ['-c', `set -euo pipefail\n${script.replaceAll(SHOWN, service.url)}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
    env: { PATH: process.env['PATH'], DATA_DIR: service.dataDir },
  });
  let printed = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code] = await once(shell, 'close');
  expect(code, printed).toBe(0);
  const outputs = printed.split(separator).map((text) => text.trim());
  return outputs.slice(0, commands.length);
}

test.skipIf(!hasShell)(
  'the commands of the start page, pasted in their order, lead from a token to verified events in the mailbox',
  { timeout: 60_000 },
  async () => {
    const service = await startService({
      env: { BASE_URL: SHOWN, APP_URL: SHOWN },
      // The commands of the operator have the clock of the machine.
      clock: Object.assign({ now: () => Date.now() * 1000 }, { advance: () => {} }),
    });
    service.services.dispatcher.start();
    try {
      const commands = await commandsOf(service);
      expect(commands.map(({ title }) => title)).toEqual([
        'Get an access token',
        'Submit a qualification',
        'Create a webhook',
        'Send a test event',
        'Request a verification',
        'Act for the user',
        'Read the result',
      ]);
      const [token, submission, webhook, testEvent, verification, act, result] = await paste(service, commands);
      expect(token).toBe('');
      expect(JSON.parse(submission ?? '')).toEqual({
        redirect_uri: expect.stringContaining(`${SHOWN}/partner/add/education#`),
      });
      const { url, secret } = JSON.parse(webhook ?? '');
      expect(url).toBe(`${service.url}/mailbox/demo`);
      expect(JSON.parse(testEvent ?? '')).toMatchObject({ status: 'pending', attempts: [] });
      const { request_id: requestId } = JSON.parse(verification ?? '');
      expect(JSON.parse(act ?? '')).toMatchObject({ request_id: requestId, results: [{ status: 'verified' }] });
      expect(JSON.parse(result ?? '').results[0]).toMatchObject({
        status: 'verified',
        digital_identity: { full_name: 'Alex Example' },
      });

      const mailbox = async () => (await fetch(`${service.url}/mailbox/demo`)).text();
      await vi.waitFor(async () => expect((await mailbox()).match(/>Verified</g)).toHaveLength(3), 10_000);
      expect(await mailbox()).not.toContain('Refused');
      expect(await mailbox()).not.toContain(secret);
    } finally {
      await service.stop();
    }
  },
);
