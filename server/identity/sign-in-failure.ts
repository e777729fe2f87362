import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Why nobody was signed in, as a page can explain it. `declined`: the person or the provider said no. `expired`: begun too
 * long ago, in another browser, or over again in another window. `unavailable`: the provider does not answer, or not as
 * it should. `refused`: its answer does not hold what was asked for.
 */
export type SignInFailureReason = 'declined' | 'expired' | 'unavailable' | 'refused';

/** Says nothing of what was sent: neither a code nor a token is in it. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly reason: SignInFailureReason;
  /** For the log: names and codes of errors, without their messages. */
  readonly fault: Readonly<Record<string, string>>;

  constructor(reason: SignInFailureReason, fault: Readonly<Record<string, string>> = {}) {
    super(`Nobody was signed in: ${reason}`);
    this.reason = reason;
    this.fault = fault;
  }
}

/** What openid-client says of an answer of the provider that came, but must not be believed. */
const NOT_BELIEVED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** What an error of openid-client, or of reaching the provider, means for the sign-in. */
export function signInFailure(error: unknown): SignInFailure {
  if (error instanceof SignInFailure) return error;
  return new SignInFailure(reasonOf(error), faultOf(error));
}

function reasonOf(error: unknown): SignInFailureReason {
  // OpenID Connect Core 1.0, section 3.1.2.6; RFC 6749, section 4.1.2.1.
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'declined';
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unavailable' : 'refused';
  }
  // RFC 6749, section 5.2. All but `invalid_grant` are between the provider and the operator.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'refused' : 'unavailable';
  if (error instanceof ClientError && NOT_BELIEVED.has(error.code ?? '')) return 'refused';
  return 'unavailable';
}

/** Nothing of the messages and causes goes in: they quote what was received. */
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
