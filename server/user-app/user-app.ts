import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Services } from '../services.ts';
import type { Csrf, FormFields } from './csrf.ts';
import type { OpenedLink, OpenedLinks } from './opened-links.ts';
import type { Sessions, UserSession } from './session.ts';

type Answer = Response | Promise<Response>;

/** The parts that all routes of the user application use. Each route adds the services that it needs. */
export interface UserApp extends Pick<Services, 'appUrl'> {
  sessions: Sessions;
  csrf: Csrf;
  links: OpenedLinks;
  /** Returns the URL of the sign-in, which leads on to the link. `other` lets the person choose the account. */
  signInHref(c: Context, link: OpenedLink | null, account?: 'other'): string;
  /** Wraps the handler of a page: whoever is not signed in goes to the sign-in, and from there back to the page. */
  forPerson(handler: (c: Context, session: UserSession) => Answer): (c: Context) => Answer;
  /** Wraps the handler of a form that `requireCsrf` has read. Without a signed-in person it answers `sessionEnded`. */
  forPersonsForm(handler: (c: Context, session: UserSession, fields: FormFields) => Answer): (c: Context) => Answer;
  /** Responds with a page for the signed-in person. */
  show(c: Context, session: UserSession, page: Child, status?: ContentfulStatusCode): Answer;
  /** Responds with the error page for a link that may belong to somebody else. */
  linkError(c: Context, session: UserSession, link: OpenedLink): Answer;
  /** Responds to a form of a session that has ended. The sign-in on the page leads back to the page of the form. */
  sessionEnded(c: Context): Answer;
  /** Responds to a step that a session may not take after the person was away for long. */
  signInAgain(c: Context): Answer;
  /** Whether people sign in with a provider instead of the sandbox's form. */
  hasProvider: boolean;
}
