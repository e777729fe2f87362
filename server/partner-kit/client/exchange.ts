import { contractVersion, type OperationId, operations, service } from '../../../generated/operations.ts';
import { parseRetryAfter } from '../../domain/retry.ts';
import { type NoResponseCode, NoResponseError, operationOf } from './errors.ts';
import { type Timing, withDeadline } from './timing.ts';

/** An attempt to call an operation. The number of the first attempt is 1. */
export interface Attempt {
  operation: OperationId;
  attempt: number;
}

export interface CompletedAttempt extends Attempt {
  /** HTTP status; undefined when no response arrived. */
  status: number | undefined;
  /** Reason why no response that matches the contract arrived. */
  failure: NoResponseCode | undefined;
  /** `X-Request-Id` of the response. */
  requestId: string | null;
  /** Milliseconds until the whole response arrived. */
  tookMs: number;
}

/**
 * Callbacks for logs and metrics, also for token requests. They receive no secrets and no personal data. The client
 * does not await them and ignores their exceptions.
 *
 * @example
 * const hooks = { onResponse: ({ operation, tookMs }) => histogram.observe({ operation }, tookMs) };
 */
export interface ClientHooks {
  /** Called before an attempt is sent. */
  onRequest?(attempt: Attempt): void;
  /** Called when a response arrived, or the attempt failed. */
  onResponse?(answered: CompletedAttempt): void;
  /** Called before the pause of `pauseMs` milliseconds; `attempt` is the failed one. */
  onRetry?(retry: Attempt & { pauseMs: number }): void;
  /** Called when a new access token was issued. */
  onToken?(token: { endsAt: Date }): void;
}

/**
 * Limits of the attempts of a call. Idempotent operations are retried after 429, 502, 503, 504, and lost responses.
 * Other operations are retried only after 429, which the service returns before it does anything.
 */
export interface RetryPolicy {
  /** Number of attempts, including the first one. Default: 4. Use 1 to disable retries. */
  attempts: number;
  /** Maximum pause before the second attempt, in milliseconds. It doubles with each attempt. Default: 500. */
  firstPauseMs: number;
  /** Upper limit of the maximum pause, in milliseconds. Default: 8,000. `Retry-After` can be longer. */
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

/** Returns the policy with defaults. Throws `RangeError` for a value that is not a positive number. */
export function retryPolicy(given: Partial<RetryPolicy> = {}): Readonly<RetryPolicy> {
  const policy = { ...DEFAULT_RETRY_POLICY, ...given };
  for (const [name, value] of Object.entries(policy)) {
    if (!Number.isFinite(value) || value <= 0) throw new RangeError(`retry.${name} must be a positive number`);
  }
  return policy;
}

const TRANSIENT_STATUSES = new Set([429, 502, 503, 504]);

/** Returns whether a retry can help: the service is busy or unavailable, or did not respond to a gateway. */
export const isTransient = (status: number) => TRANSIENT_STATUSES.has(status);

/**
 * Returns the milliseconds until the next attempt: a random part of the doubling limit ("full jitter"), so that clients
 * that failed together do not retry together, plus `Retry-After` (RFC 9110, section 10.2.3).
 */
function pauseAfter(attemptsMade: number, response: Response | undefined, policy: RetryPolicy, timing: Timing): number {
  const longest = Math.min(policy.maxPauseMs, policy.firstPauseMs * 2 ** (attemptsMade - 1));
  return retryAfterMs(response, timing) + timing.random() * longest;
}

/** Returns the milliseconds of `Retry-After` in a response; 0 without this header. */
export function retryAfterMs(response: Response | undefined, timing: Timing): number {
  const asked = response?.headers.get('Retry-After') ?? '';
  return (parseRetryAfter(asked, timing.now() * 1000) ?? 0) * 1000;
}

/** Calls a hook if there is one, and ignores its exceptions. */
export function callHook<Name extends keyof ClientHooks>(
  hooks: ClientHooks,
  name: Name,
  event: Parameters<NonNullable<ClientHooks[Name]>>[0],
): void {
  try {
    (hooks[name] as ((event: unknown) => void) | undefined)?.(event);
  } catch {
    // Ignored, as documented for `ClientHooks`.
  }
}

export type Fetch = (request: Request) => Promise<Response>;

/** Settings of every request. */
export interface Connection {
  fetch: Fetch;
  timing: Timing;
  retry: Readonly<RetryPolicy>;
  hooks: ClientHooks;
}

export interface Exchange {
  operation: OperationId;
  /** Creates the request of an attempt. */
  request: (signal: AbortSignal) => Request;
  /** Returns whether the request can be repeated. `isRefusedUnread`: the service rejected it before doing anything. */
  isRepeatable: (isRefusedUnread: boolean) => boolean;
  signal: AbortSignal;
}

/**
 * Sends a request until a response that matches the contract arrives, within the attempts and the timeout of the
 * policy. The body of the response has arrived completely. Rejects with `NoResponseError`, or with the reason of the
 * signal.
 */
export async function exchange(
  { fetch, timing, retry, hooks }: Connection,
  { operation, request, isRepeatable, signal }: Exchange,
): Promise<Response> {
  const end = timing.now() + retry.totalTimeoutMs;
  for (let made = 1; ; made += 1) {
    const limitMs = Math.min(retry.attemptTimeoutMs, end - timing.now());
    callHook(hooks, 'onRequest', { operation, attempt: made });
    const begun = timing.now();
    const { response, failure } = await attempt(fetch, limitMs, { operation, request, signal });
    callHook(hooks, 'onResponse', {
      ...{ operation, attempt: made, status: response?.status, failure: failure?.code },
      ...{ requestId: response?.headers.get('X-Request-Id') ?? null, tookMs: timing.now() - begun },
    });
    const pause = pauseAfter(made, response, retry, timing);
    // The service returns 429 before it does anything. A 429 from a proxy says nothing about the service.
    const isRefusedUnread = failure === undefined && response.status === 429;
    const again =
      (response === undefined || isTransient(response.status)) &&
      made < retry.attempts &&
      timing.now() + pause < end &&
      isRepeatable(isRefusedUnread);
    if (!again) {
      if (failure !== undefined) throw failure;
      operationOf.set(response, operation);
      return response;
    }
    callHook(hooks, 'onRetry', { operation, attempt: made, pauseMs: pause });
    await response?.body?.cancel();
    await timing.sleep(pause, signal);
  }
}

/** A name with a scope is not a valid token (RFC 9110, section 10.1.5). Browsers keep their own value. */
const USER_AGENT = `${service.npm_package.replace(/^@/, '').replace('/', '-')}/${contractVersion}`;

type Outcome = { response: Response; failure?: undefined } | { response?: Response; failure: NoResponseError };

async function attempt(
  fetch: Fetch,
  limitMs: number,
  { operation, request, signal }: Omit<Exchange, 'isRepeatable'>,
): Promise<Outcome> {
  const late = new NoResponseError('timed_out', operation, `no answer within ${limitMs / 1000} s`);
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
    return { failure: new NoResponseError('network_failure', operation, what, { systemCode }) };
  }
}

