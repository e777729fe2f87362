import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { bundled, ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';

const START_LIMIT_MS = 60_000;

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the mock in a separate process, as a developer does. */
function spawnMock(env: Record<string, string>) {
  const child = spawn(process.execPath, [bundled('mock/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The mock must not use the settings of the test run.
    env: {
      ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }),
      ...(process.env['TMPDIR'] !== undefined && { TMPDIR: process.env['TMPDIR'] }),
      ...env,
    },
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  const greeted = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
      if (output.stdout.includes('client_secret=')) resolve();
    });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? signal);
    });
  });
  return { child, output, greeted, ended };
}

// Both signals have the same handler, so the short run tests only one of them.
test.each(sized(['SIGTERM'] as const, ['SIGTERM', 'SIGINT'] as const))(
  'the mock prints a command that returns a token, and stops at %s',
  async (signal) => {
    const { child, output, greeted, ended } = spawnMock({ PORT: '0' });
    await Promise.race([greeted, ended]);
    const [, url = '', form = ''] =
      /curl (\S+) -d (.*)$/m.exec(output.stdout.replaceAll(/(?<=\S) -d (?!grant)/g, '&')) ?? [];
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    expect(await response.json()).toMatchObject({ token_type: 'Bearer' });
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(output.stderr).toBe('');
  },
  START_LIMIT_MS,
);

test.each([
  [{ PORT: 'eighty' }, /^The mock cannot start: PORT must be [^\n]+\n$/],
  [{ PORT: '0', BASE_URL: 'ftp://x' }, /^The mock cannot start: BASE_URL must be [^\n]+\n$/],
])(
  'the mock exits with a one-line error for an invalid setting: %j',
  async (env, line) => {
    const { output, ended } = spawnMock(env);
    expect(await ended).toBe(1);
    expect(output.stderr).toMatch(line);
    expect(output.stdout).toBe('');
  },
  START_LIMIT_MS,
);

test(
  'the mock exits with a one-line error if its port is in use',
  async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { output, ended } = spawnMock({ PORT: String((server.address() as AddressInfo).port) });
    expect(await ended).toBe(1);
    server.close();
    expect(output.stderr).toMatch(/^The mock cannot start: Port \d+ on 127\.0\.0\.1 is in use\. [^\n]*set PORT\.\n$/);
  },
  START_LIMIT_MS,
);
