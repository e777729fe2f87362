import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0 && availableParallelism() > 1;
/** What goes before a command, so that servers and what drives them do not share a processor. */
export const PINNED = { server: canPin ? ['taskset', '-c', '0'] : [], load: canPin ? ['taskset', '-c', '1'] : [] };

export interface Server {
  /** Without a path. */
  url: string;
  /** What it has taken of processors since its start, with all its threads. NaN where there is no /proc. */
  cpuMicros(): number;
  /** NaN where there is no /proc. */
  residentBytes(): number;
  stop(): Promise<void>;
}

export interface ServerStart {
  /** A file for Node, and its arguments. */
  command: readonly string[];
  env?: NodeJS.ProcessEnv;
  pinned?: boolean;
}

/** Starts a server on a free port, which it is given as PORT and in place of `{port}`, and waits until it answers. */
export async function startServer({ command, env = {}, pinned = true }: ServerStart): Promise<Server> {
  const port = await freePort();
  const [program = '', ...rest] = [
    ...(pinned ? PINNED.server : []),
    process.execPath,
    ...command.map((word) => word.replace('{port}', String(port))),
  ];
  // The log is written as in production, but to /dev/null.
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, child);
  return {
    url,
    cpuMicros: () => cpuMicrosOf(child.pid),
    residentBytes: () => residentBytesOf(child.pid),
    stop: () => stop(child),
  };
}

const POLL_MS = 2;
const START_LIMIT_MS = 60_000;

/** Resolves when any answer came from there. */
export async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (const until = performance.now() + START_LIMIT_MS; performance.now() < until; await sleep(POLL_MS)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/livez`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null) return;
  }
  await stop(child);
  throw new Error(`${child.spawnargs.join(' ')} did not answer`);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** What Linux counts processor time in (proc(5): `sysconf(_SC_CLK_TCK)`), a second having 100 wherever Node runs. */
const TICK_MICROS = 10_000;

function cpuMicrosOf(pid: number | undefined): number {
  try {
    // The program's name stands in parentheses and may hold blanks. After it, the 12th and 13th are utime and stime.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
  } catch {
    return Number.NaN;
  }
}

function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}
