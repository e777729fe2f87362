import { hash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from 'jose';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../../domain/clock.ts';
import type { Account } from '../../storage/accounts.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { SignInFailure } from './sign-in-failure.ts';

interface MobileToken {
  account: Account;
  /** Hash of the part that the signature protects: the same token can have several encodings of its signature. */
  id: string;
  /** Time until the token expires. */
  lifetime: Micros;
}

/** Verifies a token. Resolves to null if it is invalid, or not for the mobile application. */
export type MobileTokens = (token: string) => Promise<MobileToken | null>;

/** Asymmetric algorithms (RFC 7518, section 3.1; RFC 8037). A shared secret would not prove who signed a token. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Types (`typ`) of ID tokens and of access tokens (RFC 9068, section 2.1), without `application/`. */
const TYPES = ['jwt', 'at+jwt'];

/** Creates a function that verifies tokens. It rejects with `SignInFailure` if the provider's keys are unavailable. */
export function createMobileTokens(parts: {
  provider: Pick<IdentityProvider, 'metadata'>;
  audience: string;
  /** Client ID of the mobile application at the provider. */
  clientId: string;
  clock: Clock;
}): MobileTokens {
  const { provider, audience, clientId, clock } = parts;
  let known: { address: string; keys: JWTVerifyGetKey } | null = null;

  function keysAt(address: URL): JWTVerifyGetKey {
    if (known?.address !== address.href) known = { address: address.href, keys: createRemoteJWKSet(address) };
    return known.keys;
  }

  return async (token) => {
    const { issuer, jwksUri } = await provider.metadata();
    try {
      const verified = await jwtVerify(token, keysAt(jwksUri), {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['iss', 'aud', 'exp', 'sub'],
        currentDate: new Date(toUnixSeconds(clock.now()) * 1000),
      });
      const { sub: subject, exp = 0 } = verified.payload;
      if (typeof subject !== 'string' || subject === '' || !isSignIn(verified, clientId)) return null;
      const id = hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url');
      return { account: { issuer, subject }, id, lifetime: Math.ceil(seconds(exp)) - clock.now() };
    } catch (error) {
      if (isTokenError(error)) return null;
      const { name, code } = error as NodeJS.ErrnoException;
      throw new SignInFailure('unavailable', { error: name, ...(code !== undefined && { code }) });
    }
  };
}

/** Returns whether the token is an ID token or access token that the provider issued to the client. */
function isSignIn({ payload, protectedHeader }: JWTVerifyResult, clientId: string): boolean {
  const type = String(protectedHeader.typ ?? 'JWT').toLowerCase();
  // A logout token can have the type and audience of an ID token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
  if (!TYPES.includes(type.replace(/^application\//, '')) || payload['events'] !== undefined) return false;
  const clients = [payload['azp'], payload['client_id']].filter((client) => client !== undefined);
  // A token for several audiences must name its client (OpenID Connect Core 1.0, section 3.1.3.7).
  const isNamed = clients.length > 0 || [payload.aud].flat().length === 1;
  return isNamed && clients.every((client) => client === clientId);
}

/** Returns whether the token caused the error, as opposed to the key set or the request for it. */
function isTokenError(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const keyErrors = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JWKInvalid.code];
  // jose throws the base class when the response is not a key set.
  return error.code !== errors.JOSEError.code && !keyErrors.includes(error.code);
}
