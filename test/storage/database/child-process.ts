import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { bundled } from '../../support/process.ts';

const running = new Set<ChildProcess>();

export async function killChildren(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'close');
    }),
  );
}

export interface Child {
  /** Complete lines of standard output so far, without the first line (`ready`). */
  lines(): string[];
  go(): void;
  kill(signal: NodeJS.Signals): void;
  /** Resolves to the exit code or signal, and to the standard error output, when all output has arrived. */
  ended: Promise<{ end: number | NodeJS.Signals | null; errors: string }>;
}

/** Starts `child.ts`. Resolves when the process is ready. */
export async function startChild(command: 'migrate' | 'write' | 'change', location: string): Promise<Child> {
  const child = spawn(process.execPath, [bundled('test/storage/database/child.ts'), command, location], {
    stdio: 'pipe',
  });
  running.add(child);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return { end: code ?? signal, errors };
  });
  const lines = () => output.split('\n').slice(0, -1);
  await expect.poll(() => lines()[0] ?? errors, { timeout: 15_000 }).toBe('ready');
  return {
    lines: () => lines().slice(1),
    go: () => child.stdin.write('go\n'),
    kill: (signal) => child.kill(signal),
    ended,
  };
}
