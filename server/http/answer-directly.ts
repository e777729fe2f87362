import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlainResponse } from '../contract/plain-response.ts';
import { answerOperation, type ContractServices, type Operation } from './answer-operation.ts';
import { BodyTurns } from './body-turns.ts';
import { commonHeaders } from './common-headers.ts';
import { endOfTurn } from './end-of-turn.ts';
import type { OperationRequest } from './operation-request.ts';
import { readBody } from './read-body.ts';
import { closeRecord, openRecord } from './request-log.ts';

/** Answers a request, or returns false and has not touched it. */
export type DirectAnswers = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** A path without escapes, and a query. */
const PLAIN_TARGET = /^(\/[\w!$&'()*+,./:;=@~-]*)(?:\?([\w!$&'()*+,./:;=@~?[\]%-]*))?$/;
/** A name in lower case or an IPv4 address, with or without a port. */
const PLAIN_HOST = /^([a-z0-9.-]+)(?::[1-9]\d{0,3}|:[1-5]\d{4})?$/;

/** How long the rest of a body may take to arrive when it was refused before its end. */
const REST_MS = 500;
/** Bytes of a body whose rest is read as it comes. */
const SMALL_BODY = 64 * 1024;
/** One piece a millisecond: nobody needs them, and at full speed they would take the whole processor. */
const turnsOfRests = new BodyTurns((next) => setTimeout(next, 1));

/**
 * Answers requests of operations from Node's request itself: objects of the Fetch API take longer to make, and to take
 * apart again, than all the rest. Leaves to the application what is written in an unusual way, and so has to be
 * normalized (a path with escapes or `..`, a repeated header), and hosts that do not serve operations.
 */
export function answerDirectly(
  operations: readonly Operation[],
  services: ContractServices,
  isServedAt: (hostname: string) => boolean,
): DirectAnswers {
  const find = routesOf(operations);
  const isServed = hostCheck(isServedAt);
  const common = Object.entries(commonHeaders(services.baseUrl)).flat();

  async function answer(
    operation: Operation,
    request: DirectRequest,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) {
    const record = openRecord(services, incoming.headers['traceparent'] as string | undefined);
    const response = await answerOperation(operation, request, record, services);
    await endOfTurn();
    write(response, common, outgoing);
    if (!incoming.readableEnded) {
      if (request.isRead || incoming.complete) incoming.resume();
      else cutOff(incoming);
    }
    closeRecord(services, record, operation.method, response.status);
  }

  return (incoming, outgoing) => {
    const { url = '', method = '', headers } = incoming;
    const found = isServed(headers.host ?? '') ? find(method, url) : null;
    // Node keeps one value of a repeated header.
    if (found === null || Object.keys(headers).length * 2 !== incoming.rawHeaders.length) return false;
    answer(found.operation, new DirectRequest(incoming, found), incoming, outgoing).catch((err: unknown) => {
      // What cannot be written is this request's failure, and not that of the process.
      services.log.error({ operation: found.operation.id, err }, 'request failed');
      outgoing.destroy();
    });
    return true;
  };
}

/** A class, because closures for each request take several times as long to make. */
class DirectRequest implements OperationRequest {
  readonly path: OperationRequest['path'];
  readonly isDecodable = true;
  /** Whether nothing of the body is left. */
  isRead = false;
  readonly #incoming: IncomingMessage;
  readonly #query: string | undefined;

  constructor(incoming: IncomingMessage, { path, query }: Found) {
    this.path = path;
    this.#incoming = incoming;
    this.#query = query;
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.#query);
  }

  header(name: string): string | undefined {
    return this.#incoming.headers[name.toLowerCase()] as string | undefined;
  }

  async body(limit: number): Promise<Uint8Array> {
    const bytes = await readBody(this.#incoming, this.#incoming.headers['content-length'], limit);
    this.isRead = true;
    return bytes;
  }
}

/** Whether operations are served at a `Host`. Most clients send the same one over and over. */
function hostCheck(isServedAt: (hostname: string) => boolean): (host: string) => boolean {
  let last = { host: '', isServed: false };
  return (host) => {
    if (host !== last.host) {
      const hostname = PLAIN_HOST.exec(host)?.[1];
      last = { host, isServed: hostname !== undefined && isServedAt(hostname) };
    }
    return last.isServed;
  };
}

interface Found {
  operation: Operation;
  path: Readonly<Record<string, string>>;
  query?: string | undefined;
}

/** Finds the operation of a method and a target; null when there is none, or the target is not plain. */
function routesOf(operations: readonly Operation[]): (method: string, target: string) => Found | null {
  const fixed = new Map<string, Map<string, Found>>();
  const templates = new Map<string, { operation: Operation; names: readonly string[]; pattern: RegExp }[]>();
  for (const operation of operations) {
    const { method, path } = operation;
    if (!path.includes('{')) {
      fixed.set(method, (fixed.get(method) ?? new Map()).set(path, { operation, path: {} }));
      continue;
    }
    // `.` and `..` are steps (RFC 3986, section 5.2.4), and no values.
    const source = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '((?!\\.\\.?(?:/|$))[^/]+)');
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    templates.set(method, [...(templates.get(method) ?? []), { operation, names, pattern: new RegExp(`^${source}$`) }]);
  }
  return (method, target) => {
    const plain = fixed.get(method)?.get(target);
    if (plain !== undefined) return plain;
    const [, pathname, query] = PLAIN_TARGET.exec(target) ?? [];
    if (pathname === undefined) return null;
    const found = fixed.get(method)?.get(pathname);
    if (found !== undefined) return { ...found, query };
    for (const { operation, names, pattern } of templates.get(method) ?? []) {
      // V8 takes several times as long for groups with names.
      const match = pattern.exec(pathname);
      if (match === null) continue;
      const path: Record<string, string> = {};
      for (let at = 0; at < names.length; at++) path[names[at] as string] = match[at + 1] as string;
      return { operation, path, query };
    }
    return null;
  };
}

function write({ status, headers, body }: PlainResponse, common: readonly string[], outgoing: ServerResponse): void {
  const fields: (string | number)[] = [...common];
  for (const name in headers) fields.push(name, headers[name] as string);
  if (body === null || body === '') {
    // RFC 9110, section 8.6: a 204 has no Content-Length.
    if (status !== 204) fields.push('Content-Length', 0);
    outgoing.writeHead(status, fields).end();
    return;
  }
  const length = Buffer.byteLength(body);
  fields.push('Content-Length', length);
  outgoing.writeHead(status, fields);
  // `end(body)` would write twice, the second time nothing, and gather both: this hands Node one text in one call.
  outgoing.socket?.cork();
  outgoing.write(body, length === body.length ? 'latin1' : 'utf8');
  outgoing.socket?.uncork();
  outgoing.end();
}

/** The client reads its answer when it has sent its body, but must not keep the connection busy for long. */
function cutOff(incoming: IncomingMessage): void {
  const timer = setTimeout(() => {
    // On a busy machine it has arrived, and is read only now.
    setImmediate(() => incoming.complete || incoming.socket.destroySoon());
  }, REST_MS).unref();
  incoming.once('close', () => clearTimeout(timer));
  if (Number(incoming.headers['content-length']) <= SMALL_BODY) return void incoming.resume();
  // A body that nobody has begun to read is discarded by Node at full speed, as soon as its answer is sent.
  incoming.read();
  incoming.once('close', turnsOfRests.join(incoming));
}
