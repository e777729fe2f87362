import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
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

/** The fields of /proc/PID/stat after the program's name, which stands in parentheses and may hold blanks. */
const statOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);

function cpuMicrosOf(pid: number | undefined): number {
  try {
    const [utime = 0, stime = 0] = statOf(pid).slice(11);
    return (utime + stime) * TICK_MICROS;
  } catch {
    return Number.NaN;
  }
}

/**
 * That of the process that started this one, and of all that it has started: of a whole PostgreSQL server, by one of its
 * connections. To be read while none of them ends. NaN where they are not on this machine.
 */
export function familyCpuMicrosOf(pid: number): () => number {
  try {
    const [, parent] = statOf(pid);
    return () => {
      // With what it has waited for, which are those that ended.
      let ticks = sumOf(statOf(parent).slice(11, 15));
      for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          const fields = statOf(Number(name));
          if (fields[1] === parent) ticks += sumOf(fields.slice(11, 13));
        } catch {
          // Ended since the list was made.
        }
      }
      return ticks * TICK_MICROS;
    };
  } catch {
    return () => Number.NaN;
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}
