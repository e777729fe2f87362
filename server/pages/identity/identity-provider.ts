import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { service } from '../../../generated/operations.ts';
import { hostKind } from '../../domain/address-kind.ts';
import { type Clock, hours, type Micros } from '../../domain/clock.ts';
import type { Account } from '../../storage/accounts.ts';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  allowLoopback: boolean;
}

/** Values that `begin` creates and `finish` checks. `begin` sends only a hash of `codeVerifier` (PKCE). */
export interface PendingSignIn {
  nonce: string;
  codeVerifier: string;
}

export type SignInPrompt = 'another_account' | 'again' | null;

export interface SignedIn extends Account {
  /** Display name, such as the email address; null if the provider sends none. */
  name: string | null;
}

/** The redirect URI to register at the provider is APP_URL plus this path. */
export const CALLBACK_PATH = '/sign-in/callback';

const METADATA_LIFETIME: Micros = hours(1);
const PROVIDER_TIMEOUT_SECONDS = 5;

/**
 * OpenID Connect client (Core 1.0, section 3.1) with PKCE (RFC 7636). Fetches the provider's metadata at the first use,
 * so that the service can start without the provider. The methods reject with `SignInFailure`.
 */
export class IdentityProvider {
  readonly #settings: OidcSettings;
  readonly #clock: Clock;
  readonly #issuer: URL;
  readonly #isInsecure: boolean;
  readonly #redirectUri: string;
  #known: { configuration: Promise<Configuration>; until: Micros } | null = null;

  constructor(settings: OidcSettings, { appUrl, clock }: { appUrl: string; clock: Clock }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#issuer = new URL(settings.issuer);
    const { protocol, hostname } = this.#issuer;
    this.#isInsecure = settings.allowLoopback && protocol === 'http:' && hostKind(hostname) === 'loopback';
    this.#redirectUri = `${appUrl}${CALLBACK_PATH}`;
  }

