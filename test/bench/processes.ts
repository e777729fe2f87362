import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';

const canPin = spawnSync('taskset', ['-c', '0,1', 'true']).status === 0 && availableParallelism() > 1;
/** Command prefixes that pin the servers and the load to different processors. */
export const PINNED = { server: canPin ? ['taskset', '-c', '0'] : [], load: canPin ? ['taskset', '-c', '1'] : [] };

export interface Server {
  url: string;
  /** CPU time of all threads of the server; NaN on systems without /proc. */
  cpuMicros(): number;
  /** Resident memory of the server; NaN on systems without /proc. */
  memoryMb(): number;
  /** Stops the server at once (SIGKILL, the default), or after the server has finished its work (SIGTERM). */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServerStart {
  /** Arguments of the Node.js executable. */
  command: readonly string[];
  env?: NodeJS.ProcessEnv;
  folder?: string;
  pinned?: boolean;
}

const POLL_MS = 2;
const START_LIMIT_MS = 60_000;

/** Starts a server on a free port (environment variable PORT), and waits until the server is ready. */
export async function startServer({ command, env = {}, folder, pinned = true }: ServerStart): Promise<Server> {
  const port = await freePort();
  const [program = '', ...rest] = [...(pinned ? PINNED.server : []), process.execPath, ...command];
  // Sends the log to /dev/null instead of disabling it, so that the benchmark includes the cost of logging.
  const child = spawn(program, rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  await untilReady(url, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, cpuMicros: () => cpuMicrosOf(child.pid), memoryMb: () => memoryMbOf(child.pid), stop };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = performance.now() + START_LIMIT_MS; performance.now() < until; await sleep(POLL_MS)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null && answer.status !== 503) return;
  }
  throw new Error(`${child.spawnargs.join(' ')} did not respond`);
}

/** Unit of CPU time in /proc: a hundredth of a second (proc(5), `sysconf(_SC_CLK_TCK)`). */
const TICK_MICROS = 10_000;

function cpuMicrosOf(pid: number | undefined): number {
  try {
    // Removes the program name, which is in parentheses and can contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
  } catch {
    return Number.NaN;
  }
}

function memoryMbOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1000;
  } catch {
    return Number.NaN;
  }
}
