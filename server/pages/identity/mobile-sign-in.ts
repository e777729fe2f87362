import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from 'jose';
import { unauthenticated } from '../../api/authenticate.ts';
import { requestOrigin } from '../../api/call.ts';
import { type Refusal, rateLimited } from '../../api/contract/problem.ts';
import type { RequestEnv } from '../../api/request-log.ts';
import { refusalOf, refusalResponse, unavailable } from '../../api/responses.ts';
import { type Clock, seconds, toUnixSeconds } from '../../domain/clock.ts';
import { signIn } from '../../storage/accounts.ts';
import { logAction } from '../person.tsx';
import { type MobileTokens, servicesOf } from '../services.ts';
import { type IdentityProvider, SignInFailure } from './identity-provider.ts';

/** Only asymmetric algorithms (RFC 7518, 3.1; RFC 8037), because a shared secret does not prove who signed a token. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Permitted `typ` values: ID tokens and access tokens (RFC 9068, section 2.1), without the prefix `application/`. */
const TYPES = ['jwt', 'at+jwt'];

/** The returned function rejects with `SignInFailure` if the provider's keys are unavailable. */
export function createMobileTokens(
  provider: Pick<IdentityProvider, 'metadata'>,
  { audience, clientId, clock }: { audience: string; clientId: string; clock: Clock },
): MobileTokens {
  let known: { address: string; keys: JWTVerifyGetKey } | null = null;

  return async (token) => {
    const { issuer, jwksUri } = await provider.metadata();
    if (known?.address !== jwksUri.href) known = { address: jwksUri.href, keys: createRemoteJWKSet(jwksUri) };
    try {
      const verified = await jwtVerify(token, known.keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['iss', 'aud', 'exp', 'sub'],
        currentDate: new Date(toUnixSeconds(clock.now()) * 1000),
      });
      const { sub: subject, exp = 0 } = verified.payload;
      if (typeof subject !== 'string' || subject === '' || !isTokenForClient(verified, clientId)) return null;
      const id = hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url');
      return { account: { issuer, subject }, id, lifetime: Math.ceil(seconds(exp)) - clock.now() };
    } catch (error) {
      if (isCausedByToken(error)) return null;
      const { name, code } = error as NodeJS.ErrnoException;
      throw new SignInFailure('unavailable', { error: name, ...(code !== undefined && { code }) });
    }
  };
}

function isTokenForClient({ payload, protectedHeader }: JWTVerifyResult, clientId: string): boolean {
  const type = String(protectedHeader.typ ?? 'JWT').toLowerCase();
  // `events` marks logout tokens, which otherwise look like ID tokens (OpenID Connect Back-Channel Logout 1.0, 2.4).
  if (!TYPES.includes(type.replace(/^application\//, '')) || payload['events'] !== undefined) return false;
  const clients = [payload['azp'], payload['client_id']].filter((client) => client !== undefined);
  // A token for several audiences must contain `azp` or `client_id` (OpenID Connect Core 1.0, section 3.1.3.7).
  const isNamed = clients.length > 0 || [payload.aud].flat().length === 1;
  return isNamed && clients.every((client) => client === clientId);
}

function isCausedByToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  const keyErrors = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JWKInvalid.code];
  // Excludes errors about the provider's keys, such as the base class `JOSEError` for a response that is no key set.
  return error.code !== errors.JOSEError.code && !keyErrors.includes(error.code);
}

const REALM = 'Bearer realm="mobile"';

export const mobileRoutes = (tokens: MobileTokens): Hono<RequestEnv> =>
  new Hono<RequestEnv>().post('/mobile/sign-in', (c) => respondToToken(c, tokens));

async function respondToToken(c: Context<RequestEnv>, tokens: MobileTokens): Promise<Response> {
  const services = servicesOf(c);
  const respond = (refusal: Refusal) => refusalResponse(c, refusal, services.baseUrl);
  const address = services.sourceOf(requestOrigin(c));
  const wait = services.refusedTokens.retryAfter(address);
  if (wait !== null) return respond(rateLimited('sign-ins', wait));
  try {
    const userId = await recordSignIn(c, tokens);
    if (userId !== null) logAction(c, userId, 'mobile_signed_in');
    return c.body(null, 204);
  } catch (error) {
    const isUnavailable = error instanceof SignInFailure;
    const refusal = isUnavailable
      ? unavailable('The identity provider is not available. Retry the request later.')
      : refusalOf(error);
    if (refusal.statement.code === 'unauthenticated') {
      services.refusedTokens.count(address);
      const reason = 'mobile_token_refused';
      services.security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
    } else {
      const cause = isUnavailable ? error.fault : { err: error };
      services.log.error({ request_id: c.get('requestId'), ...cause }, 'mobile sign-in failed');
    }
    return respond(refusal);
  }
}

/** Resolves to null if the token was sent before, because a repeat must not recreate a user who deleted the account. */
async function recordSignIn(c: Context<RequestEnv>, tokens: MobileTokens): Promise<string | null> {
  const authorization = c.req.header('authorization');
  if (authorization === undefined) throw unauthenticated('Send a token in the Authorization header.', undefined, REALM);
  // Pattern from RFC 6750, section 2.1, with a maximum length that no provider's tokens reach.
  const token = /^bearer +([\w.~+/-]{1,16384}=*) *$/i.exec(authorization)?.[1];
  const valid = token === undefined ? null : await tokens(token);
  if (valid === null) {
    throw unauthenticated('The token is invalid, has expired, or is not for this service.', 'invalid_token', REALM);
  }
  const services = servicesOf(c);
  const { store } = services;
  if (await store.isSessionEnded(valid.id)) return null;
  const user = await signIn(services, valid.account);
  await store.noteMobileSignIn(user.id);
  await store.endSession(valid.id, valid.lifetime);
  return user.id;
}
