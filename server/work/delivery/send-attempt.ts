import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { service, webhookDelivery } from '../../../generated/operations.ts';
import type { Clock } from '../../domain/clock.ts';
import { parseRetryAfter } from '../../domain/retry-delay.ts';
import type { AttemptError } from '../../domain/webhook-event.ts';
import { AddressRefused } from '../../platform/outbound/guarded-agent.ts';

export interface AttemptOutcome {
  /** Null if no status line arrived in time. */
  httpStatus: number | null;
  /** Null if a complete response arrived, whatever its status. */
  error: AttemptError | null;
  retryAfterSeconds: number | null;
}

/** Does not reject for failures of the receiver, DNS, or the network. */
export type SendAttempt = (target: {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
}) => Promise<AttemptOutcome>;

export function isDelivered(outcome: AttemptOutcome): boolean {
  return outcome.error === null && outcome.httpStatus === webhookDelivery.success_status;
}

/** Returns a label with few possible values, for metrics. */
export function outcomeOf(outcome: AttemptOutcome): string {
  if (isDelivered(outcome)) return 'delivered';
  return outcome.error ?? `status_${Math.trunc((outcome.httpStatus ?? 0) / 100)}xx`;
}

const MAX_ORIGINS = 10_000;

/** The timeout covers the whole attempt, including a repeated request after the receiver closed a reused connection. */
export function createSendAttempt(options: { agent: Dispatcher; clock: Clock; timeoutMs?: number }): SendAttempt {
  const { agent, clock, timeoutMs = webhookDelivery.timeout_seconds * 1000 } = options;
  const connectErrors = new WeakSet<Error>();
  /** Number of connections opened per origin, which shows whether a request reused a connection. */
  const opened = new Map<string, number>();
  const noteConnection = ({ origin }: URL) => {
    if (opened.size === MAX_ORIGINS) opened.clear();
    opened.set(origin, (opened.get(origin) ?? 0) + 1);
  };
  agent.on('connect', noteConnection);
  agent.on('connectionError', (origin, _targets, error) => {
    noteConnection(origin);
    connectErrors.add(error);
  });

  return async ({ url, headers, body }) => {
    const target = URL.canParse(url) ? new URL(url) : null;
    if (target === null || !/^https?:$/.test(target.protocol))
      return { httpStatus: null, error: 'refused_address', retryAfterSeconds: null };
    const { origin, pathname, search, protocol } = target;
    const request: Request = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { 'Content-Type': webhookDelivery.content_type, 'User-Agent': service.user_agent, ...headers },
      body,
    };

    const before = opened.get(origin);
    const deadline = AbortSignal.timeout(timeoutMs);
    let result: Result;
    do {
      result = await exchange(agent, request, deadline);
    } while (isConnectionLost(result) && opened.get(origin) === before && !deadline.aborted);
    const { status, retryAfter, failure } = result;
    const about = { isTls: protocol === 'https:', hasBegun: status !== null };
    return {
      httpStatus: status,
      error: failure && attemptError(failure, { ...about, isConnecting: connectErrors.has(failure) }),
      retryAfterSeconds: retryAfter === undefined ? null : parseRetryAfter(retryAfter, clock.now()),
    };
  };
}

type Request = Omit<Dispatcher.RequestOptions, 'signal'>;

interface Result {
  status: number | null;
  retryAfter: string | undefined;
  failure: Error | null;
}

async function exchange(agent: Dispatcher, options: Request, deadline: AbortSignal): Promise<Result> {
  const result: Result = { status: null, retryAfter: undefined, failure: null };
  const receive = async () => {
    const { statusCode, headers, body } = await agent.request({ ...options, signal: deadline });
    result.status = statusCode;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter === 'string') result.retryAfter = retryAfter;
    body.resume();
    await finished(body);
  };
  // The signal alone is not enough, because requests that wait for a connection ignore the signal.
  const late = once(deadline, 'abort').then(() => Promise.reject(deadline.reason));
  try {
    await Promise.race([receive(), late]);
  } catch (error) {
    result.failure = error as Error;
  }
  // Returns a copy, because a response that arrives after the deadline still changes `result`.
  return { ...result };
}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');

const isConnectionLost = ({ status, failure }: Result): boolean =>
  status === null && failure !== null && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(failure));

/** Rethrows errors that reveal a bug, such as invalid headers. */
function attemptError(error: Error, about: { isConnecting: boolean; isTls: boolean; hasBegun: boolean }): AttemptError {
  const code = codeOf(error);
  if (error instanceof AddressRefused) return 'refused_address';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'response_too_large';
  if (error.name === 'TimeoutError' || /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return 'tls_failure';
  const { syscall } = error as NodeJS.ErrnoException;
  if (about.isConnecting) {
    // Node's DNS resolver reports `queryA` or `queryAaaa` as the system call.
    if (/^(?:getaddrinfo$|query)/.test(syscall ?? '') || code === 'ENOTFOUND') return 'dns_failure';
    // If connections to all of a host's addresses fail, the error is an `AggregateError` without a system call.
    const isTcpError = syscall === 'connect' || syscall === 'bind' || error instanceof AggregateError;
    return about.isTls && !isTcpError ? 'tls_failure' : 'connection_failed';
  }
  // undici reports a connection that closes in the middle of a response only as a body that is too short.
  const isTooShort = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || error.message.includes('Invalid EOF state');
  if (about.hasBegun && isTooShort) return 'connection_closed';
  // undici reports "bad response" and "bad upgrade" for unsolicited 100 and 101 responses.
  if (code === 'UND_ERR_SOCKET') return error.message.startsWith('bad ') ? 'invalid_response' : 'connection_closed';
  if (error.name === 'HTTPParserError' || code.startsWith('UND_ERR_RES_')) return 'invalid_response';
  if (syscall !== undefined) return 'connection_closed';
  // Some responses trigger an assertion in undici, for example 101 without `Upgrade`.
  if (code === 'ERR_ASSERTION') return 'invalid_response';
  throw error;
}
