import { calls, type OperationId } from '../../../generated/client.ts';
import { contractVersion, npmPackage } from '../../../generated/operations.ts';
import type { TokenError } from '../../../generated/types.ts';
import { parseJsonObject } from '../../domain/json-object.ts';
import { parseRetryAfter } from '../../domain/retry-delay.ts';
import {
  type ErrorDetails,
  PartnerApiError,
  PartnerConnectionError,
  PartnerTimeoutError,
  PartnerTokenError,
  type TokenErrorCode,
} from './errors.ts';
import { type Timing, withDeadline } from './timing.ts';

/**
 * Retry policy of a call. Idempotent operations are retried after 429, 502, 503, 504, and lost responses. Other
 * operations are retried only after 429, which the service returns before it processes a request.
 */
export interface RetryPolicy {
  /** Number of attempts, including the first one. Default: 4. Use 1 to disable retries. */
  attempts: number;
  /** Maximum pause before the second attempt, in milliseconds. The maximum doubles with each attempt. Default: 500. */
  firstPauseMs: number;
  /** Upper limit for the pause, in milliseconds; does not apply to `Retry-After`. Default: 8,000. */
  maxPauseMs: number;
  /** Timeout of one attempt, in milliseconds. Default: 30,000. */
  attemptTimeoutMs: number;
  /** Timeout of a call with all attempts and pauses, in milliseconds. Default: 90,000. */
  totalTimeoutMs: number;
}

export const DEFAULT_RETRY_POLICY: Readonly<RetryPolicy> = {
  attempts: 4,
  firstPauseMs: 500,
  maxPauseMs: 8_000,
  attemptTimeoutMs: 30_000,
  totalTimeoutMs: 90_000,
};

export function retryPolicy(given: Partial<RetryPolicy> = {}): Readonly<RetryPolicy> {
  const policy = { ...DEFAULT_RETRY_POLICY, ...given };
  for (const [name, value] of Object.entries(policy)) {
    if (!Number.isFinite(value) || value <= 0) throw new RangeError(`retry.${name} must be a positive number`);
  }
  return policy;
}

const TRANSIENT_STATUSES = new Set([429, 502, 503, 504]);

export const isTransient = (status: number): boolean => TRANSIENT_STATUSES.has(status);

/** Adds a random part ("full jitter") to `Retry-After`, so that clients that fail together do not retry together. */
function pauseAfter(attemptsMade: number, response: Response | undefined, policy: RetryPolicy, timing: Timing): number {
  const longest = Math.min(policy.maxPauseMs, policy.firstPauseMs * 2 ** (attemptsMade - 1));
  return retryAfterMs(response, timing) + timing.random() * longest;
}

export function retryAfterMs(response: Response | undefined, timing: Timing): number {
  const delay = response?.headers.get('Retry-After') ?? '';
  return (parseRetryAfter(delay, timing.now() * 1000) ?? 0) * 1000;
}

export type Fetch = (request: Request) => Promise<Response>;

export interface Connection {
  fetch: Fetch;
  timing: Timing;
  retry: Readonly<RetryPolicy>;
}

export interface Exchange {
  operation: OperationId;
  request: (signal: AbortSignal) => Request;
  signal: AbortSignal;
}

/** Rejects with `PartnerConnectionError`, `PartnerTimeoutError`, or the signal's reason. */
export async function exchange(
  { fetch, timing, retry }: Connection,
  { operation, request, signal }: Exchange,
): Promise<Response> {
  const end = timing.now() + retry.totalTimeoutMs;
  for (let made = 1; ; made += 1) {
    const limitMs = Math.min(retry.attemptTimeoutMs, end - timing.now());
    const { response, failure } = await attempt(fetch, limitMs, { operation, request, signal });
    const pause = pauseAfter(made, response, retry, timing);
    // A 429 response that matches the contract means that the service did not process the request.
    const isRefusedUnread = failure === undefined && response.status === 429;
    const shouldRetry =
      (response === undefined || isTransient(response.status)) &&
      made < retry.attempts &&
      timing.now() + pause < end &&
      (isRefusedUnread || calls[operation].isIdempotent);
    if (!shouldRetry) {
      if (failure !== undefined) throw failure;
      return response;
    }
    await response?.body?.cancel();
    await timing.sleep(pause, signal);
  }
}

/** Package name without `@` and `/`, which RFC 9110, section 10.1.5, does not allow in a product name. */
const USER_AGENT = `${npmPackage.replace(/^@/, '').replace('/', '-')}/${contractVersion}`;

