// Sends requests over keep-alive connections from a separate process, one at a time on each connection. Uses plain
// sockets, because an HTTP client would use more CPU time than the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { PINNED } from './processes.ts';

/** Placeholder in a request body that is replaced with an unused ID of the same length. */
export const FRESH = '<a fresh id>';

export interface HttpRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface Drive {
  url: string;
  /** Requests to send in a loop. */
  requests: readonly HttpRequest[];
  connections: number;
  seconds: number;
  /** Requests per second on a fixed schedule. Without a rate, each response triggers the next request. */
  rate?: number | undefined;
  status: number;
}

export interface Driven {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const IDS_PER_DRIVE = 10_000_000;
let drives = 0;

export async function driveLoad(drive: Drive): Promise<Driven> {
  const [program = '', ...args] = [...PINNED.load, process.execPath, '--import', 'tsx', fileURLToPath(import.meta.url)];
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send([drive, ++drives * IDS_PER_DRIVE]);
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof result !== 'object') throw new Error(`The load process failed for ${drive.requests[0]?.path}`);
  return result;
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

async function run({ url, requests, connections, seconds, status, rate }: Drive, firstId: number): Promise<Driven> {
  const { hostname, port, host } = new URL(url);
  const texts = requests.map((request) => onWire(request, host).split(FRESH));
  const durations: number[] = [];
  let turn = 0;
  let id = firstId;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;

  const nextText = (): string => {
    const [before = '', after] = texts[turn++ % texts.length] ?? [];
    return after === undefined ? before : `${before}${String(id++).padStart(FRESH.length, '0')}${after}`;
  };
  let scheduled = 0;
  /** Returns the scheduled time of the next request. A time in the past is kept, so that latencies include delays. */
  const nextDue = () => (rate === undefined ? performance.now() : startedAt + (scheduled++ * 1000) / rate);
  const sendRepeatedly = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, schedule).setNoDelay();
      let dueAt = 0;
      let received: Buffer = Buffer.alloc(0);
      function schedule(): void {
        dueAt = nextDue();
        if (dueAt >= endsAt) {
          socket.removeAllListeners('close').destroy();
          resolve();
          return;
        }
        const waitMs = dueAt - performance.now();
        if (waitMs > 0) setTimeout(send, waitMs);
        else send();
      }
      function send(): void {
        received = Buffer.alloc(0);
        socket.write(nextText());
      }
      socket.on('error', reject).on('close', () => reject(new Error('The server closed a connection')));
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const head = received.toString('latin1', 0, headEnd);
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
        if (received.length < headEnd + 4 + length) return;
        if (Number(head.slice(9, 12)) !== status) return reject(new Error(`Expected ${status}, but got: ${received}`));
        durations.push(performance.now() - dueAt);
        schedule();
      });
    });
  await Promise.all(Array.from({ length: connections }, sendRepeatedly));
  const passedMs = performance.now() - startedAt;
  return {
    answers: durations.length,
    perSecond: (durations.length / passedMs) * 1000,
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
  };
}

function onWire({ method, path, headers = {}, body }: HttpRequest, host: string): string {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.once('message', async ([drive, firstId]: [Drive, number]) => {
    process.send?.(await run(drive, firstId), () => process.disconnect());
  });
