import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Json } from '../json.ts';
import type { Answer } from '../types.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** Path and query, percent-encoded. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Without a Content-Length, so that only the bytes themselves tell how many there are. */
  chunked?: boolean;
}

/** The kit has made as many requests as it may, or its time is over. */
export class LimitReached extends Error {
  override name = 'LimitReached';
}

export interface Wire {
  /** Rejects with `LimitReached`, or with what undici says when no answer came. */
  send(sent: WireRequest): Promise<Answer>;
  /** The same for a request whose 429 is wanted. */
  sendOnce(sent: WireRequest): Promise<Answer>;
  requests(): number;
  /** Lets a few more requests through, to end what was begun. */
  extend(): void;
  close(): Promise<void>;
}

const EXTENSION = { requests: 200, ms: 10_000 };

/** How long an answer may take. */
const ANSWER_LIMIT_MS = 30_000;

/**
 * Sends requests to one base URL over kept connections; follows no redirect. After a 429 all requests wait for its
 * `Retry-After`, and the request is sent again. `sendOnce` returns the 429.
 */
export function openWire(
  baseUrl: string,
  limits: { concurrency: number; maxRequests: number; deadline: number },
): Wire {
  const base = new URL(baseUrl);
  const agent = new Agent({
    connections: limits.concurrency,
    headersTimeout: ANSWER_LIMIT_MS,
    bodyTimeout: ANSWER_LIMIT_MS,
  });
  const prefix = base.pathname.replace(/\/$/, '');
  let { maxRequests, deadline } = limits;
  let made = 0;
  let waitUntil = 0;

  async function sendOnce({ method, target, headers, body, chunked }: WireRequest): Promise<Answer> {
    if (made >= maxRequests || Date.now() >= deadline) throw new LimitReached();
    made++;
    const answer = await request(base.origin + prefix + target, {
      method: method as 'GET',
      headers,
      body: body === undefined ? null : chunked ? Readable.from(chunksOf(body)) : body,
      dispatcher: agent,
    });
    const text = await answer.body.text();
    const received = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const each of [value ?? []].flat()) received.append(name, each);
    return { status: answer.statusCode, headers: received, text, json: parsed(text) };
  }

  async function send(sent: WireRequest): Promise<Answer> {
    for (;;) {
      const pause = waitUntil - Date.now();
      if (pause > 0) await sleep(pause);
      const answer = await sendWhole(sent);
      const retryAfter = Number(answer.headers.get('retry-after'));
      if (answer.status !== 429 || !(retryAfter > 0)) return answer;
      waitUntil = Date.now() + retryAfter * 1000;
    }
  }

  /**
   * The other side closed the connection while the request was on its way: no answer to the request (RFC 9112,
   * 9.3.1).
   */
  async function sendWhole(sent: WireRequest): Promise<Answer> {
    try {
      return await sendOnce(sent);
    } catch (error) {
      if (!CLOSED.has((error as { code?: string }).code ?? '')) throw error;
      return sendOnce(sent);
    }
  }

  return {
    send,
    sendOnce,
    requests: () => made,
    extend() {
      maxRequests = made + EXTENSION.requests;
      deadline = Date.now() + EXTENSION.ms;
    },
    close: () => agent.close(),
  };
}

const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

async function* chunksOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
