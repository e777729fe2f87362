import { operations } from '../../../generated/operations.ts';
import { exchange, type Fetch, type Wire } from './exchange.ts';
import { mayRepeat } from './may-repeat.ts';
import { operationAt } from './operation-at.ts';
import type { TokenSource } from './token-source.ts';

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
