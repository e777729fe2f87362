import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0 && availableParallelism() > 1;
/** Command prefixes that keep the servers and the load on different processors. */
export const PINNED = { server: canPin ? ['taskset', '-c', '0'] : [], load: canPin ? ['taskset', '-c', '1'] : [] };

export interface Server {
  /** Base URL of the server. */
  url: string;
  /** Processor time of all its threads since the start, in microseconds. NaN without /proc. */
  cpuMicros(): number;
  stop(): Promise<void>;
}

export interface ServerStart {
  /** A file for Node, and its arguments. */
  command: readonly string[];
  env?: NodeJS.ProcessEnv;
  pinned?: boolean;
}

const POLL_MS = 2;
const START_LIMIT_MS = 60_000;

/** Starts a server on a free port, which is in PORT, and waits until it responds. */
export async function startServer({ command, env = {}, pinned = true }: ServerStart): Promise<Server> {
  const port = await freePort();
  const [program = '', ...rest] = [...(pinned ? PINNED.server : []), process.execPath, ...command];
  // The log goes to /dev/null, at the level of production.
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await untilReady(url, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, cpuMicros: () => cpuMicrosOf(child.pid), stop };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = performance.now() + START_LIMIT_MS; performance.now() < until; await sleep(POLL_MS)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/livez`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null) return;
  }
  throw new Error(`${child.spawnargs.join(' ')} did not respond`);
}

/** Unit of processor time in /proc: a hundredth of a second (proc(5), `sysconf(_SC_CLK_TCK)`). */
const TICK_MICROS = 10_000;

function cpuMicrosOf(pid: number | undefined): number {
  try {
    // Fields after the name of the program, which is in parentheses and can contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
  } catch {
    return Number.NaN;
  }
}
