import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemStatement } from '../../generated/server.ts';
import { type PlainResponse, problemResponse, Refusal } from './contract/problem.ts';

/** Error from Node or the Hono adapter for a request with invalid syntax, or an invalid target or host. */
export type MalformedRequest = Error & { code?: string };

const statements: Readonly<Record<string, ProblemStatement>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', detail: 'The request did not arrive in time. Send it again.' },
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail: 'The request line and the headers together are too large.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'payload_too_large', detail: 'The extensions of a chunk are too large.' },
  UNSUPPORTED_TRANSFER_CODING: {
    code: 'unsupported_transfer_coding',
    detail: 'Send the body with Content-Length or Transfer-Encoding: chunked.',
  },
};

const MALFORMED: ProblemStatement = {
  code: 'malformed_request',
  detail: 'The request is not complete, well-formed HTTP, or its method, its target, or its Host header is not valid.',
};

export function malformedRequestResponse(error: MalformedRequest, baseUrl: string): PlainResponse {
  return problemResponse(new Refusal(statements[error.code ?? ''] ?? MALFORMED), baseUrl, randomUUID());
}

/** Returns an error for codings before `chunked` (RFC 9112, section 6.1), because Node would ignore these codings. */
export function transferCodingError(headers: IncomingHttpHeaders): MalformedRequest | undefined {
  const [last = '', ...earlier] = (headers['transfer-encoding'] ?? '').split(',').reverse();
  if (earlier.length === 0 || last.trim().toLowerCase() !== 'chunked') return undefined;
  return Object.assign(new Error(), { code: 'UNSUPPORTED_TRANSFER_CODING' });
}

export function handleMalformedRequests(
  server: Server,
  lastResponses: ReadonlyMap<Duplex, ServerResponse | null>,
  refuse: (error: MalformedRequest) => Response,
): void {
  server.prependListener('request', (request) => {
    // Adds a Host header, which HTTP/1.0 requests can omit, but which the adapter requires.
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost';
  });
  server.on('clientError', async (error: MalformedRequest, socket) => {
    const response = lastResponses.get(socket);
    // Sends no error after an incomplete response, because the client would read the error as part of that response.
    const isResponding = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || isResponding || !socket.writable) socket.destroy();
    else await end(socket, refuse(error));
  });
  // Without a listener for CONNECT requests, Node closes the connection without a response.
  server.on('connect', (_request, socket) => end(socket, refuse(new Error('CONNECT'))));
  // Ignores unknown expectations, as RFC 9110, section 10.1.1, permits.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

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
