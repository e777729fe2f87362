import { randomUUID } from 'node:crypto';
import { METHODS, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { operations } from '../../generated/operations.ts';
import type { ProblemStatement } from '../../generated/server.ts';
import { methodNotAllowed, type PlainResponse, problemResponse, Refusal } from '../contract/problem.ts';

/** The error of Node or the adapter for a request that is not valid HTTP, or whose target or host is not valid. */
export type BrokenRequest = Error & { code?: string; rawPacket?: Uint8Array };

const codes: Record<string, ProblemStatement['code']> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
};

const details: Partial<Record<ProblemStatement['code'], string>> = {
  request_timeout: 'The request did not arrive in time. Send it again.',
  headers_too_large: 'The address and the headers together are too large.',
  payload_too_large: 'The extensions of a chunk are too large.',
};

/** The response to a broken request. It quotes nothing of the request. */
export function brokenRequestResponse(error: BrokenRequest, baseUrl: string): PlainResponse {
  const requestId = randomUUID();
  if (error.code === 'HPE_INVALID_METHOD' && hasUnknownMethod(error.rawPacket)) {
    return problemResponse(methodNotAllowed(methods), baseUrl, requestId);
  }
  const code = codes[error.code ?? ''] ?? 'malformed_request';
  const detail =
    details[code] ?? 'This is not a complete and well-formed HTTP request, or its target or its Host is not valid.';
  return problemResponse(new Refusal({ code, detail }), baseUrl, requestId);
}

/** The methods of all operations: for an unknown method, Node does not say which URL was asked for. */
const methods = [
  ...new Set(Object.values(operations).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
];

/**
 * Whether the packet starts with a request line (RFC 9112, section 3) whose method is a token that Node does not know.
 * Noise, or the rest of a broken body, does not.
 */
function hasUnknownMethod(packet: Uint8Array | undefined): boolean {
  const start = Buffer.from(packet ?? []).toString('latin1', 0, 64);
  const method = /^([\w!#$%&'*+.^`|~-]+) \/\S*( HTTP\/|$)/.exec(start)?.[1];
  return method !== undefined && (method === 'CONNECT' || !METHODS.includes(method));
}

/** Answers what Node's HTTP server refuses before there is a request, with the same problem documents. */
export function answerBrokenRequests(
  server: Server,
  lastAnswers: ReadonlyMap<Duplex, ServerResponse | null>,
  refuse: (error: BrokenRequest) => Response,
): void {
  server.prependListener('request', (request) => {
    // HTTP/1.0 has no Host, and no response depends on it.
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost';
  });
  server.on('clientError', async (error: BrokenRequest, socket) => {
    const answer = lastAnswers.get(socket);
    // A second response in the middle of a first one would be read as a part of it.
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (error.code === 'ECONNRESET' || isAnswering || !socket.writable) socket.destroy();
    else await end(socket, refuse(error));
  });
  // Without a listener, Node closes the connection without a response.
  server.on('connect', (_request, socket) =>
    end(socket, refuse(Object.assign(new Error('CONNECT'), { code: 'HPE_INVALID_METHOD', rawPacket: CONNECT }))),
  );
  // RFC 9110, section 10.1.1: an unknown expectation may be ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const CONNECT = Buffer.from('CONNECT / HTTP/1.1');

async function end(socket: Duplex, response: Response): Promise<void> {
  const body = await response.text();
  const fields = [...response.headers, ['content-length', Buffer.byteLength(body)], ['connection', 'close']];
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.on('error', () => {});
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
