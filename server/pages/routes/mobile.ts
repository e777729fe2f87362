import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { unauthenticated } from '../../api/authenticate.ts';
import { requestOrigin } from '../../api/call.ts';
import { problemResponse, Refusal, rateLimited, webResponse } from '../../api/contract/problem.ts';
import { refusalOf } from '../../api/responses.ts';
import type { StorageServices } from '../../api/services.ts';
import { signIn } from '../../storage/accounts.ts';
import type { MobileTokens } from '../identity/mobile-tokens.ts';
import { SignInFailure } from '../identity/sign-in-failure.ts';
import { logAction } from '../person.tsx';
import { servicesOf } from '../services.ts';

const REALM = 'Bearer realm="mobile"';

/** Creates the endpoint for sign-ins on the mobile application. */
export const mobileRoutes = (tokens: MobileTokens): Hono =>
  new Hono().post('/mobile/sign-in', (c) => respondToToken(c, tokens));

async function respondToToken(c: Context, tokens: MobileTokens): Promise<Response> {
  const services = servicesOf(c);
  const requestId = c.get('requestId') ?? randomUUID();
  const respond = (refusal: Refusal) => webResponse(problemResponse(refusal, services.baseUrl, requestId));
  const address = services.sourceOf(requestOrigin(c));
  const seconds = services.refusedTokens.retryAfter(address);
  if (seconds !== null) return respond(rateLimited('sign-ins', seconds));
  try {
    const userId = await recordSignIn(c.req.header('authorization'), tokens, services);
    if (userId !== null) logAction(c, userId, 'mobile_signed_in');
    return c.body(null, 204);
  } catch (error) {
    const refusal = refusalFor(error);
    if (refusal.statement.code === 'unauthenticated') {
      services.refusedTokens.count(address);
      const reason = 'mobile_token_refused';
      services.security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
    } else {
      const cause = error instanceof SignInFailure ? error.fault : { err: error };
      services.log.error({ request_id: requestId, ...cause }, 'mobile sign-in failed');
    }
    return respond(refusal);
  }
}

/**
 * Records a sign-in with a token, and creates the user at the first sign-in. Resolves to the user ID; null if the token
 * was reported before: a repeated report must not create a user again who has deleted the account.
 */
async function recordSignIn(
  authorization: string | undefined,
  tokens: MobileTokens,
  services: StorageServices,
): Promise<string | null> {
  if (authorization === undefined) throw unauthenticated('Send a token in the Authorization header.', undefined, REALM);
  // Pattern from RFC 6750, section 2.1. No provider issues tokens that are as long as the limit.
  const token = /^bearer +([\w.~+/-]{1,16384}=*) *$/i.exec(authorization)?.[1];
  const valid = token === undefined ? null : await tokens(token);
  if (valid === null) {
    throw unauthenticated('The token is invalid, has expired, or is not for this service.', 'invalid_token', REALM);
  }
  const { store } = services;
  if (await store.isSessionEnded(valid.id)) return null;
  const user = await signIn(services, valid.account);
  await store.noteMobileSignIn(user.id);
  await store.endSession(valid.id, valid.lifetime);
  return user.id;
}

function refusalFor(error: unknown): Refusal {
  if (!(error instanceof SignInFailure)) return refusalOf(error);
  const detail = 'The identity provider is not available. Retry the request later.';
  return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' });
}
