import type { Context } from 'hono';
import type { Services } from '../services.ts';
import type { Csrf } from './csrf.ts';
import type { OpenedLink, OpenedLinks } from './opened-links.ts';
import type { Sessions, UserSession } from './session.ts';
import type { Account } from './views/layout.tsx';
import type { LinkErrorProps } from './views/trouble-pages.tsx';

/** What all routes of the user application use; each adds the services that it needs. */
export interface UserApp extends Pick<Services, 'appUrl'> {
  sessions: Sessions;
  csrf: Csrf;
  links: OpenedLinks;
  /** The address of the sign-in, which leads on to the link; `other` lets the person choose the account. */
  signInHref(c: Context, link: OpenedLink | null, account?: 'other'): string;
  /** Whose session it is, as the header of a page shows it. */
  accountOf(session: UserSession): Account;
  /** What the error page has for somebody to whom the link may not belong. */
  notYours(session: UserSession, link: OpenedLink): LinkErrorProps;
  /** The page for a form of a session that has ended; its sign-in leads back to the page of the form. */
  sessionEnded(c: Context): Response | Promise<Response>;
  /** The page for what a session may not do any more when the person was away for long. */
  signInAgain(c: Context): Response | Promise<Response>;
  /** Whether people sign in with a provider, and not with the sandbox's form. */
  hasProvider: boolean;
}
