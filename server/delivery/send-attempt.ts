import type { Dispatcher } from 'undici';
import { webhookDelivery } from '../../generated/operations.ts';
import type { Clock, Micros } from '../domain/clock.ts';
import { AddressRefused } from '../outbound/address-guard.ts';

export type AttemptError =
  /** Nothing that this service connects to; it stays so until the URL or its DNS records change. */
  | 'refused_address'
  | 'dns_failure'
  | 'connection_failed'
  /** The handshake failed: a certificate that is not trusted, no TLS at all, or the connection lost meanwhile. */
  | 'tls_failure'
  | 'timeout'
  | 'connection_closed'
  | 'response_too_large'
  | 'invalid_response';

export interface AttemptOutcome {
  /** Null when no status line arrived in time. A status that arrived is given also when the body never ended. */
  httpStatus: number | null;
  /** Null when a complete response arrived, whatever its status. */
  error: AttemptError | null;
  /** Whole seconds from now on, from `Retry-After` (RFC 9110 10.2.3), of any status; null without a valid one. */
  retryAfterSeconds: number | null;
}

export interface AttemptTarget {
  url: string;
  /** Added to those that every delivery has. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Sends one POST. Never rejects for anything that the receiver, DNS or the network does. */
export type SendAttempt = (target: AttemptTarget) => Promise<AttemptOutcome>;

/** Whether the receiver has acknowledged the event: with this status, and nothing else. */
export function isDelivered(outcome: AttemptOutcome): boolean {
  return outcome.error === null && outcome.httpStatus === webhookDelivery.success_status;
}

/**
 * Sends webhook deliveries through the agent, which judges the addresses. The time limit is that of the contract and
 * covers all of an attempt: the wait for a free connection, DNS, TCP, TLS, and the response to its last byte.
 *
 * A connection kept from an earlier delivery may have been closed by the receiver just when the request was written,
 * which says nothing of the receiver, and undici repeats no POST by itself. Such a request is sent again within the same
 * attempt, until a connection was made for it: whatever happens there is the receiver's answer. That an event may arrive
 * twice is part of the contract.
 */
export function createSendAttempt(options: {
  agent: Dispatcher;
  clock: Clock;
  timeoutMs?: number;
}): SendAttempt {
  const { agent, clock, timeoutMs = webhookDelivery.timeout_seconds * 1000 } = options;
  const connections = watchConnections(agent);

  return async ({ url, headers, body }) => {
    const target = parseHttpUrl(url);
    if (target === null) return { httpStatus: null, error: 'refused_address', retryAfterSeconds: null };
    const { origin, pathname, search, protocol } = target;
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'Content-Type': webhookDelivery.content_type, 'User-Agent': USER_AGENT, ...headers },
      body,
    };

    const watch = connections.watch(origin);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new TimedOut()), timeoutMs);
    try {
      let answer: Answer;
      do answer = await exchange(agent, request, deadline.signal);
      while (answer.status === null && isConnectionLost(answer.failure) && !watch.sawNewConnection);
      const { status, retryAfter, failure } = answer;
      return {
        httpStatus: status,
        error:
          failure === null
            ? null
            : attemptError(failure, {
                connecting: connections.isOfConnecting(failure),
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

const USER_AGENT = 'Partner-Credential-Service';

class TimedOut extends Error {}
class ResponseTooLarge extends Error {}

function parseHttpUrl(url: string): URL | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed : null;
}

interface Answer {
  status: number | null;
  retryAfter: string | undefined;
  /** Null when the response is complete. */
  failure: Error | null;
}

/** Sends the request and reads the response to its end, or until the signal aborts, which it does with an `Error`. */
function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = { status: null, retryAfter: undefined, failure: null };
    let received = 0;
    let controller: Dispatcher.DispatchController | undefined;
    const settle = (failure: Error | null) => {
      signal.removeEventListener('abort', giveUp);
      resolve({ ...answer, failure });
    };
    const giveUp = () => {
      // A request that still waits for its connection cannot be aborted: it is when its turn comes.
      if (controller === undefined) settle(signal.reason);
      else controller.abort(signal.reason);
    };
    signal.addEventListener('abort', giveUp);

    agent.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) started.abort(signal.reason);
      },
      onResponseStart(_controller, status, headers) {
        // An interim response (RFC 9110 15.2) is not the answer.
        if (status < 200) return;
        answer.status = status;
        const retryAfter = headers['retry-after'];
        if (typeof retryAfter === 'string') answer.retryAfter = retryAfter;
      },
      onResponseData(running, chunk) {
        received += chunk.length;
        if (received > webhookDelivery.max_response_bytes) running.abort(new ResponseTooLarge());
      },
      onResponseEnd: () => settle(null),
      onResponseError: (_controller, error) => settle(error),
    });
  });
}

