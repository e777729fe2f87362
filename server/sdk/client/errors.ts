import type { FetchResponse } from 'openapi-fetch';
import { type OperationId, operations, type problems } from '../../../generated/operations.ts';
import type { components, operations as OperationTypes } from '../../../generated/types.ts';

type Schemas = components['schemas'];

// No error here has an error from `fetch` as its cause, because that can contain the token, the secret, or a link.

type Catalogue = typeof problems;

/** Union of the problems (RFC 9457) in the contract, distinguished by `code`. */
export type AnyProblem = {
  [Code in keyof Catalogue]: Omit<Schemas['Problem'], 'code' | 'status'> & {
    code: Code;
    status: Catalogue[Code]['status'];
  } & (Code extends 'validation_failed' ? { errors: Schemas['Violation'][] } : unknown);
}[keyof Catalogue];

/** Error when the service rejects a call. Branch on `problem.code`. The message contains no data that you sent. */
export class PartnerApiError extends Error {
  override name = 'PartnerApiError';
  readonly problem: AnyProblem;
  /** Operation of the call; undefined for a response that a different client received. */
  readonly operation: OperationId | undefined;
  /** HTTP status of the response. */
  readonly status: number;
  /** `X-Request-Id` of the response. Include it when you contact support. */
  readonly requestId: string | null;

  constructor(problem: AnyProblem, response: Response) {
    const operation = operationOf.get(response);
    const requestId = response.headers.get('X-Request-Id');
    const source = operation === undefined ? 'The service responded with' : `${operation}:`;
    const request = requestId === null ? '' : `, request ${requestId}`;
    super(`${source} ${response.status}${summaryOf(problem)}${request}`);
    this.problem = problem;
    this.operation = operation;
    this.status = response.status;
    this.requestId = requestId;
  }
}

export const operationOf = new WeakMap<Response, OperationId>();

export type TokenErrorCode = Schemas['TokenError']['error'];

const HINTS: Record<TokenErrorCode, string> = {
  invalid_client: 'check clientId and clientSecret, and that both belong to the environment of baseUrl',
  invalid_scope: 'a scope is unknown or was not granted to this partner; omit `scope` to request all granted scopes',
  invalid_request: 'check that clientId and clientSecret are exactly as issued, without spaces',
  unsupported_grant_type: 'the service does not support the grant type of this client; update the client',
  temporarily_unavailable: 'retry later, and share one client instead of creating one for each call',
  server_error: 'the service failed; retry later',
};

/** Error when the service issues no access token (RFC 6749, section 5.2). The next call requests a token again. */
export class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
  readonly code: TokenErrorCode;
  readonly status: number;
  readonly requestId: string | null;

  constructor(code: TokenErrorCode, response: Response) {
    super(`No access token: ${code}: ${HINTS[code]}`);
    this.code = code;
    this.status = response.status;
    this.requestId = response.headers.get('X-Request-Id');
  }
}

export const isTokenErrorCode = (code: unknown): code is TokenErrorCode =>
  typeof code === 'string' && Object.hasOwn(HINTS, code);

export type NoResponseCode = 'network_failure' | 'timed_out' | 'unexpected_response';

/**
 * Error when no response that matches the contract arrives. The service may have processed the request anyway.
 *
 * - `network_failure`: the connection failed. `systemCode` is the runtime's error code, such as `ECONNRESET`.
 * - `timed_out`: the call exceeded its timeout.
 * - `unexpected_response`: a redirect, or a response that does not match the contract, for example from a proxy.
 */
export class NoResponseError extends Error {
  override name = 'NoResponseError';
  readonly code: NoResponseCode;
  readonly operation: OperationId;
  readonly systemCode: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | null;

  constructor(
    code: NoResponseCode,
    operation: OperationId,
    what: string,
    details: { systemCode?: string | undefined; response?: Response } = {},
  ) {
    const { method, path } = operations[operation];
    super(`${operation} (${method} ${path}): ${what}`);
    this.code = code;
    this.operation = operation;
    this.systemCode = details.systemCode;
    this.status = details.response?.status;
    this.requestId = details.response?.headers.get('X-Request-Id') ?? null;
  }
}

/** Error when the wait times out before the user decides. Wait again, or use a webhook. */
export class StillIncompleteError extends Error {
  override name = 'StillIncompleteError';
  /** Identifier of the submission or verification request. */
  readonly id: string;

  constructor(id: string, waitedMs: number, cause?: Error) {
    const reason = cause === undefined ? '' : '; the last request got no response';
    super(`Still incomplete after ${Math.round(waitedMs / 1000)} s${reason}`, cause && { cause });
    this.id = id;
  }
}

/** Returns a summary of a problem: its code, and the first violation or the detail. Never quotes the request. */
function summaryOf(problem: unknown): string {
  const { code, error, detail, errors } = Object(problem) as Record<string, unknown>;
  const [first, ...others] = Array.isArray(errors) ? errors : [];
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  const reason = first === undefined ? detail : `${[first.pointer, first.detail].filter(Boolean).join(' ')}${more}`;
  const parts = [code ?? error, reason].filter((part) => typeof part === 'string' && part !== '');
  // Removes the final period, because more text follows.
  return parts.length === 0 ? '' : ` ${parts.join(': ').replace(/\.$/, '')}`;
}

/** Result of an operation: `data` after success or `error` (the documented problem), and the `Response`. */
export type OperationResult<Id extends OperationId> = FetchResponse<OperationTypes[Id], unknown, `${string}/${string}`>;

/** The documented problems of an operation, distinguished by `code`. */
export type OperationProblem<Id extends OperationId> = NonNullable<OperationResult<Id>['error']>;

type AnyResult = { data?: unknown; error?: unknown; response: Response };
type DataOf<Given> = Extract<Given, { error?: undefined }> extends { data: infer Data } ? Data : undefined;

/**
 * Resolves to the data of a response. Rejects with `PartnerApiError` when the service rejected the request.
 *
 * @example
 * const { redirect_uri } = await unwrap(client.addEducation({ body }));
 */
export async function unwrap<Given extends AnyResult>(result: Given | PromiseLike<Given>): Promise<DataOf<Given>> {
  const { data, error, response } = await result;
  if (!response.ok) throw new PartnerApiError(error as AnyProblem, response);
  return data as DataOf<Given>;
}
