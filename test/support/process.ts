import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { ENTRIES } from './bundle.ts';
import { migratePostgres } from './postgres.ts';

/** Error of a failed call. `onUsedConnection` is true if the connection had already served another call. */
export type BrokenCall = NodeJS.ErrnoException & { onUsedConnection?: boolean };

/** Public base URL of every service that the tests start, although each service listens on its own port. */
export const BASE_URL = 'http://api.test';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 30_000;

const running = new Set<ChildProcess>();

// Kills the processes of an interrupted test run, which does not call the `afterEach` hooks.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Returns the path of a bundled program, which starts faster than a program that is compiled at each start. */
export function bundled(entry: (typeof ENTRIES)[number]): string {
  return path.join(inject('bundleFolder'), entry.replace(/ts$/, 'mjs'));
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command-line program. Resolves even if the command fails. */
export const runCli = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> =>
  runFile(bundled('server/cli.ts'), env, ...args);

export async function runFile(file: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [file, ...args], {
    cwd: ROOT,
    // The program does not inherit the environment of the tests, which can contain DATABASE_URL.
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
  });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      // Limits the wait, because a child of the process can keep the pipes open after SIGKILL.
      await Promise.race([closed, sleep(5_000)]);
      running.delete(child);
    }),
  );
}

export interface Exit {
  end: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
}

export interface SpawnedService {
  pid: number;
  stdout(): string;
  stderr(): string;
  messages(): string[];
  /** Resolves to the first log line with `message` that `fits` accepts. Rejects if the process exits first. */
  logged(message: string, fits?: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  ended: Promise<Exit>;
  kill(signal: NodeJS.Signals): Promise<Exit>;
}

export interface ServiceOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Direct URL of the database, if `databaseUrl` points to a connection pooler. Null skips the migration. */
  migrateUrl?: string | null;
  program?: string;
  env?: NodeJS.ProcessEnv;
}

export function spawnService({ dataDir, databaseUrl, program, env }: ServiceOptions): SpawnedService {
  const child = spawn(process.execPath, [program ?? bundled('server/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }),
      ...(process.env['TMPDIR'] !== undefined && { TMPDIR: process.env['TMPDIR'] }),
      PORT: '0',
      BASE_URL,
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_SECOND: '0',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  const onLine = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of onLine) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ end: code ?? signal ?? 'SIGKILL', stdout, stderr });
    });
  });
  ended.catch(() => {});

  const read: Record<string, unknown>[] = [];
  let end = 0;
  /** Returns all log lines. Parses only new lines, because a busy service logs many lines. */
  const lines = () => {
    const start = end;
    end = stdout.lastIndexOf('\n') + 1;
    for (const line of stdout.slice(start, end).split('\n').slice(0, -1)) read.push(JSON.parse(line));
    return read;
  };
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    messages: () => lines().map(({ msg }) => String(msg)),
    ended,
    logged: (message, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!stdout.includes(`"${message}"`)) return;
          const line = lines().find((each) => each['msg'] === message && fits(each));
          if (line === undefined) return;
          onLine.delete(look);
          resolve(line);
        };
        onLine.add(look);
        look();
        ended.then(
          ({ end }) => reject(new Error(`The service exited with ${end} before it logged "${message}":\n${stderr}`)),
          reject,
        );
      }),
    kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of the response that it expects
  body: any;
}

export interface CallOptions {
  token?: string;
  headers?: OutgoingHttpHeaders;
  /** Request body. Objects are sent as JSON. Strings and bytes are sent unchanged. */
  body?: unknown;
  agent?: Agent;
}

export interface ServiceProcess extends SpawnedService {
  url: string;
  port: number;
  /** Sends one request, without retries, to a path or to a link from a response. Rejects if the connection fails. */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  token(partner?: 'second'): Promise<string>;
}

export async function startProcess(options: ServiceOptions): Promise<ServiceProcess> {
  if (options.migrateUrl !== null)
    await migratePostgres(options.migrateUrl ?? options.databaseUrl ?? options.env?.['DATABASE_URL']);
  const spawned = spawnService(options);
  const late = AbortSignal.timeout(START_LIMIT_MS);
  const ready = await Promise.race([spawned.logged('ready'), once(late, 'abort')]);
  if (Array.isArray(ready)) throw new Error(`The service did not start in time:\n${spawned.stderr()}`);
  const port = Number(ready['port']);
  const url = `http://127.0.0.1:${port}`;
  // Uses the agent of `node:http`, because `fetch` hides connection errors.
  const ownAgent = new Agent({ keepAlive: true });

  const call: ServiceProcess['call'] = async (method, target, { token, headers, body, agent = ownAgent } = {}) => {
    const isBytes = typeof body === 'string' || body instanceof Uint8Array;
    const payload = body === undefined || isBytes ? body : JSON.stringify(body);
    const sent = request(new URL(target.replace(BASE_URL, ''), url), {
      method,
      agent,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isBytes && { 'Content-Type': 'application/json' }),
        ...(payload !== undefined && { 'Content-Length': Buffer.byteLength(payload as string) }),
        ...headers,
      },
    });
    try {
      // Prevents a crash if the connection breaks after the response has started.
      sent.on('error', () => {}).end(payload);
      const [response]: IncomingMessage[] = await once(sent, 'response');
      if (response === undefined) throw new Error('There is no response');
      const read = await readText(response);
      const isJson = /json/.test(response.headers['content-type'] ?? '');
      return { status: response.statusCode ?? 0, headers: response.headers, body: isJson ? JSON.parse(read) : read };
    } catch (error) {
      throw Object.assign(error as BrokenCall, { onUsedConnection: sent.reusedSocket });
    }
  };
  spawned.ended.finally(() => ownAgent.destroy()).catch(() => {});

  const { status } = await call('GET', '/readyz');
  if (status !== 200) throw new Error(`/readyz returned ${status} right after the start`);
  return {
    ...spawned,
    url,
    port,
    call,
    async token(partner) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: partner === 'second' ? 'sandbox-partner-2' : 'sandbox-partner',
        client_secret: partner === 'second' ? 'sandbox-secret-2' : 'sandbox-secret',
      });
      const { status, body } = await call('POST', '/api/partner/v2/oauth/token.json', {
        body: form.toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      if (status !== 200) throw new Error(`The token endpoint returned ${status}`);
      return body.access_token;
    },
  };
}
