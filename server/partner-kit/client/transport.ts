import { type OperationId, operations } from '../../../generated/operations.ts';
import { exchange, type Fetch, type Wire } from './exchange.ts';
import type { TokenSource } from './tokens.ts';

/** A `fetch` for the operations of the contract: it adds the token where one is wanted, and tries again what may be. */
export function createTransport(wire: Wire, baseUrl: string, tokens: TokenSource): Fetch {
  return async (given) => {
    const operation = operationAt(given.method, given.url, baseUrl);
    if (operation === undefined) {
      throw new TypeError(
        'Not an operation of the contract under baseUrl: check the path parameters, none of which can be empty or `..`',
      );
    }
    const { method, url, signal } = given;
    signal.throwIfAborted();
    // As bytes: a body that is a stream can be sent only once.
    const bytes = await given.arrayBuffer();
    const body = bytes.byteLength > 0 ? bytes : undefined;

    const send = (token?: string) => {
      const headers = new Headers(given.headers);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      return exchange(wire, {
        operation,
        request: (signal) => new Request(url, { method, headers, redirect: 'manual', signal, ...(body && { body }) }),
        mayRepeat: (isRefusedUnread) => isRefusedUnread || mayRepeat(operation, new TextDecoder().decode(bytes)),
        signal,
      });
    };

    if (!operations[operation].security.some(({ scheme }) => scheme === 'oauth2')) return send();
    const token = await tokens.get(signal);
    const response = await send(token);
    if (!refusesToken(response)) return response;
    // A refused token has done nothing, so any operation may be sent again; and once only, whatever the answer.
    await response.body?.cancel();
    tokens.discard(token);
    return send(await tokens.get(signal));
  };
}

/** RFC 6750, section 3.1. */
const refusesToken = (response: Response) =>
  response.status === 401 && /\berror="?invalid_token\b/i.test(response.headers.get('WWW-Authenticate') ?? '');

const patterns = (Object.keys(operations) as OperationId[]).map((id) => {
  const { method, path } = operations[id];
  const source = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return { id, method, pattern: new RegExp(`^${source}$`) };
});

/**
 * The operation of a request; undefined when its address is not under `baseUrl` or not in the contract, for example
 * because of an empty path parameter or `..`.
 */
function operationAt(method: string, url: string, baseUrl: string): OperationId | undefined {
  if (!url.startsWith(`${baseUrl}/`)) return undefined;
  const [path = ''] = url.slice(baseUrl.length).split(/[?#]/, 1);
  return patterns.find((known) => known.method === method && known.pattern.test(path))?.id;
}

/** Whether this request, sent twice, does no more than sent once. `body` is the JSON text that it carries. */
function mayRepeat(operation: OperationId, body: string): boolean {
  const { idempotent } = operations[operation];
  if (typeof idempotent === 'boolean') return idempotent;
  try {
    return typeof Object(JSON.parse(body))[idempotent.member] === 'string';
  } catch {
    return false;
  }
}
