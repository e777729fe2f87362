import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Config } from '../config.ts';
import { hostKind } from '../domain/address-kind.ts';
import { type Clock, hours, type Micros } from '../domain/clock.ts';
import type { Account } from './accounts.ts';
import { SignInFailure, signInFailure } from './sign-in-failure.ts';

/** The operator's settings for the OpenID provider. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The `aud` of the mobile application's tokens. */
  mobileAudience: string;
  /** True outside production: an issuer on this machine may use http. */
  allowLoopback: boolean;
}

/** Null when no provider is configured (sandbox only). */
export function oidcSettings(config: Config): OidcSettings | null {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcMobileAudience, production } = config;
  if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null) return null;
  return {
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    mobileAudience: oidcMobileAudience ?? oidcClientId,
    allowLoopback: !production,
  };
}

/** The values to keep while a person is at the provider, which gets only a hash of the verifier. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface IdentityProvider {
  /** Starts a sign-in: the URL to send the person to. Rejects with `SignInFailure`. */
  begin(): Promise<{ url: URL; pending: PendingSignIn }>;
  /** The person that the provider names. `query` is the query of its redirect. Rejects with `SignInFailure`. */
  finish(query: URLSearchParams, pending: PendingSignIn): Promise<Account>;
  /** The exact issuer, and the URL of its keys. Rejects with `SignInFailure`. */
  metadata(): Promise<{ issuer: string; jwksUri: URL }>;
}

/** The path that the provider redirects to; APP_URL and this path form the redirect URI to register there. */
export const CALLBACK_PATH = '/sign-in/callback';

const METADATA_LIFETIME: Micros = hours(1);
/** Short, because a person waits. */
const TIMEOUT_SECONDS = 5;

/**
 * Signs people in at the operator's OpenID provider, with the authorization code flow and PKCE (OpenID Connect Core
 * 1.0, section 3.1; RFC 7636). Its metadata is fetched when it is first needed, so that the service starts without it.
 * Requests go only to the configured issuer and to the URLs in its metadata, which the operator chose.
 */
export function createIdentityProvider(
  settings: OidcSettings,
  { appUrl, clock }: { appUrl: string; clock: Clock },
): IdentityProvider {
  const { clientId, clientSecret } = settings;
  const issuer = new URL(settings.issuer);
  const isInsecure = settings.allowLoopback && issuer.protocol === 'http:' && hostKind(issuer.hostname) === 'loopback';
  const redirectUri = `${appUrl}${CALLBACK_PATH}`;
  let known: { configuration: Promise<Configuration>; until: Micros } | null = null;

  // OpenID Connect Core 1.0, section 9: client_secret_basic is the default when the metadata names no method.
  const authenticateClient: ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const takesBasic = methods.includes('client_secret_basic');
    (takesBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret))(server, ...request);
  };

  /** Shares one request for the metadata among all callers; the next caller retries after a failure. */
  async function provider(): Promise<Configuration> {
    if (known === null || known.until <= clock.now()) {
      const configuration = discovery(issuer, clientId, undefined, authenticateClient, {
        timeout: TIMEOUT_SECONDS,
        // The signature of an ID token is checked although section 3.1.3.7, rule 6, makes that optional over TLS.
        execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
      });
      known = { configuration, until: clock.now() + METADATA_LIFETIME };
    }
    const current = known;
    try {
      return await current.configuration;
    } catch (error) {
      if (known === current) known = null;
      // The person cannot fix the metadata, whatever is wrong with it.
      throw new SignInFailure('unavailable', signInFailure(error).fault);
    }
  }

  return {
    async begin() {
      const configuration = await provider();
      const pending = {
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
      };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, pending };
    },

    async finish(query, { state, nonce, codeVerifier }) {
      const configuration = await provider();
      try {
        // Not the URL of the request: a proxy may have changed it, and the redirect URI must equal the one sent before.
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new SignInFailure('refused', { error: 'NoIdToken' });
        return { issuer: claims.iss, subject: claims.sub };
      } catch (error) {
        throw signInFailure(error);
      }
    },

    async metadata() {
      const { issuer: exactIssuer, jwks_uri: address = '' } = (await provider()).serverMetadata();
      const jwksUri = URL.canParse(address) ? new URL(address) : null;
      if (jwksUri === null || !(jwksUri.protocol === 'https:' || isInsecure)) {
        throw new SignInFailure('unavailable', { error: 'NoKeySet' });
      }
      return { issuer: exactIssuer, jwksUri };
    },
  };
}
