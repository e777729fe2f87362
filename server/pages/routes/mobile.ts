import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { unauthenticated } from '../../api/authenticate.ts';
import { requestOrigin } from '../../api/call.ts';
import { problemResponse, Refusal, rateLimited, webResponse } from '../../api/contract/problem.ts';
import type { RequestEnv } from '../../api/request-log.ts';
import { refusalOf } from '../../api/responses.ts';
import { type AccountServices, signIn } from '../../storage/accounts.ts';
import type { UserStore } from '../../storage/database/users/user-store.ts';
import type { MobileTokens } from '../identity/mobile-tokens.ts';
import { SignInFailure } from '../identity/sign-in-failure.ts';
import { paths } from '../page.tsx';
import type { PageServices } from '../services.ts';
import { isUserSession } from '../session.ts';
import type { UserApp } from '../user-app.tsx';

type MobileServices = AccountServices &
  Pick<
    PageServices,
    'baseUrl' | 'identityProvider' | 'log' | 'mobileTokens' | 'refusedTokens' | 'security' | 'sourceOf'
  >;

interface MobileParts extends MobileServices {
  store: AccountServices['store'] & Pick<UserStore, 'endSession' | 'isSessionEnded' | 'noteMobileSignIn'>;
}

const REALM = 'Bearer realm="mobile"';

/** Adds the endpoint for sign-ins on the mobile application. */
export function mobileRoutes(app: UserApp & MobileParts): Hono<RequestEnv> {
  const { appUrl, log, sessions, store, mobileTokens } = app;
  const routes = new Hono<RequestEnv>();

  // In the sandbox, a button replaces the mobile application. Production always has a provider (`loadConfig`).
  if (app.identityProvider === null) {
    routes.post(paths.mobileSignIn, app.csrf.requireCsrf, async (c) => {
      const session = sessions.readSession(c);
      if (!isUserSession(session)) return c.redirect(`${appUrl}${paths.signIn}`, 303);
      await store.noteMobileSignIn(session.userId);
      return c.redirect(`${appUrl}${paths.credentials}`, 303);
    });
    return routes;
  }

  if (mobileTokens === null) return routes;
  const respond = (c: Context, refusal: Refusal, requestId = c.get('requestId') ?? randomUUID()): Response =>
    webResponse(problemResponse(refusal, app.baseUrl, requestId));
  routes.post('/mobile/sign-in', async (c) => {
    const address = app.sourceOf(requestOrigin(c));
    const seconds = app.refusedTokens.retryAfter(address);
    if (seconds !== null) return respond(c, rateLimited('sign-ins', seconds));
    try {
      const id = await recordSignIn(c.req.header('authorization'), mobileTokens, app);
      if (id !== null) app.note(c, { userId: id }, 'mobile_signed_in');
      return c.body(null, 204);
    } catch (error) {
      const requestId = c.get('requestId') ?? randomUUID();
      const refusal = refusalFor(error);
      if (refusal.statement.code === 'unauthenticated') {
        app.refusedTokens.count(address);
        const reason = 'mobile_token_refused';
        app.security({ event: 'sign_in_failed', actor: 'anyone', reason }, requestOrigin(c));
      } else {
        const cause = error instanceof SignInFailure ? error.fault : { err: error };
        log.error({ request_id: requestId, ...cause }, 'mobile sign-in failed');
      }
      return respond(c, refusal, requestId);
    }
  });
  return routes;
}

/**
 * Records a sign-in with a token, and creates the user at the first sign-in. Resolves to the user ID; null if the token
 * was reported before: a repeated report must not create a user again who has deleted the account.
 */
async function recordSignIn(
  authorization: string | undefined,
  tokens: MobileTokens,
  parts: MobileParts,
): Promise<string | null> {
  if (authorization === undefined) throw unauthenticated('Send a token in the Authorization header.', undefined, REALM);
  // Pattern from RFC 6750, section 2.1. No provider issues tokens that are as long as the limit.
  const token = /^bearer +([\w.~+/-]{1,16384}=*) *$/i.exec(authorization)?.[1];
  const valid = token === undefined ? null : await tokens(token);
  if (valid === null) {
    throw unauthenticated('The token is invalid, has expired, or is not for this service.', 'invalid_token', REALM);
  }
  const { store } = parts;
  if (await store.isSessionEnded(valid.id)) return null;
  const user = await signIn(parts, valid.account);
  await store.noteMobileSignIn(user.id);
  await store.endSession(valid.id, valid.lifetime);
  return user.id;
}

function refusalFor(error: unknown): Refusal {
  if (!(error instanceof SignInFailure)) return refusalOf(error);
  const detail = 'The identity provider is not available. Retry the request later.';
  return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' });
}
