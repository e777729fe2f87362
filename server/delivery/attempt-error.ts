import type { AttemptError } from '../domain/delivery.ts';
import { AddressRefused } from '../outbound/address-refused.ts';

export class TimedOut extends Error {}
export class ResponseTooLarge extends Error {}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');

/** The connection ended before the answer did. */
export const isConnectionLost = (error: Error | null): boolean =>
  error !== null && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** What a failure means. Throws what is a mistake of ours: headers that cannot be sent, an agent that is closed. */
export function attemptError(
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
    // `queryA` and `queryAaaa` are the questions of a DNS resolver.
    if (/^(?:getaddrinfo$|query)/.test(syscall ?? '') || code === 'ENOTFOUND') return 'dns_failure';
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
