import type { Dispatcher } from 'undici';
import { service, webhookDelivery } from '../../generated/operations.ts';
import type { Clock } from '../domain/clock.ts';
import type { AttemptError } from '../domain/event.ts';
import { parseRetryAfter } from '../domain/retry.ts';
import { AddressRefused } from '../outbound/guarded-agent.ts';

export interface AttemptOutcome {
  /** HTTP status; null when no status line arrived in time. Also set when the body did not end in time. */
  httpStatus: number | null;
  /** Error of the attempt; null when a complete response arrived, with any status. */
  error: AttemptError | null;
  /** Seconds from now in `Retry-After` (RFC 9110 10.2.3) of any response; null without a valid value. */
  retryAfterSeconds: number | null;
}

export interface AttemptTarget {
  url: string;
  /** Headers in addition to those of every delivery. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Sends one POST request. Does not reject for failures of the receiver, DNS, or the network. */
export type SendAttempt = (target: AttemptTarget) => Promise<AttemptOutcome>;

/** Returns whether the receiver acknowledged the event. Only one status does. */
export function isDelivered(outcome: AttemptOutcome): boolean {
  return outcome.error === null && outcome.httpStatus === webhookDelivery.success_status;
}

/** Returns the outcome as one of a few words, for metrics and logs. */
export function outcomeOf(outcome: AttemptOutcome): string {
  if (isDelivered(outcome)) return 'delivered';
  return outcome.error ?? `status_${Math.trunc((outcome.httpStatus ?? 0) / 100)}xx`;
}

class TimedOut extends Error {}

/**
 * Creates a function that sends webhook deliveries through `agent`, which checks the addresses and the size of
 * responses. The contract's time limit covers a whole attempt: the wait for a free connection, DNS, TCP, TLS, and the
 * response to its last byte.
 *
 * The receiver can close a reused connection while the request is written, and undici does not repeat a POST request.
 * So the attempt repeats the request until it used a new connection; only a failure on a new connection counts. The
 * contract permits an event to arrive twice.
 */
export function createSendAttempt(options: { agent: Dispatcher; clock: Clock; timeoutMs?: number }): SendAttempt {
  const { agent, clock, timeoutMs = webhookDelivery.timeout_seconds * 1000 } = options;
  const connections = watchConnections(agent);

  return async ({ url, headers, body }) => {
    const target = URL.canParse(url) ? new URL(url) : null;
    if (target === null || !/^https?:$/.test(target.protocol))
      return { httpStatus: null, error: 'refused_address', retryAfterSeconds: null };
    const { origin, pathname, search, protocol } = target;
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'Content-Type': webhookDelivery.content_type, 'User-Agent': service.user_agent, ...headers },
      body,
    };

    const watch = connections.watch(origin);
    const deadline: Deadline = { passed: null, onPass: () => {} };
    const timer = setTimeout(() => {
      deadline.passed = new TimedOut();
      deadline.onPass(deadline.passed);
    }, timeoutMs);
    try {
      let answer: Answer;
      do answer = await exchange(agent, request, deadline);
      while (
        answer.status === null &&
        isConnectionLost(answer.failure) &&
        !watch.sawNewConnection &&
        deadline.passed === null
      );
      const { status, retryAfter, failure } = answer;
      return {
        httpStatus: status,
        error:
          failure === null
            ? null
            : attemptError(failure, {
                connecting: connections.isConnectError(failure),
                tls: protocol === 'https:',
                begun: status !== null,
              }),
        retryAfterSeconds: retryAfter === undefined ? null : parseRetryAfter(retryAfter, clock.now()),
      };
    } finally {
      clearTimeout(timer);
      watch.end();
    }
  };
}

interface Answer {
  status: number | null;
  retryAfter: string | undefined;
  /** Failure of the exchange; null for a complete response. */
  failure: Error | null;
}

/** An `AbortSignal` with a fraction of its cost. */
interface Deadline {
  passed: TimedOut | null;
  onPass(timedOut: TimedOut): void;
}

