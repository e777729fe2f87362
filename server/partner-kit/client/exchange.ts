import { contractVersion, type OperationId, operations, service } from '../../../generated/operations.ts';
import { NoAnswerError, operationOf } from './errors.ts';
import { type ClientHooks, tell } from './hooks.ts';
import { isPassing, isRefusedUnread, pauseAfter, type RetryPolicy } from './retry.ts';
import { type Timing, withDeadline } from './timing.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** What every request goes out with. */
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
  /** `isRefusedUnread`: the answer tells that the service did not begin with the request. */
  mayRepeat: (isRefusedUnread: boolean) => boolean;
  signal: AbortSignal;
}

/**
 * Sends a request until it is answered in the form of the contract, within the attempts and the time of the policy. The
 * body of the answer has arrived as a whole. Rejects with `NoAnswerError`, or with the reason of the signal.
 */
export async function exchange(
  { fetch, timing, retry, hooks }: Wire,
  { operation, request, mayRepeat, signal }: Exchange,
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
    const passing = response === undefined || isPassing(response.status);
    const pause = pauseAfter(made, response, retry, timing);
    const again =
      passing &&
      made < retry.attempts &&
      timing.now() + pause < end &&
      mayRepeat(failure === undefined && isRefusedUnread(response.status));
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
  { operation, request, signal }: Omit<Exchange, 'mayRepeat'>,
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

/** Undefined for what is not a JSON object. The message of a JSON error would quote the text. */
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