interface Watch {
  readonly sawNewConnection: boolean;
  end(): void;
}

/**
 * Tells whether a connection to an origin was made, or tried, while a request was under way: when none was, the request
 * went out on a connection kept from before. A connection made for somebody else's request counts too, which at worst
 * leaves a request unrepeated. Also tells the errors of connecting from those of a connection.
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
    watch(origin: string): Watch {
      const watch = { origin, sawNewConnection: false, end: () => watches.delete(watch) };
      watches.add(watch);
      return watch;
    },
    isOfConnecting: (error: Error): boolean => failures.has(error),
  };
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');

const isConnectionLost = (error: Error | null): boolean =>
  error !== null && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** What a failure means. Throws what is a mistake of ours: headers that cannot be sent, an agent that is closed. */
function attemptError(
  error: Error,
  about: { connecting: boolean; tls: boolean; begun: boolean },
): AttemptError {
  const code = codeOf(error);
  if (error instanceof AddressRefused) return 'refused_address';
  if (error instanceof ResponseTooLarge || code === 'UND_ERR_HEADERS_OVERFLOW') return 'response_too_large';
  if (error instanceof TimedOut || /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return 'tls_failure';
  const { syscall } = error as NodeJS.ErrnoException;
  if (about.connecting) {
    if (syscall === 'getaddrinfo' || code === 'ENOTFOUND') return 'dns_failure';
    // Of several addresses none could be connected to: an `AggregateError`, which has no system call.
    const isOfTcp = syscall === 'connect' || syscall === 'bind' || error instanceof AggregateError;
    return about.tls && !isOfTcp ? 'tls_failure' : 'connection_failed';
  }
  if (isCutOff(error, about.begun)) return 'connection_closed';
  // Its "bad response" and "bad upgrade" are statuses that nobody asked for (100, 101).
  if (code === 'UND_ERR_SOCKET')
    return error.message.startsWith('bad ') ? 'invalid_response' : 'connection_closed';
  if (error.name === 'HTTPParserError' || code.startsWith('UND_ERR_RES_')) return 'invalid_response';
  if (syscall !== undefined) return 'connection_closed';
  // An odd response can trip an assertion of undici: 101 without `Upgrade` does.
  if (code === 'ERR_ASSERTION') return 'invalid_response';
  throw error;
}

/**
 * Whether the connection ended within a body. Of one that was to be closed after the response anyway, undici tells only
 * that the body is short, or that the parser missed its end.
 */
function isCutOff(error: Error, begun: boolean): boolean {
  if (!begun) return false;
  if (codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return true;
  return error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state');
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
/** RFC 9110 5.6.7; a recipient accepts the two obsolete forms too. */
const HTTP_DATE = new RegExp(
  `^(?:[A-Z][a-z]{2}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT` +
    `|[A-Z][a-z]{5,8}, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT` +
    `|[A-Z][a-z]{2} ${MONTH} [ \\d]\\d ${TIME} \\d{4})$`,
);

/** Whole seconds from now on: 0 for what has passed, null for what is neither a number of seconds nor an HTTP-date. */
function parseRetryAfter(value: string, now: Micros): number | null {
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(value)) return null;
  const millis = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(millis) ? null : Math.max(0, Math.ceil((millis - now / 1000) / 1000));
}
