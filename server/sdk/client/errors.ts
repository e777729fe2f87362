import { calls, type OperationId } from '../../../generated/client.ts';
import type { Problem, TokenError, ValidationProblem, Violation, Warning } from '../../../generated/types.ts';

// Errors in this module never have an error from `fetch` as `cause`, which could expose the token or the secret.

export type TokenErrorCode = TokenError['error'];
export type ConnectionErrorCode = 'network_failure' | 'unexpected_response';
export type TimeoutErrorCode = 'timed_out' | 'still_incomplete';

/** Code of a problem in the contract, or code of a subclass of `PartnerApiError`. */
export type PartnerErrorCode = Problem['code'] | TokenErrorCode | ConnectionErrorCode | TimeoutErrorCode;

export interface ErrorDetails {
  operation: OperationId;
  response?: Response | undefined;
  problem?: Problem & Partial<Pick<ValidationProblem, 'errors'> & { warnings: Warning[] }>;
  cause?: Error | undefined;
}

/**
 * Error of a call. A direct instance represents a problem that the service returned. A subclass represents a different
 * failure. Branch on `code`. The message contains no data that you sent.
 */
export class PartnerApiError extends Error {
  override name = 'PartnerApiError';
  readonly code: PartnerErrorCode;
  /** HTTP status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** `X-Request-Id` of the response. Include it when you contact support. */
  readonly requestId: string | undefined;
  readonly operation: OperationId;
  /** Violations of the contract; empty if the code is not `validation_failed`. */
  readonly errors: readonly Violation[];
  /** Values in the request that look wrong; empty if there are none. */
  readonly warnings: readonly Warning[];
  /** Problem details in the response (RFC 9457); undefined in the subclasses. */
  readonly problem: Problem | undefined;

  constructor(code: PartnerErrorCode, message: string, details: ErrorDetails) {
    const { operation, response, problem, cause } = details;
    const { method, path } = calls[operation];
    super(`${operation} (${method} ${path}): ${message}`, cause && { cause });
    this.code = code;
    this.status = response?.status;
    this.requestId = response?.headers.get('X-Request-Id') ?? undefined;
    this.operation = operation;
    this.errors = problem?.errors ?? [];
    this.warnings = problem?.warnings ?? [];
    this.problem = problem;
  }
}

/**
 * Error for a missing or unexpected response. The service may have processed the request anyway.
 *
 * - `network_failure`: the connection failed. `systemCode` is the runtime's error code, such as `ECONNRESET`.
 * - `unexpected_response`: a redirect, or a response that does not match the contract, for example from a proxy.
 */
export class PartnerConnectionError extends PartnerApiError {
  override name = 'PartnerConnectionError';
  declare readonly code: ConnectionErrorCode;
  readonly systemCode: string | undefined;

  constructor(code: ConnectionErrorCode, message: string, details: ErrorDetails & { systemCode?: string | undefined }) {
    super(code, message, details);
    this.systemCode = details.systemCode;
  }
}

/**
 * Error when a timeout expires.
 *
 * - `timed_out`: the call exceeded its timeout. The service may have processed the request anyway.
 * - `still_incomplete`: the user did not decide before the timeout. Wait again, or use a webhook.
 */
export class PartnerTimeoutError extends PartnerApiError {
  override name = 'PartnerTimeoutError';
  declare readonly code: TimeoutErrorCode;
}

/** Error when the service issues no access token (RFC 6749, section 5.2). The next call requests a token again. */
export class PartnerTokenError extends PartnerApiError {
  override name = 'PartnerTokenError';
  declare readonly code: TokenErrorCode;
}
