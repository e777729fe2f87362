import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Reason of a failed sign-in that a page can explain. `declined`: the person or the provider declined. `expired`: the
 * sign-in is too old, or began in another browser or window. `unavailable`: the provider does not respond, or responds
 * with an error. `refused`: the provider's response is not valid.
 */
export type SignInFailureReason = 'declined' | 'expired' | 'unavailable' | 'refused';

/** A failed sign-in. Contains neither codes nor tokens. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly reason: SignInFailureReason;
  /** Names and codes of errors for the log, without messages. */
  readonly fault: Readonly<Record<string, string>>;

  constructor(reason: SignInFailureReason, fault: Readonly<Record<string, string>> = {}) {
    super(`Nobody was signed in: ${reason}`);
    this.reason = reason;
    this.fault = fault;
  }
}

/** Codes of openid-client for a response of the provider that must not be trusted. */
const NOT_BELIEVED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** Converts an error of openid-client or of the connection to the provider. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  return new SignInFailure(reasonOf(error), faultOf(error));
}

function reasonOf(error: unknown): SignInFailureReason {
  // Error codes of OpenID Connect Core 1.0, section 3.1.2.6, and RFC 6749, section 4.1.2.1.
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'declined';
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unavailable' : 'refused';
  }
  // All errors of RFC 6749, section 5.2, except `invalid_grant` are caused by the operator's settings or the provider.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'refused' : 'unavailable';
  if (error instanceof ClientError && NOT_BELIEVED.has(error.code ?? '')) return 'refused';
  return 'unavailable';
}

/** Omits messages and causes, because they quote received text. */
function faultOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return {};
  const { code } = error as NodeJS.ErrnoException;
  const { code: causeCode } = (error.cause ?? {}) as { code?: unknown };
  const isAnswer = error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError;
  const providerError =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error.error : null;
  return {
    error: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof causeCode === 'string' && { cause_code: causeCode }),
    ...(isAnswer && { provider_status: String(error.status) }),
    ...(providerError !== null && /^[a-z_]{1,40}$/.test(providerError) && { provider_error: providerError }),
  };
}