  /** `stateFor` must encrypt the pending sign-in. The result becomes the OAuth `state`. */
  async begin(stateFor: (pending: PendingSignIn) => string, wish: SignInPrompt): Promise<URL> {
    const configuration = await this.#provider();
    const pending = { nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email',
      state: stateFor(pending),
      nonce: pending.nonce,
      code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      ...(wish === 'another_account' && { prompt: 'select_account' }),
      // A person can remove these parameters from the URL, so `finish` checks `max_age` again.
      ...(wish === 'again' && { prompt: 'login', max_age: String(service.sessions.consent_within_seconds) }),
    });
  }

  /** `query` comes from the callback URL, and `pending` is the decrypted `state` in `query`. */
  async finish(query: URLSearchParams, pending: PendingSignIn & { wish: SignInPrompt }): Promise<SignedIn> {
    const { nonce, codeVerifier, wish } = pending;
    const configuration = await this.#provider();
    try {
      // Builds the URL from the registered redirect URI, because a proxy can change the URL of the request.
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}?${query}`), {
        expectedState: query.get('state') ?? '',
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        ...(wish === 'again' && { maxAge: service.sessions.consent_within_seconds }),
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInFailure('refused', { error: 'NoIdToken' });
      const name = nameIn(claims) ?? (await fetchName(configuration, tokens.access_token, claims.sub));
      return { issuer: claims.iss, subject: claims.sub, name };
    } catch (error) {
      throw error instanceof SignInFailure ? error : new SignInFailure(reasonOf(error), faultOf(error));
    }
  }

  /** Resolves to null if the provider has no logout URL (OpenID Connect RP-Initiated Logout 1.0, section 2). */
  async signOutUrl(returnTo: string, state: string | null): Promise<URL | null> {
    const configuration = await this.#provider();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: returnTo,
      ...(state !== null && { state }),
    });
  }

  async metadata(): Promise<{ issuer: string; jwksUri: URL }> {
    const { issuer, jwks_uri: address = '' } = (await this.#provider()).serverMetadata();
    const jwksUri = URL.canParse(address) ? new URL(address) : null;
    if (jwksUri === null || !(jwksUri.protocol === 'https:' || this.#isInsecure))
      throw new SignInFailure('unavailable', { error: 'NoKeySet' });
    return { issuer, jwksUri };
  }

  /** Concurrent callers share one metadata request. After a failure, the next caller retries. */
  async #provider(): Promise<Configuration> {
    if (this.#known === null || this.#known.until <= this.#clock.now())
      this.#known = { configuration: this.#discover(), until: this.#clock.now() + METADATA_LIFETIME };
    const current = this.#known;
    try {
      return await current.configuration;
    } catch (error) {
      if (this.#known === current) this.#known = null;
      // Only the operator or the provider can correct the metadata, so the reason is always `unavailable`.
      throw new SignInFailure('unavailable', faultOf(error));
    }
  }

  #discover(): Promise<Configuration> {
    const { clientId, clientSecret } = this.#settings;
    return discovery(this.#issuer, clientId, undefined, clientAuthentication(clientSecret), {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // Checks ID token signatures, which OpenID Connect Core 1.0 (section 3.1.3.7, rule 6) makes optional over TLS.
      execute: [enableNonRepudiationChecks, ...(this.#isInsecure ? [allowInsecureRequests] : [])],
    });
  }
}

const clientAuthentication =
  (clientSecret: string): ClientAuth =>
  (server, ...request) => {
    // client_secret_basic is the default if the metadata lists no method (OpenID Connect Core 1.0, section 9).
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const acceptsBasic = methods.includes('client_secret_basic');
    (acceptsBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret))(server, ...request);
  };

const MAX_NAME = 254;

/** Returns the name by which a person recognizes the account (OpenID Connect Core 1.0, section 5.1). */
function nameIn({ email, preferred_username, name }: Record<string, unknown>): string | null {
  const found = [email, preferred_username, name].find((claim) => typeof claim === 'string' && claim.trim() !== '');
  return typeof found === 'string' ? found.trim().slice(0, MAX_NAME) : null;
}

/** Resolves to null if the UserInfo request fails, so that the sign-in continues. */
async function fetchName(configuration: Configuration, token: string, subject: string): Promise<string | null> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
  return fetchUserInfo(configuration, token, subject).then(nameIn, () => null);
}

/** `expired`: too old, or started in a different browser. `refused`: the response of the provider is invalid. */
export type SignInFailureReason = 'declined' | 'expired' | 'unavailable' | 'refused';

/** Contains neither authorization codes nor tokens. */
export class SignInFailure extends Error {
  override name = 'SignInFailure';
  readonly reason: SignInFailureReason;
  readonly fault: Readonly<Record<string, string>>;

  constructor(reason: SignInFailureReason, fault: Readonly<Record<string, string>> = {}) {
    super(`The sign-in failed: ${reason}`);
    this.reason = reason;
    this.fault = fault;
  }
}

const UNTRUSTED_RESPONSE_CODES = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

function reasonOf(error: unknown): SignInFailureReason {
  // OpenID Connect Core 1.0, section 3.1.2.6, and RFC 6749, section 4.1.2.1, define these error codes.
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'declined';
    return ['server_error', 'temporarily_unavailable'].includes(error.error) ? 'unavailable' : 'refused';
  }
  // Every error in RFC 6749, section 5.2, except `invalid_grant` is a fault of the operator's settings or the provider.
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? 'refused' : 'unavailable';
  return error instanceof ClientError && UNTRUSTED_RESPONSE_CODES.has(error.code ?? '') ? 'refused' : 'unavailable';
}

/** Returns error names and codes. Omits messages and causes, because they can quote received data. */
function faultOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return {};
  const { code } = error as NodeJS.ErrnoException;
  const { code: causeCode } = (error.cause ?? {}) as { code?: unknown };
  const isResponse = error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError;
  const providerError =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error.error : '';
  return {
    error: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof causeCode === 'string' && { cause_code: causeCode }),
    ...(isResponse && { provider_status: String(error.status) }),
    ...(/^[a-z_]{1,40}$/.test(providerError) && { provider_error: providerError }),
  };
}
