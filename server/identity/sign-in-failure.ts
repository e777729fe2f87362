import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

/**
 * Why a sign-in failed, as a page can explain it. `declined`: the person or the provider said no. `expired`: the
 * sign-in began too long ago, in another browser, or began again in another window. `unavailable`: the provider does
 * not answer, or answers with an error. `refused`: its answer does not prove who signed in.
 */
export type SignInFailureReason = 'declined' | 'expired' | 'unavailable' | 'refused';

/** A failed sign-in. Contains neither codes nor tokens. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly reason: SignInFailureReason;
  /** For the log: names and codes of errors, without messages. */
  readonly fault: Readonly<Record<string, string>>;

  constructor(reason: SignInFailureReason, fault: Readonly<Record<string, string>> = {}) {
    super(`Nobody was signed in: ${reason}`);
    this.reason = reason;
    this.fault = fault;
  }
}

/** Codes of openid-client for an answer of the provider that must not be trusted. */
const NOT_BELIEVED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** The sign-in failure for an error of openid-client or of the connection to the provider. */
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
  // RFC 6749, section 5.2. All errors but `invalid_grant` are about the operator's settings, or faults of the provider.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'refused' : 'unavailable';
  if (error instanceof ClientError && NOT_BELIEVED.has(error.code ?? '')) return 'refused';
  return 'unavailable';
}

/** Leaves out messages and causes, since they quote what was received. */
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
