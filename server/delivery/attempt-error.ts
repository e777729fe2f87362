import type { AttemptError } from '../domain/event.ts';
import { AddressRefused } from '../outbound/guarded-agent.ts';

export class TimedOut extends Error {}
export class ResponseTooLarge extends Error {}

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '');

/** The connection ended before the response did. */
export const isConnectionLost = (error: Error | null): boolean =>
  error !== null && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** The delivery log's error for a failed attempt. Throws bugs of ours: headers that cannot be sent, a closed agent. */
export function attemptError(error: Error, about: { connecting: boolean; tls: boolean; begun: boolean }): AttemptError {
  const code = codeOf(error);
  if (error instanceof AddressRefused) return 'refused_address';
  if (error instanceof ResponseTooLarge || code === 'UND_ERR_HEADERS_OVERFLOW') return 'response_too_large';
  if (error instanceof TimedOut || /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout';
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return 'tls_failure';
  const { syscall } = error as NodeJS.ErrnoException;
  if (about.connecting) {
    // `queryA` and `queryAaaa` are the system calls of Node's DNS resolver.
    if (/^(?:getaddrinfo$|query)/.test(syscall ?? '') || code === 'ENOTFOUND') return 'dns_failure';
    // None of several addresses could be connected to: an `AggregateError`, which has no system call.
    const isTcpError = syscall === 'connect' || syscall === 'bind' || error instanceof AggregateError;
    return about.tls && !isTcpError ? 'tls_failure' : 'connection_failed';
  }
  if (isCutOff(error, about.begun)) return 'connection_closed';
  // undici says "bad response" and "bad upgrade" for unsolicited 100 and 101 responses.
  if (code === 'UND_ERR_SOCKET') return error.message.startsWith('bad ') ? 'invalid_response' : 'connection_closed';
  if (error.name === 'HTTPParserError' || code.startsWith('UND_ERR_RES_')) return 'invalid_response';
  if (syscall !== undefined) return 'connection_closed';
  // Some responses trip an assertion of undici, such as 101 without `Upgrade`.
  if (code === 'ERR_ASSERTION') return 'invalid_response';
  throw error;
}

/**
 * Whether the connection ended within a body. For a connection that was to be closed after the response anyway, undici
 * says only that the body is too short, or that the parser missed its end.
 */
function isCutOff(error: Error, begun: boolean): boolean {
  if (!begun) return false;
  if (codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return true;
  return error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state');
}
