import { hash, type KeyObject, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { service } from '../../../generated/operations.ts';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Maximum length of a token in characters. Tokens of this service have about 530; longer input is not hashed. */
const MAX_LENGTH = 8192;

export interface AccessToken {
  clientId: string;
  scopes: readonly string[];
  issuedAt: Micros;
  expiresAt: Micros;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Issues and verifies JWT access tokens (RFC 9068), signed with ES256. `baseUrl` is the issuer and the audience.
 * `authenticate.ts` checks whether the partner is still enabled and still has the scopes.
 */
export function createAccessTokens(deps: {
  keys: Pick<SigningKeys, 'current' | 'verificationKey'>;
  clock: Clock;
  baseUrl: string;
  cacheSize?: number;
}) {
  const { keys, clock, baseUrl, cacheSize = 10_000 } = deps;
  // Verified tokens, keyed by digest, so that a heap dump reveals no tokens. A partner sends the same token for an
  // hour. Invalid tokens are not cached.
  const accepted = new Map<string, { kid: string; result: AccessToken }>();

  function remember(digest: string, result: AccessToken, kid: string) {
    if (accepted.size >= cacheSize) {
      const [oldest] = accepted.keys();
      if (oldest !== undefined) accepted.delete(oldest);
    }
    accepted.set(digest, { kid, result });
  }

  return {
    /** Issues a token. Rejects with `StoreUnavailable` if the keys cannot be read. */
    async issue(clientId: string, scopes: readonly string[]): Promise<string> {
      const { kid, privateKey } = await keys.current();
      const issuedAt = toUnixSeconds(clock.now());
      return new SignJWT({ client_id: clientId, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
        .setIssuer(baseUrl)
        .setSubject(clientId)
        .setAudience(baseUrl)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + service.access_token_seconds)
        .setJti(randomUUID())
        .sign(privateKey);
    },

    /** Verifies a token, which can be any string. Rejects with `StoreUnavailable` if the keys cannot be read. */
    async verify(token: string): Promise<AccessToken | 'expired' | 'invalid'> {
      if (token.length > MAX_LENGTH) return 'invalid';
      const digest = hash('sha256', token, 'base64url');
      const known = accepted.get(digest);
      if (known !== undefined) {
        const { kid, result } = known;
        if (result.expiresAt <= clock.now()) {
          accepted.delete(digest);
          return 'expired';
        }
        // Removing a signing key invalidates the tokens signed with it, including cached tokens.
        return (await keys.verificationKey(kid)) === null ? 'invalid' : result;
      }

      // Rejects characters outside the base64url alphabet, which jose would accept.
      if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return 'invalid';
      try {
        const { payload, protectedHeader } = await jwtVerify<Record<string, unknown>>(token, keyOf, {
          algorithms: ['ES256'],
          typ: 'at+jwt',
          issuer: baseUrl,
          audience: baseUrl,
          // Required claims of RFC 9068, section 2.2, and `scope`, which every token of this service has.
          requiredClaims: ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti', 'scope'],
          currentDate: new Date(toUnixSeconds(clock.now()) * 1000),
        });
        const { client_id: clientId, sub, scope, iat, exp, jti } = payload;
        if (typeof clientId !== 'string' || clientId === '' || sub !== clientId) return 'invalid';
        if (typeof scope !== 'string' || ![iat, exp].every(Number.isSafeInteger) || typeof jti !== 'string') {
          return 'invalid';
        }
        const result = {
          clientId,
          scopes: scope.split(' ').filter((name) => name !== ''),
          issuedAt: seconds(Number(iat)),
          expiresAt: seconds(Number(exp)),
        };
        remember(digest, result, String(protectedHeader.kid));
        return result;
      } catch (error) {
        // If the store is unavailable, the token may still be valid.
        if (error instanceof StoreUnavailable) throw error;
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
  };

  async function keyOf({ kid }: { kid?: string }): Promise<KeyObject> {
    const key = typeof kid === 'string' ? await keys.verificationKey(kid) : null;
    if (key === null) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
