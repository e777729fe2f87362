import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { parsed } from '../../contract/json.ts';
import type { Answer, WireRequest } from '../kit-types.ts';

/** Thrown to stop a check early. The message is the subject of a sentence: "... ended the check early." */
export class LimitReached extends Error {}

/** Thrown if a response is too large or too slow, or if a request that the check depends on fails. */
export class TargetUnusable extends Error {}

/** Thrown before the first check if the kit cannot check the target. The message is a single line. */
export class NotReady extends Error {}

const EXTENSION_MS = 10_000;
const MAX_UNANSWERED = 50;
/** After this many 429 responses in a row for each concurrent request, the kit gives up. */
const MAX_REJECTIONS = 10;
/** Error codes for a connection that the target closed while a request was in flight. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export interface Limits {
  concurrency: number;
  deadline: number;
  answerMs?: number;
  answerBytes?: number;
}

/** HTTP client for a base URL. Follows no redirects. After a 429 response, all requests wait for its `Retry-After`. */
export class Wire {
  requests = 0;
  isStopped = false;
  /** How long the slowest request took to succeed or fail, in milliseconds. The delivery check resets this value. */
  slowestMs = 0;
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #limits: Required<Limits>;
  #unanswered = 0;
  #rejections = 0;
  #waitUntil = 0;

  constructor(baseUrl: string, limits: Limits) {
    this.#base = new URL(baseUrl);
    this.#limits = { answerMs: 20_000, answerBytes: 16 * 1024 * 1024, ...limits };
    this.#agent = new Agent({ connections: limits.concurrency, maxResponseSize: this.#limits.answerBytes });
  }

  async send(sent: WireRequest): Promise<Answer> {
    const pause = this.#waitUntil - Date.now();
    if (pause > 0) {
      if (this.#waitUntil >= this.#limits.deadline) throw new LimitReached('A Retry-After beyond the time limit');
      await sleep(pause);
    }
    const answer = await this.sendWithoutWaiting(sent);
    const retryAfter = Number(answer.headers.get('retry-after'));
    const isRejected = answer.status === 429 && retryAfter > 0;
    this.#rejections = isRejected ? this.#rejections + 1 : 0;
    if (!isRejected) return answer;
    if (this.#rejections >= MAX_REJECTIONS * this.#limits.concurrency)
      throw new TargetUnusable(`Retry-After: the kit waited, but ${this.#rejections} requests in a row got 429.`);
    this.#waitUntil = Date.now() + retryAfter * 1000;
    return this.send(sent);
  }

  /** Sends raw text on a new connection without TLS. Resolves to the last response on this connection. */
  async sendText(text: string): Promise<Answer> {
    this.requests++;
    const socket = connect(Number(this.#base.port) || 80, this.#base.hostname.replace(/^\[|\]$/g, ''));
    socket.setTimeout(this.#limits.answerMs, () => socket.destroy());
    socket.setEncoding('utf8').write(text);
    const received: string[] = [];
    socket.on('data', (part: string) => received.push(part));
    // Ignores a reset: a target that responds before it has read the whole request can reset the connection.
    await new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    const responses = received.join('').split(/(?=HTTP\/1\.\d \d{3} )/);
    const [head = '', body = ''] = (responses.at(-1) ?? '').split(/\r\n\r\n(.*)/s);
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0);
    const lines = head.matchAll(/^([^:\s]+): *(.*)$/gm);
    const fields = [...lines].map(([, name = '', value = '']): [string, string] => [name, value]);
    const json = parsed(/\{.*\}/s.exec(body)?.[0] ?? '');
    return { status, headers: new Headers(fields), text: body, json };
  }

  /** Extends the time limit by some seconds, so that the kit can delete the resources that it created. */
  extend(): void {
    this.#limits.deadline = Date.now() + EXTENSION_MS;
    this.isStopped = false;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  throwIfLimited(): void {
    if (this.#unanswered >= MAX_UNANSWERED)
      throw new LimitReached(`${MAX_UNANSWERED} requests in a row without a complete response`);
    if (this.isStopped) throw new LimitReached('The first finding');
    if (Date.now() >= this.#limits.deadline) throw new LimitReached('The time limit');
  }

  /** Sends a request, and repeats it once if the target closed the connection (RFC 9112, section 9.3.1). */
  async sendWithoutWaiting(sent: WireRequest, isRepeated = false): Promise<Answer> {
    const { method, target, origin, headers, body, chunked } = sent;
    const { answerMs, answerBytes, deadline } = this.#limits;
    this.throwIfLimited();
    this.requests++;
    const startedAt = Date.now();
    // A POST request gets extra time, because its response can identify a resource that the kit must delete.
    const timeLeft = deadline + (method === 'POST' ? EXTENSION_MS : 0) - startedAt;
    try {
      const response = await this.#agent.request({
        origin: origin ?? this.#base.origin,
        path: origin === undefined ? this.#base.pathname.replace(/\/$/, '') + target : target,
        method: method as 'GET',
        headers,
        body: body === undefined ? null : chunked ? Readable.from([body]) : body,
        signal: AbortSignal.timeout(Math.max(1, Math.min(answerMs, timeLeft))),
      });
      // Removes a byte order mark, as HTTP clients do.
      const text = new TextDecoder().decode(await response.body.arrayBuffer());
      const fields = Object.entries(response.headers).flatMap(([name, value = []]) =>
        [value].flat().map((each): [string, string] => [name, each]),
      );
      const answer = { status: response.statusCode, headers: new Headers(fields), text, json: parsed(text) };
      this.#unanswered = 0;
      return answer;
    } catch (error) {
      const failed = error as Error & { code?: string };
      const isLate = failed.name === 'TimeoutError';
      const isLong = failed.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
      if (isLate || isLong) this.throwIfLimited();
      this.#unanswered++;
      if (isLate) throw new TargetUnusable(`The response was not complete after ${answerMs / 1000} seconds.`);
      if (isLong) throw new TargetUnusable(`The response was longer than ${answerBytes} bytes, and was aborted.`);
      if (CLOSED.has(failed.code ?? '') && !isRepeated) return this.sendWithoutWaiting(sent, true);
      // Uses the name of an HTTP parser error as its code, because the parser sets no code.
      failed.code ??= failed.name;
      throw failed;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, Date.now() - startedAt);
    }
  }
}
