import { hash, type KeyObject, randomUUID, sign } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { service } from '../../../generated/operations.ts';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Maximum length of a token in characters. Tokens of this service have about 530; longer input is not hashed. */
const MAX_LENGTH = 8192;

const RECENT_MS = 1000;
/** Number of characters at the end of a token that serve as its cache key. */
const END_LENGTH = 32;

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
  keys: Pick<SigningKeys, 'current' | 'holds' | 'verificationKey'>;
  clock: Clock;
  baseUrl: string;
  cacheSize?: number;
}) {
  const { keys, clock, baseUrl, cacheSize = 10_000 } = deps;
  // Verified tokens, keyed by digest, so that a heap dump reveals no tokens. A partner sends the same token for an
  // hour; verifying it takes 140 µs of CPU time, a lookup 2 µs. Invalid tokens are not cached.
  const accepted = new Map<string, { kid: string; result: AccessToken }>();
  // Recently used tokens, keyed by their last characters, because a map must hash the whole key. Cleared after a
  // second, so that a heap dump reveals few tokens.
  const recent = new Map<string, { token: string; digest: string }>();

  function digestOf(token: string): string {
    const end = token.slice(-END_LENGTH);
    const known = recent.get(end);
    if (known?.token === token) return known.digest;
    const digest = hash('sha256', token, 'base64url');
    if (accepted.has(digest)) {
      if (recent.size === 0) setTimeout(() => recent.clear(), RECENT_MS).unref();
      recent.set(end, { token, digest });
    }
    return digest;
  }

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
      const { kid, privateKey: key } = await keys.current();
      const issuedAt = toUnixSeconds(clock.now());
      const claims = {
        client_id: clientId,
        scope: scopes.join(' '),
        iss: baseUrl,
        sub: clientId,
        aud: baseUrl,
        iat: issuedAt,
        exp: issuedAt + service.access_token_seconds,
        jti: randomUUID(),
      };
      const input = `${encode({ alg: 'ES256', typ: 'at+jwt', kid })}.${encode(claims)}`;
      // Signs synchronously, which takes 68 µs of CPU time per token. WebCrypto uses threads and takes 213 µs.
      const signature = sign('sha256', Buffer.from(input), {
        key,
        // JWS requires this signature format (RFC 7518, section 3.4).
        dsaEncoding: 'ieee-p1363',
      });
      return `${input}.${signature.toString('base64url')}`;
    },

    /** Verifies a token, which can be any string. Rejects with `StoreUnavailable` if the keys cannot be read. */
    async verify(token: string): Promise<AccessToken | 'expired' | 'invalid'> {
      if (token.length > MAX_LENGTH) return 'invalid';
      const digest = digestOf(token);
      const known = accepted.get(digest);
      if (known !== undefined) {
        const { kid, result } = known;
        if (result.expiresAt <= clock.now()) {
          accepted.delete(digest);
          return 'expired';
        }
        // Removing a signing key invalidates the tokens signed with it, including cached tokens.
        return keys.holds(kid) || (await keys.verificationKey(kid)) !== null ? result : 'invalid';
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

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