type Outcome = { response: Response; failure?: undefined } | { response?: Response; failure: PartnerApiError };

async function attempt(fetch: Fetch, limitMs: number, { operation, request, signal }: Exchange): Promise<Outcome> {
  const late = new PartnerTimeoutError('timed_out', `no response within ${limitMs / 1000} s`, { operation });
  try {
    return await withDeadline(
      limitMs,
      () => late,
      signal,
      async (attemptSignal) => {
        const sent = request(attemptSignal);
        sent.headers.set('User-Agent', USER_AGENT);
        const response = await fetch(sent);
        const failure = await failureOf(response, operation);
        return failure === undefined ? { response } : { response, failure };
      },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error === late) return { failure: late };
    const systemCode = systemCodeOf(error);
    const what = `the connection failed${systemCode === undefined ? '' : ` (${systemCode})`}`;
    return { failure: new PartnerConnectionError('network_failure', what, { operation, systemCode }) };
  }
}

/** Reads a copy of the whole body, so that an error while the body arrives is detected too. */
async function failureOf(response: Response, operation: OperationId): Promise<PartnerApiError | undefined> {
  const unexpected = (what: string) => new PartnerConnectionError('unexpected_response', what, { operation, response });
  // Treats a redirect as an error: the target would receive the token or the secret. In browsers, the status is 0.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    return unexpected('the response is a redirect, which is not followed: check baseUrl');
  }
  const text = await response.clone().text();
  if (response.status === 204 && calls[operation].hasEmptyResult) return undefined;
  const body = parseJsonObject(text);
  // Problem responses have a `code`. Token endpoint errors have an `error`.
  const isError = typeof body?.['code'] === 'string' || isTokenErrorCode(body?.['error']);
  if (response.ok ? body !== null : isError) return undefined;
  return unexpected(
    `the response with status ${response.status} does not match the contract: check baseUrl, and any proxy before the service`,
  );
}

const HINTS: Record<TokenErrorCode, string> = {
  invalid_client: 'check clientId and clientSecret, and that both belong to the environment of baseUrl',
  invalid_scope: 'a scope is unknown or was not granted to this partner; omit `scope` to request all granted scopes',
  invalid_request: 'check that clientId and clientSecret are exactly as issued, without spaces',
  unsupported_grant_type: 'the service does not support the grant type of this client; update the client',
  temporarily_unavailable: 'retry later, and share one client instead of creating one for each call',
  server_error: 'the service failed; retry later',
};

const isTokenErrorCode = (code: unknown): code is TokenErrorCode =>
  typeof code === 'string' && Object.hasOwn(HINTS, code);

export function errorOf(operation: OperationId, body: unknown, response: Response): PartnerApiError {
  const { error } = body as Partial<TokenError>;
  if (isTokenErrorCode(error)) {
    return new PartnerTokenError(error, `no access token: ${error}: ${HINTS[error]}`, { operation, response });
  }
  const problem = body as NonNullable<ErrorDetails['problem']>;
  const { code, detail, errors: [first, ...others] = [] } = problem;
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  const reason = first === undefined ? detail : `${first.pointer} ${first.detail}${more}`;
  const summary = `${response.status} ${code}: ${String(reason).replace(/\.$/, '')}`;
  const requestId = response.headers.get('X-Request-Id');
  const message = requestId === null ? summary : `${summary}, request ${requestId}`;
  return new PartnerApiError(code, message, { operation, response, problem });
}

/** Returns only a code such as `ECONNREFUSED`, because other properties of the error and its causes can be secrets. */
function systemCodeOf(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 4; depth += 1) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z\d_]{2,40}$/.test(code)) return code;
    at = cause;
  }
  return undefined;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Throws `TypeError` unless the URL is https, or http on loopback. The message omits the URL, which can be secret. */
export function secureAddress(address: string, what: string): URL {
  if (!URL.canParse(address)) throw new TypeError(`${what} must be an absolute URL`);
  const url = new URL(address);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!secure) throw new TypeError(`${what} must be https; http is allowed only for loopback hosts`);
  if (url.username !== '' || url.password !== '') throw new TypeError(`${what} must not contain user info`);
  return url;
}

export function baseAddress(baseUrl: string): string {
  const url = secureAddress(baseUrl, 'baseUrl');
  if (url.search !== '' || url.hash !== '') throw new TypeError('baseUrl must not contain a query or a fragment');
  return url.href.replace(/\/+$/, '');
}
