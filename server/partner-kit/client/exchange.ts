import { contractVersion, type OperationId, operations, service } from '../../../generated/operations.ts';
import { parseRetryAfter } from '../../domain/retry.ts';
import { type NoAnswerCode, NoAnswerError, operationOf } from './errors.ts';
import { type Timing, withDeadline } from './timing.ts';

/** An attempt to call an operation. The first attempt is 1. */
export interface Attempt {
  operation: OperationId;
  attempt: number;
}

export interface AttemptAnswered extends Attempt {
  /** HTTP status; undefined when no response came. */
  status: number | undefined;
  /** Why no response of the contract came. */
  failure: NoAnswerCode | undefined;
  /** The `X-Request-Id` of the answer. */
  requestId: string | null;
  /** Milliseconds, until the whole answer had arrived. */
  tookMs: number;
}

/**
 * Callbacks for logs and metrics, for requests of access tokens too. They receive no secrets and no personal data. The
 * client does not await them and ignores their exceptions.
 *
 * @example
 * const hooks = { onAnswer: ({ operation, tookMs }) => histogram.observe({ operation }, tookMs) };
 */
export interface ClientHooks {
  /** An attempt is about to be sent. */
  onRequest?(attempt: Attempt): void;
  /** An attempt was answered, or failed. */
  onAnswer?(answered: AttemptAnswered): void;
  /** The next attempt comes after a pause, in milliseconds; `attempt` is the one that failed. */
  onRetry?(retry: Attempt & { pauseMs: number }): void;
  /** A new access token was issued. */
  onToken?(token: { endsAt: Date }): void;
}

/**
 * Limits of the attempts of a call. Idempotent operations are retried after 429, 502, 503, 504 and lost responses;
 * others only after 429, which the service returns before it does anything.
 */
export interface RetryPolicy {
  /** Number of attempts, including the first one. Default: 4. 1 switches retries off. */
  attempts: number;
  /** Longest pause before the second attempt, which doubles with each further attempt. Default: 500. */
  firstPauseMs: number;
  /** Limit of the longest pause. Default: 8,000. A `Retry-After` may ask for more. */
  maxPauseMs: number;
  /** Timeout of one attempt. Default: 30,000. */
  attemptTimeoutMs: number;
  /** Timeout of a call with all its attempts and pauses. Default: 90,000. No pause begins that exceeds it. */
  totalTimeoutMs: number;
}

export const DEFAULT_RETRY_POLICY: Readonly<RetryPolicy> = {
  attempts: 4,
  firstPauseMs: 500,
  maxPauseMs: 8_000,
  attemptTimeoutMs: 30_000,
  totalTimeoutMs: 90_000,
};

/** Returns the policy with its defaults. Throws `RangeError` for a value that is not a positive number. */
export function retryPolicy(given: Partial<RetryPolicy> = {}): Readonly<RetryPolicy> {
  const policy = { ...DEFAULT_RETRY_POLICY, ...given };
  for (const [name, value] of Object.entries(policy)) {
    if (!Number.isFinite(value) || value <= 0) throw new RangeError(`retry.${name} must be a positive number`);
  }
  return policy;
}

const TRANSIENT_STATUSES = new Set([429, 502, 503, 504]);

/** Whether a retry may help: the service is busy or unavailable, or a gateway got no response from it. */
export const isPassing = (status: number) => TRANSIENT_STATUSES.has(status);

/**
 * Returns the milliseconds until the next attempt: a random part of the doubling limit ("full jitter"), so that clients
 * that failed together do not retry together, plus the wait of `Retry-After` (RFC 9110, section 10.2.3).
 */
function pauseAfter(attemptsMade: number, response: Response | undefined, policy: RetryPolicy, timing: Timing): number {
  const longest = Math.min(policy.maxPauseMs, policy.firstPauseMs * 2 ** (attemptsMade - 1));
  return retryAfterMs(response, timing) + timing.random() * longest;
}

/** Returns the wait that a response asks for with `Retry-After`; 0 when it asks for none. */
export function retryAfterMs(response: Response | undefined, timing: Timing): number {
  const asked = response?.headers.get('Retry-After') ?? '';
  return (parseRetryAfter(asked, timing.now() * 1000) ?? 0) * 1000;
}

/** Calls a hook if there is one, and ignores what it throws. */
export function tell<Name extends keyof ClientHooks>(
  hooks: ClientHooks,
  name: Name,
  event: Parameters<NonNullable<ClientHooks[Name]>>[0],
): void {
  try {
    (hooks[name] as ((event: unknown) => void) | undefined)?.(event);
  } catch {
    // As documented above.
  }
}