/** Sends the request, and reads the response until its end or the deadline. */
function exchange(agent: Dispatcher, request: Dispatcher.DispatchOptions, deadline: Deadline): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = { status: null, retryAfter: undefined, failure: null };
    let controller: Dispatcher.DispatchController | undefined;
    const settle = (failure: Error | null) => resolve({ ...answer, failure });
    deadline.onPass = (timedOut) => {
      // A request that waits for a connection cannot be aborted yet. It is aborted when it gets one.
      if (controller === undefined) settle(timedOut);
      else controller.abort(timedOut);
    };

    agent.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (deadline.passed !== null) started.abort(deadline.passed);
      },
      onResponseStart(_controller, status, headers) {
        // Ignores interim responses (RFC 9110 15.2).
        if (status < 200) return;
        answer.status = status;
        const retryAfter = headers['retry-after'];
        if (typeof retryAfter === 'string') answer.retryAfter = retryAfter;
      },
      onResponseData() {},
      onResponseEnd: () => settle(null),
      onResponseError: (_controller, error) => settle(error),
    });
  });
}

/**
 * Watches for new connections to an origin during a request. Without one, the request used an existing connection. A
 * new connection for another request also counts; at worst, a request is not repeated. Also distinguishes connection
 * errors from later errors.
 */
function watchConnections(agent: Dispatcher) {
  const watches = new Set<{ origin: string; sawNewConnection: boolean }>();
  const failures = new WeakSet<Error>();
  const note = (origin: URL) => {
    for (const watch of watches) if (watch.origin === origin.origin) watch.sawNewConnection = true;
  };
  agent.on('connect', note);
  agent.on('connectionError', (origin, _targets, error) => {
    note(origin);
    failures.add(error);
  });
  return {
    watch(origin: string) {
      const watch = { origin, sawNewConnection: false, end: () => watches.delete(watch) };
      watches.add(watch);
      return watch;
    },
    isConnectError: (error: Error): boolean => failures.has(error),
  };
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');

/** Returns whether the connection closed before the response was complete. */
const isConnectionLost = (error: Error | null): boolean =>
  error !== null && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** Returns the delivery log's error for a failed attempt. Throws bugs: invalid headers, a closed agent. */
function attemptError(error: Error, about: { connecting: boolean; tls: boolean; begun: boolean }): AttemptError {
  const code = codeOf(error);
  if (error instanceof AddressRefused) return 'refused_address';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'response_too_large';
  if (error instanceof TimedOut || /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return 'tls_failure';
  const { syscall } = error as NodeJS.ErrnoException;
  if (about.connecting) {
    // `queryA` and `queryAaaa` are the system calls of Node's DNS resolver.
    if (/^(?:getaddrinfo$|query)/.test(syscall ?? '') || code === 'ENOTFOUND') return 'dns_failure';
    // A failed connection to all of several addresses is an `AggregateError`, which has no system call.
    const isTcpError = syscall === 'connect' || syscall === 'bind' || error instanceof AggregateError;
    return about.tls && !isTcpError ? 'tls_failure' : 'connection_failed';
  }
  // If the connection closes before the end of such a response, undici reports only that the body is too short, or that
  // the parser did not find its end.
  const isTooShort = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error.message.includes('Invalid EOF state');
  if (about.begun && isTooShort) return 'connection_closed';
  // undici reports "bad response" and "bad upgrade" for unsolicited 100 and 101 responses.
  if (code === 'UND_ERR_SOCKET') return error.message.startsWith('bad ') ? 'invalid_response' : 'connection_closed';
  if (error.name === 'HTTPParserError' || code.startsWith('UND_ERR_RES_')) return 'invalid_response';
  if (syscall !== undefined) return 'connection_closed';
  // Some responses violate an assertion of undici, for example 101 without `Upgrade`.
  if (code === 'ERR_ASSERTION') return 'invalid_response';
  throw error;
}
