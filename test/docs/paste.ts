import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { ROOT } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';

// Runs the commands of a document in a shell.

export interface Block {
  language: string;
  text: string;
}

/** Timeout for missing output. A busy machine is many times slower than an idle one. */
const LIMIT_MS = 180_000;

/** Returns the code blocks of a Markdown text, in order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** Replaces the values that differ between runs. */
const normalise = (text: string) =>
  text
    .trim()
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]{15}Z/g, '<time>');

const isEvent = (line: string) => line.startsWith('{"event_id"');

/**
 * Fails if a shell block prints something else than the block after it. Also fails if the receiver prints an unknown
 * event, or not the last event of the text. Earlier events are optional when they arrive after the last one.
 */
export async function paste(
  blocks: readonly Block[],
  service: Pick<TestService, 'url' | 'dataDir'>,
  receiverPort: number,
): Promise<void> {
  const shown = blocks.flatMap(({ text }) => text.split('\n').filter(isEvent)).map(normalise);
  const printed = () => lines().filter(isEvent).map(normalise);
  const commands = blocks.filter(({ language }) => language === 'sh');
  const separator = '=====';
  // The documents start a receiver in the background. The next command waits until the receiver listens.
  const listening = `until (: > /dev/tcp/127.0.0.1/${receiverPort}) 2> /dev/null; do sleep 0.1; done`;
  const script = commands
    .map(({ text }) => `${text}${text.endsWith('&\n') ? `${listening}\n` : ''}\necho; echo ${separator}`)
    .join('\n');
  // The text uses port 3000 for the sandbox and 4010 for the mock. The test replaces the port in commands and links.
  const [home = ''] = /http:\/\/localhost:(3000|4010)/.exec(script) ?? [];
  const curl = `curl() { command curl "$@" | sed 's#${home}#${service.url}#g'; }`;
  const there = script.replaceAll(home, service.url).replaceAll('localhost:4000', `localhost:${receiverPort}`);
  // The shell has its own process group, so that the test can stop its background processes.
  const shell = spawn('bash', ['-c', `set -euo pipefail; ${curl}\n${there}\nwait`], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], DATA_DIR: service.dataDir, PORT: String(receiverPort) },
  });
  let stdout = '';
  // A response ends without a line break, and an event can arrive before the next line break.
  const lines = () => stdout.replaceAll('}{"event_id"', '}\n{"event_id"').split('\n');
  const isDone = () =>
    lines().filter((line) => line === separator).length === commands.length &&
    shown.slice(-1).every((last) => printed().includes(last));
  const ended = once(shell, 'close');
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      late = setTimeout(() => reject(new Error(`After ${LIMIT_MS} ms there is only:\n${stdout}`)), LIMIT_MS);
      shell.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (isDone()) resolve();
      });
      shell.on('exit', () => resolve());
    });
  } finally {
    clearTimeout(late);
    killGroup(shell.pid);
    await ended;
  }
  const outputs = lines()
    .filter((line) => !isEvent(line))
    .join('\n')
    .replaceAll(service.url, home)
    .split(separator);
  for (const [i, block] of blocks.entries()) {
    const answer = blocks[i + 1];
    if (block.language !== 'sh' || answer === undefined || answer.language === 'sh') continue;
    expect(normalise(outputs[commands.indexOf(block)] ?? ''), block.text).toBe(normalise(answer.text));
  }
  expect(shown).toEqual(expect.arrayContaining(printed()));
  expect(printed()).toEqual(expect.arrayContaining(shown.slice(-1)));
}

/** Stops a shell and its background processes. */
function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** True when the machine has a shell with curl, which the documents need. */
export const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** Starts a service with the URL of the sandbox on port 3000, with the real clock and with deliveries. */
export async function startPastedSandbox(): Promise<TestService> {
  const service = await startService({
    env: { BASE_URL: 'http://localhost:3000', APP_URL: 'http://localhost:3000' },
    clock: Object.assign({ now: () => Date.now() * 1000 }, { advance: () => {} }),
  });
  service.services.dispatcher.start();
  return service;
}
