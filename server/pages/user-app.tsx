import type { Context, MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  type actions,
  type LinkKind,
  links as linkPages,
  notices,
  type PageName,
  pages,
  questions,
  type Viewer,
} from '../../generated/pages.ts';
import { requestOrigin } from '../api/call.ts';
import { noteRead } from '../api/request-log.ts';
import type { StateForViewer } from '../domain/link-state.ts';
import { type SecurityEvent, subjectOf } from '../platform/security-log.ts';
import { createCsrf, type FormEnv, type FormFields, type FormRefusal, type FormServices } from './csrf.ts';
import { createFlashes, type Flash, statusFor, takeFlash } from './flash.ts';
import type { Message } from './messages/messages.tsx';
import { createOpenedLinks, linkAt, type OpenedLink } from './opened-links.ts';
import { pathIn, paths, showPage } from './page.tsx';
import type { PageServices } from './services.ts';
import { createSessions, isUserSession, type UserSession } from './session.ts';
import { LinkErrorPage, MessagePage, type PageMessage, SignInFailedPage } from './views/message-pages.tsx';
import { isCrossSite, showTooMany, type VisitServices } from './visit-limit.tsx';

type PageResponse = Response | Promise<Response>;

declare const checked: unique symbol;

/** A value that only the wrappers in this module create. So a handler that bypasses their checks does not compile. */
export type Checked<T> = T & { readonly [checked]: true };

/** A request of a signed-in person, with the fields of its form. A page has no fields. */
export type Visit = Checked<{ session: UserSession; form: FormFields }>;

/** A handler that only a wrapper can call: `forPerson`, or a function from `forLink`. */
export type PersonHandler<Rest extends unknown[] = []> = (c: Context, visit: Visit, ...rest: Rest) => PageResponse;

/** Handlers of a route, with the checks of `forPerson`. */
type PersonRoute = [MiddlewareHandler<FormEnv>, (c: Context<FormEnv>) => Promise<Response>];

/** The state of a link for the person, and the resource behind it; null for an unknown link. */
export interface Found<T> extends StateForViewer {
  resource: T | null;
}

type ActionName = keyof typeof actions;
type QuestionName = keyof typeof questions;

/** A page that the table selected for the person. */
interface Selected<T> {
  name: Exclude<PageName, 'signIn'>;
  viewer: Viewer;
  resource: Checked<T> | null;
}

const offers = ({ name }: Selected<unknown>, action: ActionName): boolean =>
  (pages[name].actions as readonly ActionName[]).includes(action);

const NO_FIELDS: FormFields = new Map();

/** Returns the path and the query of the request, without the path of APP_URL. */
function here(c: Context): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

/** Returns the message about the effect of a form, for any page. */
function noticeFor(flash: Flash | null, { account }: UserSession): Message | null {
  if (flash?.name === 'later') return ['later.kept'];
  if (flash?.name !== 'switched') return null;
  return ['forbidden.switched', { before: flash.value ?? '', now: account ?? '' }];
}

/** Parts that all routes of the user application use. Each route adds the services that it needs. */
export type UserApp = ReturnType<typeof createUserAppParts>;

