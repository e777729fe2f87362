import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { problemResponse, Refusal } from '../contract/problem.ts';
import { refusalOf } from '../http/refusal-of.ts';
import type { RequestEnv } from '../http/request-log.ts';
import { type AccountServices, signIn } from '../identity/accounts.ts';
import type { MobileTokens } from '../identity/mobile-tokens.ts';
import { SignInFailure } from '../identity/sign-in-failure.ts';
import type { Logger } from '../log.ts';
import type { UserStore } from '../store/users/user-store.ts';
import type { Csrf } from './csrf.ts';
import { noStore } from './no-store.ts';
import { isUserSession, type Sessions } from './session.ts';

export interface MobileParts extends AccountServices {
  store: AccountServices['store'] & Pick<UserStore, 'noteMobileSignIn'>;
  /** For the types of problems. */
  baseUrl: string;
  appUrl: string;
  log: Logger;
  sessions: Sessions;
  csrf: Csrf;
  /** Null: the sandbox, where a button stands for the mobile application. Never null in production: see `loadConfig`. */
  tokens: MobileTokens | null;
}

const CHALLENGE = 'Bearer realm="mobile"';

/** How the mobile application says that a person has signed in on it. */
export function mobileRoutes(parts: MobileParts): Hono<RequestEnv> {
  const { tokens } = parts;
  const routes = new Hono<RequestEnv>();
  if (tokens === null) {
    routes.post('/mobile/sandbox-sign-in', noStore, parts.csrf.requireCsrf, (c) => pressed(c, parts));
  } else {
    routes.post('/mobile/sign-in', noStore, async (c) => {
      try {
        await report(c.req.header('authorization'), tokens, parts);
        return c.body(null, 204);
      } catch (error) {
        const requestId = c.get('requestId') ?? randomUUID();
        const refusal = explained(error);
        const { code } = refusal.statement;
        if (code !== 'unauthenticated') {
          const cause = error instanceof SignInFailure ? error.fault : { err: error };
          parts.log.error({ request_id: requestId, ...cause }, 'mobile sign-in failed');
        }
        return problemResponse(refusal, parts.baseUrl, requestId);
      }
    });
  }
  return routes;
}

/** Notes the sign-in of the token's person, who may be here for the first time. Rejects with what `explained` takes. */
async function report(
  authorization: string | undefined,
  tokens: MobileTokens,
  parts: MobileParts,
): Promise<void> {
  if (authorization === undefined) throw unauthenticated('Send a token in the Authorization header.');
  // RFC 6750, section 2.1. The length is one that no provider's token has.
  const token = /^bearer +([\w.~+/-]{1,16384}=*) *$/i.exec(authorization)?.[1];
  const account = token === undefined ? null : await tokens(token);
  if (account === null) {
    throw unauthenticated('The token is not valid here, or no longer.', 'invalid_token');
  }
  const user = await signIn(parts, account);
  await parts.store.noteMobileSignIn(user.id, parts.clock.now());
}

/** RFC 6750, section 3.1: no error code for a request that has no token at all. */
function unauthenticated(detail: string, error?: string): Refusal {
  const challenge = error === undefined ? CHALLENGE : `${CHALLENGE}, error="${error}"`;
  return new Refusal({ code: 'unauthenticated', detail }, { 'WWW-Authenticate': challenge });
}

function explained(error: unknown): Refusal {
  if (!(error instanceof SignInFailure)) return refusalOf(error);
  const detail = 'The identity provider is out of reach. Send the request again later.';
  return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' });
}

/** The sandbox's button. */
async function pressed(c: Context, { appUrl, clock, sessions, store }: MobileParts): Promise<Response> {
  const session = sessions.readSession(c);
  if (!isUserSession(session)) return c.redirect(`${appUrl}/sign-in`, 303);
  if (await store.noteMobileSignIn(session.userId, clock.now()))
    return c.redirect(`${appUrl}/credentials`, 303);
  // The database was emptied under the session.
  sessions.endSession(c);
  return c.redirect(`${appUrl}/sign-in`, 303);
}
