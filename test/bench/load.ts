import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PINNED } from './processes.ts';

/** Stands in a body for an id that no other request has, of as many characters. */
export const FRESH = '<a fresh id>';

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface Drive {
  /** Without a path. */
  url: string;
  /** Sent in turn, over and over. */
  requests: readonly HttpRequest[];
  connections: number;
  /** Whole ones. */
  seconds: number;
  /** What each answer must have. */
  status: number;
  /** Whether it keeps to a processor of its own; by default it does. */
  pinned?: boolean;
}

export interface Driven {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Load {
  /** For the report: what it is, and where it runs. */
  name: string;
  drive(drive: Drive): Promise<Driven>;
}

/** Where the packages of the benchmark are installed, which the product does without. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const requireOwn = createRequire(path.join(FOLDER, 'package.json'));

/** Installs the benchmark's own packages, unless they are there. */
export function installPackages(): void {
  if (existsSync(path.join(FOLDER, 'node_modules/autocannon'))) return;
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', words, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** wrk where it is, which costs the machine least; else autocannon. */
export function chooseLoad(install: () => void = installPackages): Load {
  if (spawnSync('wrk', ['-v']).error === undefined) {
    const place = PINNED.load.length > 0 ? ' on processor 1' : '';
    return { name: `wrk with one thread${place}`, drive: driveWrk };
  }
  try {
    install();
  } catch (cause) {
    throw new Error('There is no wrk on the PATH, and autocannon cannot be installed: `npm ci` in test/bench failed.', {
      cause,
    });
  }
  return { name: 'autocannon, in the process of the bench', drive: driveAutocannon };
}

/** So many numbers for each drive, which are more than it has requests. */
const NUMBERS = 10_000_000;
let drives = 0;

async function driveWrk({ url, requests, connections, seconds, status, pinned = true }: Drive): Promise<Driven> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-load-'));
  try {
    const file = path.join(folder, 'requests');
    await writeFile(file, requests.map((request) => onWire(request, new URL(url).host)).join('\0'));
    const script = fileURLToPath(new URL('load.lua', import.meta.url));
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script];
    const command = [...(pinned ? PINNED.load : []), 'wrk', ...options, url, '--', file, String(++drives * NUMBERS)];
    const { stdout } = await promisify(execFile)(command[0] ?? '', command.slice(1));
    const result = JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? 'null');
    if (result === null) throw new Error(`wrk said no result:\n${stdout}`);
    const asExpected = status < 400 ? result.refused === 0 : result.refused === result.requests;
    if (result.broken > 0 || !asExpected) throw new Error(`Not every answer was ${status}:\n${stdout}`);
    return {
      answers: result.requests,
      perSecond: (result.requests / result.micros) * 1e6,
      p50Ms: result.p50 / 1000,
      p99Ms: result.p99 / 1000,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function onWire({ method, path, headers = {}, body }: HttpRequest, host: string): string {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

interface AutocannonResult {
  duration: number;
  errors: number;
  requests: { total: number };
  latency: { p50: number; p99: number };
  statusCodeStats: Readonly<Record<string, { count: number }>>;
}

async function driveAutocannon({ url, requests, connections, seconds, status }: Drive): Promise<Driven> {
  const autocannon: (options: object) => Promise<AutocannonResult> = requireOwn('autocannon');
  let number = ++drives * NUMBERS;
  const setupRequest = (request: HttpRequest) => ({
    ...request,
    ...(request.body?.includes(FRESH) && { body: request.body.replace(FRESH, String(++number).padStart(12, '0')) }),
  });
  const { duration, errors, latency, statusCodeStats, ...result } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: requests.map((request) => ({ ...request, ...(request.body?.includes(FRESH) && { setupRequest }) })),
  });
  const answers = result.requests.total;
  const others = Object.keys(statusCodeStats).filter((code) => code !== String(status));
  if (errors > 0 || others.length > 0) throw new Error(`Not every answer was ${status}: ${others}, ${errors} broken`);
  return { answers, perSecond: answers / duration, p50Ms: latency.p50, p99Ms: latency.p99 };
}
