import type { Context, MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { requestOrigin } from '../http/operation-request.ts';
import { type SecurityEvent, subjectOf } from '../security-log.ts';
import type { Services } from '../services.ts';
import { createCsrf, type FormEnv, type FormFields, type FormRefusal, type FormServices } from './csrf.ts';
import { createOpenedLinks, linkAt, type OpenedLink } from './opened-links.ts';
import { pathIn, paths, showPage } from './page.tsx';
import { createSessions, isUserSession, type UserSession } from './session.ts';
import { LinkErrorPage, MessagePage, SignInFailedPage } from './views/message-pages.tsx';
import { secondsUntilRetry, showTooMany, type VisitServices } from './visit-limit.tsx';

type PageResponse = Response | Promise<Response>;

declare const checked: unique symbol;

/** A value that only the wrappers in this module create. So a handler that bypasses their checks does not compile. */
export type Checked<T> = T & { readonly [checked]: true };

/** A request of a signed-in person, with the fields of its form. A page has no fields. */
export type Visit = Checked<{ session: UserSession; form: FormFields }>;

/** A handler that only a wrapper can call: `forPerson`, or a function from `forResource`. */
export type PersonHandler<Rest extends unknown[] = []> = (c: Context, visit: Visit, ...rest: Rest) => PageResponse;

/** Handlers of a route, with the checks of `forPerson`. */
type PersonRoute = [MiddlewareHandler<FormEnv>, (c: Context<FormEnv>) => Promise<Response>];

/** A resource that the person can see, and its state for this person. */
interface Found<State, T> {
  state: State;
  resource: T;
}

const NO_FIELDS: FormFields = new Map();

/** Parts that all routes of the user application use. Each route adds the services that it needs. */
export type UserApp = ReturnType<typeof createUserAppParts>;

export function createUserAppParts(
  services: Parameters<typeof createSessions>[0] &
    FormServices &
    Pick<Services, 'encryptor' | 'security' | 'identityProvider' | 'unknownLinkRateLimits'> &
    VisitServices,
) {
  const { appUrl } = services;
  const sessions = createSessions(services);
  const links = createOpenedLinks(services);
  const hasProvider = services.identityProvider !== null;

  /** Returns the opened link that the request contains; null if there is none. */
  const carriedLink = (c: Context): OpenedLink | null =>
    links.read(c.req.query('link') ?? c.req.query('state'), sessions.readSession(c));

  /** Returns the link with which the person can return to the page of the request; null if there is none. */
  const returnLink = (c: Context): OpenedLink | null => carriedLink(c) ?? linkAt(c);

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
    <MessagePage name={name} links={[['signIn.button', signInHref(c, returnLink(c))]]} />
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

  /** Responds with a page for the person. With `link`, the person can continue on the page with another account. */
  function show(
    c: Context,
    { session }: Visit,
    page: Child,
    { status = 200, link = null }: { status?: ContentfulStatusCode; link?: OpenedLink | null } = {},
  ): PageResponse {
    const text = link && links.write(link, session);
    const signOut = pathIn(appUrl, paths.signOut) + (text === null ? '' : `?link=${text}`);
    return showPage(c, page, { status, account: { csrf: csrf.csrfToken(session), name: session.account, signOut } });
  }

  /**
   * Returns the handlers of a page or form for a signed-in person. Checks the CSRF token of a form. A visitor without a
   * session signs in first, and then returns.
   */
  const forPerson = (handle: PersonHandler): PersonRoute => [
    csrf.requireCsrf,
    async (c) => {
      const session = sessions.readSession(c);
      const form = c.get('form') ?? NO_FIELDS;
      if (isUserSession(session)) return handle(c, { session, form } as Visit);
      return c.req.method === 'POST' ? sessionEnded(c) : c.redirect(signInHref(c, returnLink(c)), 303);
    },
  ];

  /** Counts opened links. Resolves to the seconds until the person can open links; 0 within the limits. */
  const countLinks = (c: Context, { session }: Visit, count: number): Promise<number> =>
    secondsUntilRetry(services, services.unknownLinkRateLimits, c, session.userId, count);

  /**
   * Creates a wrapper for the handlers of a resource. `find` resolves to the resource and its state if the person can
   * see it. The wrapper calls the handler of the state, or else `otherwise`, whose argument is null for a resource that
   * the person cannot see. Nobody can open links after too many that do not work.
   */
  const forResource =
    <State extends string, T>(find: (c: Context, visit: Visit) => Promise<Found<State, T> | null>) =>
    (
      handlers: { [S in State]?: PersonHandler<[Checked<T>]> },
      otherwise: PersonHandler<[Found<State, T> | null]>,
    ): PersonRoute =>
      forPerson(async (c, visit) => {
        // Counts the link before the search, so that concurrent requests cannot exceed the limits.
        const wait = await countLinks(c, visit, 1);
        if (wait > 0) return showTooMany(c, appUrl, wait);
        let found: Found<State, T> | null | undefined;
        try {
          found = await find(c, visit);
        } finally {
          if (found !== null) await countLinks(c, visit, -1);
        }
        const handle = found && handlers[found.state];
        return found && handle ? handle(c, visit, found.resource as Checked<T>) : otherwise(c, visit, found);
      });

  return {
    ...{ appUrl, sessions, links, csrf, carriedLink, hrefWith, signInHref, signInHrefs, sessionEnded, show },
    ...{ forPerson, forResource },

    /** Responds with the same page for every link that does not work for the person. */
    linkError: (c: Context, visit: Visit): PageResponse =>
      show(c, visit, <LinkErrorPage />, { status: 404, link: returnLink(c) }),

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