/** Returns the reason why a response does not match the contract. Reads a copy of the body to detect read errors. */
async function failureOf(response: Response, operation: OperationId): Promise<NoResponseError | undefined> {
  const unexpected = (what: string) => new NoResponseError('unexpected_answer', operation, what, { response });
  // Redirects are not followed, because they would receive the secret or the token. A browser reports them as status 0.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    return unexpected('the answer is a redirect, which is not followed: check baseUrl');
  }
  const text = await response.clone().text();
  if (response.status === 204 && '204' in operations[operation].responses) return undefined;
  const body = parse(text);
  // A problem has a `code`, and an error of the token endpoint an `error`.
  const known = response.ok
    ? body !== undefined
    : typeof body?.['code'] === 'string' || typeof body?.['error'] === 'string';
  if (known) return undefined;
  return unexpected(
    `the answer, status ${response.status}, is not in the form of the contract: check baseUrl, and what is between the service and here`,
  );
}

/** Returns undefined for text that is not a JSON object. The message of a JSON error would quote the text. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a code such as `ECONNREFUSED` from the error or its causes. Uses nothing else of them. */
function systemCodeOf(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 4; depth += 1) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z\d_]{2,40}$/.test(code)) return code;
    at = cause;
  }
  return undefined;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns a URL that a secret can be sent to: https, or http on this machine (RFC 6749, section 3.2, requires TLS).
 * Throws `TypeError`, which names `what` and does not repeat the URL, because it can contain a secret.
 */
export function secureAddress(address: string, what: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new TypeError(`${what} must be an absolute URL`);
  }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!secure) throw new TypeError(`${what} must be https; http is only for loopback hosts`);
  if (url.username !== '' || url.password !== '') throw new TypeError(`${what} must have no user info`);
  return url;
}

/** Returns the base URL without a trailing slash. Throws `TypeError`, like `secureAddress`. */
export function baseAddress(baseUrl: string): string {
  const url = secureAddress(baseUrl, 'baseUrl');
  if (url.search !== '' || url.hash !== '') throw new TypeError('baseUrl must have no query and no fragment');
  return url.href.replace(/\/+$/, '');
}
