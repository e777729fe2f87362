import { hash, type KeyObject, randomUUID } from 'node:crypto';
import { errors, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { service } from '../../../generated/operations.ts';
import { type Clock, type Micros, seconds, toUnixSeconds } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Limits the cost of hashing invalid tokens. Tokens of this service have only about 530 characters. */
const MAX_TOKEN_LENGTH = 8192;

export interface AccessToken {
  clientId: string;
  scopes: readonly string[];
  issuedAt: Micros;
  expiresAt: Micros;
}

interface Dependencies {
  keys: Pick<SigningKeys, 'current' | 'verificationKey'>;
  clock: Clock;
  baseUrl: string;
  cacheSize?: number;
}

/** Issues and verifies JWT access tokens (RFC 9068). */
export class AccessTokens {
  readonly #deps: Dependencies;
  // Keyed by digest, so that a heap dump reveals no tokens.
  readonly #verifiedByDigest = new Map<string, { kid: string; result: AccessToken }>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async issue(clientId: string, scopes: readonly string[]): Promise<string> {
    const { keys, clock, baseUrl } = this.#deps;
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
  }

  async verify(token: string): Promise<AccessToken | 'expired' | 'invalid'> {
    if (token.length > MAX_TOKEN_LENGTH) return 'invalid';
    const digest = hash('sha256', token, 'base64url');
    const known = this.#verifiedByDigest.get(digest);
    if (known !== undefined) {
      const { kid, result } = known;
      if (result.expiresAt <= this.#deps.clock.now()) {
        this.#verifiedByDigest.delete(digest);
        return 'expired';
      }
      // Removing a signing key invalidates the tokens signed with it, including cached tokens.
      return (await this.#deps.keys.verificationKey(kid)) === null ? 'invalid' : result;
    }

    // Rejects characters outside the base64url alphabet, which jose would accept.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return 'invalid';
    try {
      const { payload, protectedHeader } = await this.#verifySignature(token);
      const result = accessTokenIn(payload);
      if (result === null) return 'invalid';
      this.#remember(digest, result, String(protectedHeader.kid));
      return result;
    } catch (error) {
      // Does not return `invalid`, because the keys that could verify the token cannot be read.
      if (error instanceof StoreUnavailable) throw error;
      return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
    }
  }

  #verifySignature(token: string): Promise<JWTVerifyResult> {
    const { keys, clock, baseUrl } = this.#deps;
    const keyOf = async ({ kid }: { kid?: string }): Promise<KeyObject> => {
      const key = typeof kid === 'string' ? await keys.verificationKey(kid) : null;
      if (key === null) throw new errors.JWKSNoMatchingKey();
      return key;
    };
    return jwtVerify(token, keyOf, {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: baseUrl,
      audience: baseUrl,
      // Claims that RFC 9068, section 2.2, requires, and the claim `scope`, which every token of this service has.
      requiredClaims: ['iss', 'exp', 'aud', 'sub', 'client_id', 'iat', 'jti', 'scope'],
      currentDate: new Date(toUnixSeconds(clock.now()) * 1000),
    });
  }

  #remember(digest: string, result: AccessToken, kid: string): void {
    if (this.#verifiedByDigest.size >= (this.#deps.cacheSize ?? 10_000)) {
      const [oldest] = this.#verifiedByDigest.keys();
      if (oldest !== undefined) this.#verifiedByDigest.delete(oldest);
    }
    this.#verifiedByDigest.set(digest, { kid, result });
  }
}

function accessTokenIn({
  client_id: clientId,
  sub,
  scope,
  iat,
  exp,
  jti,
}: Record<string, unknown>): AccessToken | null {
  if (typeof clientId !== 'string' || clientId === '' || sub !== clientId) return null;
  if (typeof scope !== 'string' || ![iat, exp].every(Number.isSafeInteger) || typeof jti !== 'string') return null;
  return {
    clientId,
    scopes: scope.split(' ').filter((name) => name !== ''),
    issuedAt: seconds(Number(iat)),
    expiresAt: seconds(Number(exp)),
  };
}
