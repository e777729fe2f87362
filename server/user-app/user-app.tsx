import type { Context, Next } from 'hono';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { requestOrigin } from '../http/operation-request.ts';
import { type SecurityEvent, subjectOf } from '../security-log.ts';
import type { Services } from '../services.ts';
import { createCsrf, type FormEnv, type FormRefusal, type FormServices } from './csrf.ts';
import { createOpenedLinks, linkAt, type OpenedLink } from './opened-links.ts';
import { pathIn, paths, showPage } from './page.tsx';
import { createSessions, isUserSession, type UserSession } from './session.ts';
import { LinkErrorPage, MessagePage, SignInFailedPage } from './views/message-pages.tsx';

type PageResponse = Response | Promise<Response>;

/** Context of a handler after `requirePerson` (`c.get('session')`) and, for a form, `requireCsrf` (`c.get('form')`). */
export interface PersonEnv {
  Variables: FormEnv['Variables'] & { session: UserSession };
}

export type PersonContext = Context<PersonEnv>;

/** Parts that all routes of the user application use. Each route adds the services that it needs. */
export type UserApp = ReturnType<typeof createUserAppParts>;

export function createUserAppParts(
  services: Parameters<typeof createSessions>[0] &
    FormServices &
    Pick<Services, 'encryptor' | 'security' | 'identityProvider' | 'partners'>,
) {
  const { appUrl } = services;
  const sessions = createSessions(services);
  const links = createOpenedLinks(services);
  const hasProvider = services.identityProvider !== null;

  /** Returns the opened link that the request contains; null if there is none. */
  const carriedLink = (c: Context): OpenedLink | null =>
    links.read(c.req.query('link') ?? c.req.query('state'), sessions.readSession(c));

  /** Returns the URL of a page that continues with the link. */
  function hrefWith(c: Context, path: string, link: OpenedLink | null): string {
    const text = link && links.write(link, sessions.openSession(c));
    return `${appUrl}${path}${text === null ? '' : `?link=${text}`}`;
  }
  const signInHref = (c: Context, link: OpenedLink | null): string => hrefWith(c, paths.signIn, link);

  /** Returns the URLs for signing in. At `otherHref`, the person can choose the account; null in the sandbox. */
  const signInHrefs = (c: Context, link = carriedLink(c)) => ({
    signInHref: signInHref(c, link),
    otherHref: hasProvider ? hrefWith(c, paths.signInOther, link) : null,
  });

  const signInPage = (c: Context, name: 'sessionEnded' | 'signInAgain') => (
    <MessagePage name={name} links={[['signIn.button', signInHref(c, linkAt(c))]]} />
  );

  /** Responds to a form whose session has ended. After the sign-in, the person returns to the page with the form. */
  const sessionEnded = (c: Context): PageResponse => showPage(c, signInPage(c, 'sessionEnded'), { status: 401 });

  function formRefused(c: Context, reason: FormRefusal): Child {
    // The page must not say that a person who is signing in was signed out.
    if (reason === 'expired' && c.req.path === paths.signIn)
      return <SignInFailedPage reason={reason} retryHref={signInHref(c, carriedLink(c))} />;
    const isEnded = reason === 'expired' && !isUserSession(sessions.readSession(c));
    return isEnded ? signInPage(c, 'sessionEnded') : <MessagePage name="forbidden" />;
  }
  const csrf = createCsrf({ ...services, sessions, formRefused });

  /** Responds with a page for the signed-in person. */
  function show(c: Context, page: Child, status: ContentfulStatusCode = 200): PageResponse {
    const session = sessions.openSession(c);
    return showPage(c, page, { status, account: { csrf: csrf.csrfToken(session), name: session.account } });
  }

  return {
    ...{ appUrl, sessions, links, csrf, carriedLink, hrefWith, signInHref, signInHrefs, sessionEnded, show },

    /** Middleware for pages and forms of a person. A visitor without a session signs in first, and then returns. */
    async requirePerson(c: PersonContext, next: Next) {
      const session = sessions.readSession(c);
      if (!isUserSession(session))
        return c.req.method === 'POST' ? sessionEnded(c) : c.redirect(signInHref(c, linkAt(c)), 303);
      c.set('session', session);
      return next();
    },

    /** Responds with the error page for a link that might belong to another person. */
    linkError(c: Context, link: OpenedLink): PageResponse {
      const otherAction = `${pathIn(appUrl, paths.signOut)}?link=${links.write(link, sessions.openSession(c))}`;
      return show(c, <LinkErrorPage otherAction={otherAction} />, 404);
    },

    /** Responds with a page if the partner of a link may not act. Resolves to null if the partner may act. */
    async pausedPage(c: Context, { clientId }: { clientId: string }): Promise<Response | null> {
      if ((await services.partners.findActive(clientId)) !== null) return null;
      return showPage(c, <MessagePage name="linkPaused" />, { status: 403 });
    },

    /** Responds to a step that requires a new sign-in after inactivity. */
    signInAgain: (c: Context): PageResponse => showPage(c, signInPage(c, 'signInAgain'), { status: 401 }),

    /** Writes an action of the person to the security log, with the submission or the request if there is one. */
    note(
      c: Context,
      { userId }: { userId: string },
      event: SecurityEvent['event'],
      about?: { clientId: string; requestId: string },
    ): void {
      const subject = about && { client_id: about.clientId, subject: subjectOf(about.requestId) };
      services.security({ event, actor: `person:${userId}`, ...subject }, requestOrigin(c));
    },
  };
}
