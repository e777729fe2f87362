import { type Dispatcher, request } from 'undici';
import { type OperationId, operations } from '../../generated/operations.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { responseMismatches } from '../../scripts/conformance/judge/check-response.ts';
import { contract, operationAt } from './contract.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of the response that it expects
  body: any;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Request body. Objects are sent as JSON. Other values are sent unchanged. */
  body?: unknown;
}

export interface Caller {
  /** Sends a request. Rejects when the response does not match the contract. */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  token(options?: { scope?: string; clientId?: string; secret?: string }): Promise<string>;
}

/**
 * Returns functions that call the service at `url`. `baseUrl` is the public base URL in the links of its responses.
 * `isValidated` returns whether a response must match the contract (default: every response). `dispatcher` opens the
 * connections (default: to the host of the URL).
 */
export function callerAt(
  url: string,
  {
    baseUrl = url,
    isValidated = () => true,
    dispatcher,
  }: {
    baseUrl?: string;
    isValidated?: (operation: OperationId, status: number) => boolean;
    dispatcher?: Dispatcher;
  } = {},
): Caller {
  async function call(method: string, target: string, { token, headers, body }: CallOptions = {}): Promise<Answer> {
    const address = new URL(target.replace(baseUrl, ''), url);
    const isJson = Object.getPrototypeOf(body ?? '') === Object.prototype || Array.isArray(body);
    const isForm = body instanceof URLSearchParams;
    // The options are for undici's `request`, which uses a third of the CPU time of `fetch`.
    const options = {
      method: method as 'GET',
      ...(dispatcher !== undefined && { dispatcher }),
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : isForm ? `${body}` : ((body as string | undefined) ?? null),
    };
    // Retries once, because the service can close an idle connection as a request is sent (RFC 9112, section 9.3.1).
    const response = await request(address, options).catch((error: { code?: string }) => {
      if (error.code !== 'UND_ERR_SOCKET') throw error;
      return request(address, options);
    });
    const text = await response.body.text();
    const status = response.statusCode;
    const received = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const each of [value ?? []].flat()) received.append(name, each);
    const json = /json/.test(received.get('content-type') ?? '') ? JSON.parse(text) : undefined;
    const answer: Answer = { status, headers: received, body: json ?? text };
    const operation = operationAt(method, address.pathname);
    const found =
      operation === undefined || !isValidated(operation, status)
        ? []
        : responseMismatches(indexContract(contract), operation, { status, headers: received, json, text });
    if (found.length > 0) throw new Error(`The response does not match the contract:\n${found.join('\n')}`);
    return answer;
  }

  return {
    call,
    async token({ scope, clientId = 'sandbox-partner', secret = 'sandbox-secret' } = {}) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        ...(scope !== undefined && { scope }),
      });
      return (await call('POST', operations.createTokenV2.path, { body: form })).body.access_token;
    },
  };
}
