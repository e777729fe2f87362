import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
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

/** What ends a check early; the message says what it was, as the beginning of a sentence. */
export class LimitReached extends Error {
  override name = 'LimitReached';
}

/** An answer that has no end in sight: what is wrong with it, as a sentence. */
export class EndlessAnswer extends Error {
  override name = 'EndlessAnswer';
}

export interface Wire {
  /** Rejects with `LimitReached`, or with what undici says when no answer came. */
  send(sent: WireRequest): Promise<Answer>;
  /** The same for a request whose 429 is wanted. */
  sendOnce(sent: WireRequest): Promise<Answer>;
  requests(): number;
  /** What is left of the time, in milliseconds. */
  timeLeft(): number;
  /** Whether an answer was cut off for its size. */
  hasCutOff(): boolean;
  /** Lets a few more requests through, to end what was begun. */
  extend(): void;
  close(): Promise<void>;
}

const EXTENSION = { requests: 200, ms: 10_000 };

/** Of a whole answer, from the request to its last byte. */
const ANSWER_LIMIT_MS = 20_000;
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/** A target that leaves so many requests in a row without an answer is not there any more. */
const MOST_UNANSWERED = 50;

const utf8 = new TextDecoder();

/** In sentences that begin with what they are about. */
export const ENDLESS = 'An answer without an end';
const REQUESTS_OR_TIME = 'The limit of requests or of time';

export interface Limits {
  concurrency: number;
  maxRequests: number;
  /** Milliseconds since the epoch. */
  deadline: number;
  answerMs?: number;
  answerBytes?: number;
}

/**
 * Sends requests to one base URL over kept connections; follows no redirect. After a 429 all requests wait for its
 * `Retry-After`, and the request is sent again. `sendOnce` returns the 429. No answer is waited for beyond its limits.
 */
export function openWire(baseUrl: string, limits: Limits): Wire {
  const { answerMs = ANSWER_LIMIT_MS, answerBytes = ANSWER_LIMIT_BYTES } = limits;
  const base = new URL(baseUrl);
  const agent = new Agent({ connections: limits.concurrency, headersTimeout: answerMs, bodyTimeout: answerMs });
  const prefix = base.pathname.replace(/\/$/, '');
  let { maxRequests, deadline } = limits;
  let made = 0;
  let unanswered = 0;
  let cutOff = false;
  let waitUntil = 0;

  async function attempt(sent: WireRequest): Promise<Answer> {
    if (unanswered >= MOST_UNANSWERED)
      throw new LimitReached(cutOff ? ENDLESS : 'That the target does not answer any more');
    if (made >= maxRequests || Date.now() >= deadline) throw new LimitReached(REQUESTS_OR_TIME);
    made++;
    try {
      const answer = await exchange(sent, Math.max(1, Math.min(answerMs, deadline - Date.now())));
      unanswered = 0;
      return answer;
    } catch (error) {
      const isEndless = error instanceof EndlessAnswer;
      if (isEndless && Date.now() >= deadline) throw new LimitReached(REQUESTS_OR_TIME);
      unanswered++;
      throw isEndless ? error : withCode(error as Error & { code?: string });
    }
  }

  /** By undici's own events: its streams and signals take more than twice the time. */
  function exchange({ method, target, headers, body, chunked }: WireRequest, mostMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let controller: Dispatcher.DispatchController | undefined;
      let reasonToStop: EndlessAnswer | undefined;
      let received: Pick<Answer, 'status' | 'headers'>;
      const chunks: Buffer[] = [];
      let length = 0;
      const cut = (reason: string) => {
        clearTimeout(timer);
        reasonToStop = new EndlessAnswer(reason);
        reject(reasonToStop);
        controller?.abort(reasonToStop);
      };
      const timer = setTimeout(cut, mostMs, `The answer had not come to its end after ${answerMs / 1000} seconds.`);
      agent.dispatch(
        {
          origin: base.origin,
          path: prefix + target,
          method: method as 'GET',
          headers,
          body: body === undefined ? null : chunked ? Readable.from(chunksOf(body)) : body,
        },
        {
          onRequestStart(started) {
            controller = started;
            if (reasonToStop !== undefined) started.abort(reasonToStop);
          },
          onResponseStart(_, status, fields) {
            if (status >= 200) received = { status, headers: headersOf(fields) };
          },
          onResponseData(_, chunk) {
            length += chunk.length;
            if (length <= answerBytes) chunks.push(chunk);
            else {
              cutOff = true;
              cut(`The answer was longer than ${answerBytes} bytes, and was cut off.`);
            }
          },
          onResponseEnd() {
            clearTimeout(timer);
            // As a client decodes it: a byte order mark is no part of the text.
            const text = utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
            resolve({ ...received, text, json: parsed(text) });
          },
          onResponseError(_, error) {
            clearTimeout(timer);
            reject(error);
          },
        },
      );
    });
  }

  async function send(sent: WireRequest): Promise<Answer> {
    for (;;) {
      const pause = waitUntil - Date.now();
      if (pause > 0) {
        if (waitUntil >= deadline) throw new LimitReached('A Retry-After that leads beyond the time that there is');
        await sleep(pause);
      }
      const answer = await sendOnce(sent);
      const retryAfter = Number(answer.headers.get('retry-after'));
      if (answer.status !== 429 || !(retryAfter > 0)) return answer;
      waitUntil = Date.now() + retryAfter * 1000;
    }
  }

  /**
   * The other side closed the connection while the request was on its way: no answer to the request (RFC 9112,
   * 9.3.1).
   */
  async function sendOnce(sent: WireRequest): Promise<Answer> {
    try {
      return await attempt(sent);
    } catch (error) {
      if (!CLOSED.has((error as { code?: string }).code ?? '')) throw error;
      return attempt(sent);
    }
  }

  return {
    send,
    sendOnce,
    requests: () => made,
    timeLeft: () => Math.max(0, deadline - Date.now()),
    hasCutOff: () => cutOff,
    extend() {
      maxRequests = made + EXTENSION.requests;
      deadline = Date.now() + EXTENSION.ms;
    },
    close: () => agent.destroy(),
  };
}

/** What is no HTTP has none. */
function withCode(error: Error & { code?: string }): Error {
  if (!(error instanceof EndlessAnswer)) error.code ??= error.name;
  return error;
}

const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

async function* chunksOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

const headersOf = (fields: Readonly<Record<string, string | string[] | undefined>>) =>
  new Headers(
    Object.entries(fields).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
  );

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
