import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { ROOT } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';

// Runs the commands in a document, and compares their output with the document.

export interface Block {
  language: string;
  text: string;
}

const OUTPUT_TIMEOUT_MS = 180_000;

export function blocksOf(markdown: string): Block[] {
  const blocks = markdown.matchAll(/```(\w*)\n([\s\S]*?)```/g);
  return [...blocks].map(([, language = '', text = '']) => ({ language, text }));
}

const replaceUuidsAndTimes = (text: string) =>
  text
    .trim()
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]{15}Z/g, '<time>');

const isEvent = (line: string) => line.startsWith('{"event_id"');

/**
 * Runs the shell blocks, and compares the output of each block with the next block. The receiver must print the last
 * documented event, and no unknown event. Other documented events are optional, because they can arrive later.
 */
export async function paste(
  blocks: readonly Block[],
  service: Pick<TestService, 'url' | 'dataDir'>,
  receiverPort: number,
): Promise<void> {
  const shown = blocks.flatMap(({ text }) => text.split('\n').filter(isEvent)).map(replaceUuidsAndTimes);
  const printed = () => lines().filter(isEvent).map(replaceUuidsAndTimes);
  const commands = blocks.filter(({ language }) => language === 'sh');
  const separator = '=====';
  // Waits until the receiver listens, because the commands in a document start the receiver in the background.
  const listening = `until (: > /dev/tcp/127.0.0.1/${receiverPort}) 2> /dev/null; do sleep 0.1; done`;
  const script = commands
    .map(({ text }) => `${text}${text.endsWith('&\n') ? `${listening}\n` : ''}\necho; echo ${separator}`)
    .join('\n');
  // Finds the URL of the sandbox (port 3000) or the mock (port 4010), which the URL of the test service replaces below.
  const [home = ''] = /http:\/\/localhost:(3000|4010)/.exec(script) ?? [];
  const curl = `curl() { command curl "$@" | sed 's#${home}#${service.url}#g'; }`;
  const there = script.replaceAll(home, service.url).replaceAll('localhost:4000', `localhost:${receiverPort}`);
  // Starts the shell in a separate process group, so that the test can stop the shell with its background processes.
  const shell = spawn('bash', ['-c', `set -euo pipefail; ${curl}\n${there}\nwait`], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], DATA_DIR: service.dataDir, PORT: String(receiverPort) },
  });
  let stdout = '';
  // Starts a new line before each event, because a response does not end with a line break.
  const lines = () => stdout.replaceAll('}{"event_id"', '}\n{"event_id"').split('\n');
  const isDone = () =>
    lines().filter((line) => line === separator).length === commands.length &&
    shown.slice(-1).every((last) => printed().includes(last));
  const ended = once(shell, 'close');
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      late = setTimeout(
        () => reject(new Error(`The output is incomplete after ${OUTPUT_TIMEOUT_MS} ms:\n${stdout}`)),
        OUTPUT_TIMEOUT_MS,
      );
      shell.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (isDone()) resolve();
      });
      shell.on('exit', () => resolve());
    });
  } finally {
    clearTimeout(late);
    if (shell.pid !== undefined) killGroup(shell.pid);
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
    expect(replaceUuidsAndTimes(outputs[commands.indexOf(block)] ?? ''), block.text).toBe(
      replaceUuidsAndTimes(answer.text),
    );
  }
  expect(shown).toEqual(expect.arrayContaining(printed()));
  expect(printed()).toEqual(expect.arrayContaining(shown.slice(-1)));
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export const hasShell = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);

export async function startPastedSandbox(): Promise<TestService> {
  const service = await startService({
    env: { BASE_URL: 'http://localhost:3000', APP_URL: 'http://localhost:3000' },
    clock: Object.assign({ now: () => Date.now() * 1000 }, { advance: () => {} }),
  });
  service.services.dispatcher.start();
  return service;
}