export type Fetch = (request: Request) => Promise<Response>;

/** The settings of every request. */
export interface Wire {
  fetch: Fetch;
  timing: Timing;
  retry: Readonly<RetryPolicy>;
  hooks: ClientHooks;
}

export interface Exchange {
  operation: OperationId;
  /** Makes the request of one attempt. */
  request: (signal: AbortSignal) => Request;
  /** `isRefusedUnread`: the service refused the request before it did anything. */
  isRepeatable: (isRefusedUnread: boolean) => boolean;
  signal: AbortSignal;
}

/**
 * Sends a request until it is answered in the form of the contract, within the attempts and the time of the policy. The
 * body of the answer has arrived as a whole. Rejects with `NoAnswerError`, or with the reason of the signal.
 */
export async function exchange(
  { fetch, timing, retry, hooks }: Wire,
  { operation, request, isRepeatable, signal }: Exchange,
): Promise<Response> {
  const end = timing.now() + retry.totalTimeoutMs;
  for (let made = 1; ; made += 1) {
    const limitMs = Math.min(retry.attemptTimeoutMs, end - timing.now());
    tell(hooks, 'onRequest', { operation, attempt: made });
    const begun = timing.now();
    const { response, failure } = await attempt(fetch, limitMs, { operation, request, signal });
    tell(hooks, 'onAnswer', {
      ...{ operation, attempt: made, status: response?.status, failure: failure?.code },
      ...{ requestId: response?.headers.get('X-Request-Id') ?? null, tookMs: timing.now() - begun },
    });
    const pause = pauseAfter(made, response, retry, timing);
    // The service returns 429 before it does anything. A proxy's 429, which is a failure, says nothing of the service.
    const isRefusedUnread = failure === undefined && response.status === 429;
    const again =
      (response === undefined || isPassing(response.status)) &&
      made < retry.attempts &&
      timing.now() + pause < end &&
      isRepeatable(isRefusedUnread);
    if (!again) {
      if (failure !== undefined) throw failure;
      operationOf.set(response, operation);
      return response;
    }
    tell(hooks, 'onRetry', { operation, attempt: made, pauseMs: pause });
    await response?.body?.cancel();
    await timing.sleep(pause, signal);
  }
}

/** A name with a scope is no token (RFC 9110, section 10.1.5). A browser keeps its own. */
const USER_AGENT = `${service.npm_package.replace(/^@/, '').replace('/', '-')}/${contractVersion}`;

type Outcome = { response: Response; failure?: undefined } | { response?: Response; failure: NoAnswerError };

async function attempt(
  fetch: Fetch,
  limitMs: number,
  { operation, request, signal }: Omit<Exchange, 'isRepeatable'>,
): Promise<Outcome> {
  const late = new NoAnswerError('timed_out', operation, `no answer within ${limitMs / 1000} s`);
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
    return { failure: new NoAnswerError('network_failure', operation, what, { systemCode }) };
  }
}

/** Why the answer is not one of the contract. Reads a copy of the body, so that a failure to read shows here. */
async function failureOf(response: Response, operation: OperationId): Promise<NoAnswerError | undefined> {
  const unexpected = (what: string) => new NoAnswerError('unexpected_answer', operation, what, { response });
  // Not followed: a redirect would take the secret or the token along. A browser shows it as status 0.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    return unexpected('the answer is a redirect, which is not followed: check baseUrl');
  }
  const text = await response.clone().text();
  if (response.status === 204 && '204' in operations[operation].responses) return undefined;
  const body = parse(text);
  // A problem has a `code`, and what the token endpoint answers an `error`.
  const known = response.ok
    ? body !== undefined
    : typeof body?.['code'] === 'string' || typeof body?.['error'] === 'string';
  if (known) return undefined;
  return unexpected(
    `the answer, status ${response.status}, is not in the form of the contract: check baseUrl, and what is between the service and here`,
  );
}

/** Returns undefined for a text that is not a JSON object. The message of a JSON error would quote the text. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Such as `ECONNREFUSED`: it is found on the error or on what caused it, and nothing else is taken from there. */
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
 * An address that a secret may be sent to: https, or http to this machine (RFC 6749, section 3.2, requires TLS).
 * Throws `TypeError`, which names `what` and does not repeat the address, which may hold a secret.
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

/** Returns the base URL without a slash at its end. Throws `TypeError`, as above. */
export function baseAddress(baseUrl: string): string {
  const url = secureAddress(baseUrl, 'baseUrl');
  if (url.search !== '' || url.hash !== '') throw new TypeError('baseUrl must have no query and no fragment');
  return url.href.replace(/\/+$/, '');
}
