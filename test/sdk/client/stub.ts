import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type OperationId, operations } from '../../../generated/operations.ts';
import {
  createPartnerClient,
  PartnerApiError,
  type PartnerClient,
  type PartnerClientOptions,
} from '../../../server/sdk/client/client.ts';
import { listen } from '../../support/listen.ts';

export const SECRET = 'a-client-secret-nobody-may-see';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** `reset` closes the connection, `cut` truncates the response, and `silence` sends no response. */
export type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | 'reset' | 'cut' | 'silence';

export const problem = (status: number, code: string, headers: Record<string, string> = {}, extra = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': `req-${status}`, ...headers },
  body: {
    type: `http://stub.test/problems/${code}`,
    title: code,
    status,
    detail: 'Why.',
    code,
    request_id: 'r',
    ...extra,
  },
});
export const BUSY = problem(429, 'rate_limited', { 'Retry-After': '3' });
export const DOWN = problem(503, 'unavailable');
export const EXPIRED = problem(401, 'unauthenticated', {
  'WWW-Authenticate': 'Bearer realm="partner-api", error="invalid_token", error_description="The token has expired."',
});
export const json = (body: unknown, status = 200): Reply => ({ status, body });

export interface Stub {
  url: string;
  /** All received requests, including token requests. */
  received: Received[];
  /** Returns the received requests of an operation, whose path must not have parameters. */
  of(operation: OperationId): Received[];
}

/**
 * Starts a stub of the service that runs until the end of the test. `token` returns the reply to a token request, by
 * default `token-1`, `token-2`, and so on. The stub sends the replies in `api` in order and repeats the last reply.
 */
export async function startStub(
  api: Reply[] | ((request: Received) => Reply | Promise<Reply>),
  token: (count: number) => Reply | Promise<Reply> = (count) =>
    json({ access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600, scope: 's' }),
): Promise<Stub> {
  const received: Received[] = [];
  const isToken = ({ path }: Received) => path === operations.createTokenV2.path;
  const left = Array.isArray(api) ? [...api] : [];
  const next = (request: Received) =>
    typeof api === 'function' ? api(request) : ((left.length > 1 ? left.shift() : left[0]) ?? 'reset');

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Sends no reply, because the client disconnected while sending the body.
      return;
    }
    const { method = '', url: path = '', headers } = request;
    const arrived = { method, path, headers, body: Buffer.concat(chunks) };
    received.push(arrived);
    const reply = isToken(arrived) ? await token(received.filter(isToken).length) : await next(arrived);
    if (reply === 'silence') return;
    if (reply === 'reset') return request.socket.resetAndDestroy();
    if (reply === 'cut') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"id":');
      return setTimeout(() => request.socket.destroy(), 5);
    }
    const isText = typeof reply.body === 'string' || reply.body === undefined;
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  });
  const { url } = await listen(server);
  return {
    url,
    received,
    of: (operation) => received.filter(({ path }) => path.split('?')[0] === operations[operation].path),
  };
}

export interface StubbedClient {
  slept: number[];
  now: number;
  client: PartnerClient;
}

/** Creates a client whose clock advances only during delays, and whose random number is 0.5 by default. */
export function clientOf(stub: { url: string }, options: Partial<PartnerClientOptions> = {}): StubbedClient {
  const created: StubbedClient = { slept: [], now: Date.UTC(2026, 0, 31, 9, 30), client: undefined as never };
  created.client = createPartnerClient({
    baseUrl: stub.url,
    clientId: 'stub-partner',
    clientSecret: SECRET,
    ...options,
    timing: {
      now: () => created.now,
      random: () => 0.5,
      async sleep(milliseconds, signal) {
        signal.throwIfAborted();
        created.slept.push(milliseconds);
        created.now += milliseconds;
      },
      ...options.timing,
    },
  });
  return created;
}

export async function failureOf(call: Promise<unknown>): Promise<PartnerApiError> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'fulfilled') throw new Error('The call did not reject');
  if (!(outcome.reason instanceof PartnerApiError)) throw outcome.reason;
  return outcome.reason;
}
