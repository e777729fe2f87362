import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { type Clock, toUnixSeconds } from '../domain/clock.ts';
import type { Account } from './accounts.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** Whom a token names, or null when it is not one of the provider's for the mobile application. */
export type MobileTokens = (token: string) => Promise<Account | null>;

/** Signatures by the provider's private keys (RFC 7518, section 3.1; RFC 8037). A shared secret proves nothing here. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Reads tokens of `provider` for `audience`. Rejects with `SignInFailure` when its keys are not to be had. */
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
      if (isOfTheToken(error)) return null;
      const { name, code } = error as NodeJS.ErrnoException;
      throw new SignInFailure('unavailable', { error: name, ...(code !== undefined && { code }) });
    }
  };
}

/** Whether jose found the token at fault, and not the set of keys or the way to it. */
function isOfTheToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const ofTheKeys = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JWKInvalid.code];
  // The class itself stands for an answer that is no set of keys.
  return error.code !== errors.JOSEError.code && !ofTheKeys.includes(error.code);
}
