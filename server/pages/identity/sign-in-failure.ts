import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Reason for a failed sign-in, which a page can explain. `declined`: the person or the provider declined. `expired`:
 * the sign-in is too old, or started in a different browser or window. `unavailable`: the provider does not respond, or
 * responds with an error. `refused`: the provider's response is not valid.
 */
export type SignInFailureReason = 'declined' | 'expired' | 'unavailable' | 'refused';

/** A failed sign-in. Contains neither codes nor tokens. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly reason: SignInFailureReason;
  /** Names and codes of errors for the log, without messages. */
  readonly fault: Readonly<Record<string, string>>;

  constructor(reason: SignInFailureReason, fault: Readonly<Record<string, string>> = {}) {
    super(`The sign-in failed: ${reason}`);
    this.reason = reason;
    this.fault = fault;
  }
}

/** Error codes of openid-client for a response that must not be trusted. */
const UNTRUSTED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** Converts an error from openid-client, or from the connection to the provider, to a `SignInFailure`. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  return new SignInFailure(reasonOf(error), faultOf(error));
}

function reasonOf(error: unknown): SignInFailureReason {
  // These error codes are defined in OpenID Connect Core 1.0, section 3.1.2.6, and RFC 6749, section 4.1.2.1.
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'declined';
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unavailable' : 'refused';
  }
  // All errors in RFC 6749, section 5.2, except `invalid_grant` are caused by the operator's settings or the provider.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'refused' : 'unavailable';
  if (error instanceof ClientError && UNTRUSTED.has(error.code ?? '')) return 'refused';
  return 'unavailable';
}

/** Returns error names and codes. Omits messages and causes, because they can quote received data. */
function faultOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return {};
  const { code } = error as NodeJS.ErrnoException;
  const { code: causeCode } = (error.cause ?? {}) as { code?: unknown };
  const isResponse = error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError;
  const providerError =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error.error : null;
  return {
    error: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof causeCode === 'string' && { cause_code: causeCode }),
    ...(isResponse && { provider_status: String(error.status) }),
    ...(providerError !== null && /^[a-z_]{1,40}$/.test(providerError) && { provider_error: providerError }),
  };
}