export function createUserAppParts(
  services: Parameters<typeof createSessions>[0] &
    FormServices &
    Pick<PageServices, 'encryptor' | 'security' | 'identityProvider' | 'partners' | 'unknownLinks'> &
    VisitServices,
) {
  const { appUrl, sourceOf, unknownLinks } = services;
  const sessions = createSessions(services);
  const links = createOpenedLinks(services);
  const flashes = createFlashes(services);
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

  /** Redirects to the page behind the link, or to the person's credentials. */
  const continueWith = (c: Context, link: OpenedLink | null): Response =>
    c.redirect(hrefWith(c, link === null ? paths.credentials : '/open', link), 303);

  /** Returns the URLs for signing in. At `otherHref`, the person can choose the account; null in the sandbox. */
  const signInHrefs = (c: Context, link = carriedLink(c)) => ({
    signInHref: signInHref(c, link),
    otherHref: hasProvider ? hrefWith(c, paths.signInOther, link) : null,
  });

  /** Redirects to a page for people who are not signed in. With its links, the person can return to the request. */
  const notify = (c: Context, name: keyof typeof notices): Response =>
    c.redirect(hrefWith(c, notices[name].path, returnLink(c)), 303);

  /** Responds to a form whose session has ended. After the sign-in, the person returns to the page with the form. */
  const sessionEnded = (c: Context): Response =>
    notify(c, sessions.readSession(c)?.accountDeleted ? 'accountDeleted' : 'sessionEnded');

  function formRefused(c: Context, reason: FormRefusal, fields?: FormFields): Child | Response {
    if (reason !== 'expired') return <MessagePage name="forbidden" />;
    if (c.req.path === paths.signIn) {
      // The page must not say that a person who is signing in was signed out.
      if (!sessions.hasCookie(c)) return notify(c, 'cookiesBlocked');
      return <SignInFailedPage reason={reason} retryHref={signInHref(c, carriedLink(c))} />;
    }
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return sessionEnded(c);
    const before = fields?.get('as') ?? '';
    // The form was open before the person signed in with another account in another tab.
    if (before !== '' && before !== session.account)
      return flashes.redirectWith(c, here(c), { name: 'switched', value: before });
    return <MessagePage name="forbidden" />;
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
    const flash = takeFlash(c);
    const account = { csrf: csrf.csrfToken(session), name: session.account, signOut };
    return showPage(c, page, { status: statusFor(flash) ?? status, account, notice: noticeFor(flash, session) });
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
      if (isUserSession(session)) {
        noteRead((c as Context).get('record'), { userId: session.userId });
        return handle(c, { session, form } as Visit);
      }
      return c.req.method === 'POST' ? sessionEnded(c) : c.redirect(signInHref(c, returnLink(c)), 303);
    },
  ];

  /** Returns the found resource. Its state is `paused` if the person can decide it but its partner is disabled. */
  async function whilePartnerIsActive<T extends { clientId: string }>(
    found: Found<T> & { resource: T },
  ): Promise<Found<T>> {
    const { state, viewer, resource } = found;
    const isDecidable = state === 'notOpened' || (state === 'open' && viewer === 'owner');
    const isPaused = isDecidable && (await services.partners.findActive(resource.clientId)) === null;
    return isPaused ? { ...found, state: 'paused' } : found;
  }

  /**
   * Creates the functions for the pages, forms, and parts of a kind of link. The table in `spec/pages.yaml` selects the
   * page, its status, and the actions that the person can take. `find` resolves to the state of the link.
   */
  function forLink<T extends { link: OpenedLink }>(
    kind: LinkKind,
    find: (c: Context, visit: Visit) => Promise<Found<T>>,
  ) {
    type Handler<R> = (c: Context, visit: Visit, resource: Checked<T>) => R | Promise<R>;

    async function select(c: Context, visit: Visit): Promise<Selected<T>> {
      const { state, viewer, resource } = await find(c, visit);
      const name = linkPages[kind][state][viewer];
      if (name === 'never') throw new Error(`spec/pages.yaml: ${kind}, ${state}, ${viewer} occurred`);
      return { name, viewer, resource: resource as Checked<T> | null };
    }

    /** Returns the handlers of a route below the address of the link. `handle` resolves to null for an unknown link. */
    const forSelected = (
      handle: (c: Context, visit: Visit, selected: Selected<T>) => Promise<Response | null>,
    ): PersonRoute =>
      forPerson(async (c, visit) => {
        const selected = await select(c, visit);
        const [address, { userId }] = [sourceOf(requestOrigin(c)), visit.session];
        // The limit never prevents people from using their own credentials and requests.
        const seconds = selected.viewer === 'owner' ? null : unknownLinks.retryAfter(address, userId);
        if (seconds !== null) return showTooMany(c, appUrl, seconds);
        if (selected.name === 'linkError') unknownLinks.count(address, userId, isCrossSite(c));
        const response = await handle(c, visit, selected);
        return response ?? show(c, visit, <LinkErrorPage />, { status: pages.linkError.status, link: returnLink(c) });
      });

    return {
      /** Returns the handlers of the page. A page without a function is a message. */
      page: (renderers: { [Name in PageName]?: Handler<Child | null> }): PersonRoute =>
        forSelected(async (c, visit, selected) => {
          const { name, resource } = selected;
          if (name === 'linkError' || resource === null) return null;
          const render = renderers[name];
          const page = render ? await render(c, visit, resource) : <MessagePage name={name as PageMessage} />;
          const link = offers(selected, 'useAnotherAccount') ? resource.link : null;
          return page === null ? null : show(c, visit, page, { status: pages[name].status, link });
        }),

      /** Returns the handlers of a question. Its address is that of the page, followed by the name of the action. */
      question: (ask: (...args: [...Parameters<Handler<Child>>, QuestionName]) => Promise<Child | null>): PersonRoute =>
        forSelected(async (c, visit, selected) => {
          const { resource } = selected;
          const name = c.req.param('question') as QuestionName;
          if (resource === null || !offers(selected, name))
            return c.redirect(appUrl + here(c).replace(`/${name}`, ''), 303);
          const page = await ask(c, visit, resource, name);
          return page === null ? null : show(c, visit, page, { link: resource.link });
        }),

      /**
       * Returns the handlers of the form. Its field `decision` is an action, or `<action>_confirmed` after a question.
       * An action that the page does not offer has no effect: the person sees the page.
       */
      decisions: (handlers: { [Name in ActionName]?: Handler<Response> }): PersonRoute =>
        forSelected(async (c, visit, selected) => {
          const decision = visit.form.get('decision') ?? '';
          const action = decision.replace(/_confirmed$/, '') as ActionName;
          const { resource } = selected;
          const handle = handlers[action];
          // A double click sends the form twice. The second response must lead to the same message as the first.
          if (selected.name === 'credential' && action === 'accept')
            return flashes.redirectWith(c, here(c), { name: 'accepted' });
          if (resource === null || handle === undefined || !offers(selected, action))
            return c.redirect(appUrl + here(c), 303);
          if (action in questions && decision === action)
            return c.redirect(appUrl + here(c).replace(/(?=\?|$)/, `/${action}`), 303);
          if (action !== 'later' && visit.session.isStale) return notify(c, 'signInAgain');
          return handle(c, visit, resource);
        }),

      /** Returns the handlers of a part of a page, such as a file. The part exists only for people who see the page. */
      part: (names: readonly PageName[], handle: Handler<Response>): PersonRoute =>
        forSelected(async (c, visit, { name, resource }) =>
          resource !== null && names.includes(name) ? handle(c, visit, resource) : c.notFound(),
        ),
    };
  }

  return {
    ...{ appUrl, sessions, links, flashes, csrf, carriedLink, hrefWith, signInHref, signInHrefs, continueWith },
    ...{ notify, sessionEnded, show, forPerson, forLink, whilePartnerIsActive },

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
