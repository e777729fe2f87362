import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type Clock, toUnixSeconds } from '../domain/clock.ts';
import type { Account } from './accounts.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** Verifies a token. Resolves to its account; null if it is invalid or has a different issuer or audience. */
export type MobileTokens = (token: string) => Promise<Account | null>;

/** Asymmetric algorithms (RFC 7518, section 3.1; RFC 8037). A shared secret would not prove who signed a token. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Creates a function that verifies tokens. It rejects with `SignInFailure` if the provider's keys are unavailable. */
export function createMobileTokens(parts: {
  provider: Pick<IdentityProvider, 'metadata'>;
  audience: string;
  clock: Clock;
}): MobileTokens {
  const { provider, audience, clock } = parts;
  let known: { address: string; keys: JWTVerifyGetKey } | null = null;

  function keysAt(address: URL): JWTVerifyGetKey {
    if (known?.address !== address.href) known = { address: address.href, keys: createRemoteJWKSet(address) };
    return known.keys;
  }

  return async (token) => {
    const { issuer, jwksUri } = await provider.metadata();
    try {
      const { payload } = await jwtVerify(token, keysAt(jwksUri), {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['iss', 'aud', 'exp', 'sub'],
        currentDate: new Date(toUnixSeconds(clock.now()) * 1000),
      });
      return typeof payload.sub === 'string' && payload.sub !== '' ? { issuer, subject: payload.sub } : null;
    } catch (error) {
      if (isTokenError(error)) return null;
      const { name, code } = error as NodeJS.ErrnoException;
      throw new SignInFailure('unavailable', { error: name, ...(code !== undefined && { code }) });
    }
  };
}

/** Returns whether the token caused the error, as opposed to the key set or the request for it. */
function isTokenError(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const keyErrors = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JWKInvalid.code];
  // jose throws the base class when the response is not a key set.
  return error.code !== errors.JOSEError.code && !keyErrors.includes(error.code);
}
