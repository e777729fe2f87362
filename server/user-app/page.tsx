import type { Context, MiddlewareHandler } from 'hono';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Services } from '../services.ts';
import { chooseLanguage, english, type Language, type Messages, messagesIn } from './messages/messages.tsx';

/** The signed-in person, for the bar at the top of a page and for its forms. */
export interface Account {
  csrf: string;
  /** Name of the account, for example an e-mail address; null when the provider tells none. */
  name: string | null;
}

/** The settings of the service that pages need. */
type PageSettings = Pick<Services, 'appUrl' | 'pageLinks'>;

interface PageFrame extends PageSettings {
  messages: Messages;
  /** Null on pages without a signed-in person. */
  account: Account | null;
}

const NO_SETTINGS: PageSettings = { appUrl: 'http://localhost', pageLinks: { privacy: null, help: null } };

const Frame = createContext<PageFrame>({ ...NO_SETTINGS, messages: messagesIn(english), account: null });

/** The frame of the page that is being rendered. */
export const usePageFrame = (): PageFrame => useContext(Frame);

/** The messages of the page that is being rendered. */
export const useMessages = (): Messages => usePageFrame().messages;

/** Returns the path of a page below the path of APP_URL, for the page that is being rendered. */
export const usePath = (path: string): string => pathIn(usePageFrame().appUrl, path);

/** A page with the frame that its components read. */
export function InFrame(
  props: Partial<PageSettings> & { language?: Language; account?: Account | null; children?: Child },
) {
  const { children, language = english, account = null, ...settings } = props;
  const frame = { ...NO_SETTINGS, ...settings, messages: messagesIn(language), account };
  return <Frame.Provider value={frame}>{children}</Frame.Provider>;
}

const SETTINGS = 'pageSettings';

/** Middleware that must run before every page. */
export const withPageSettings =
  ({ appUrl, pageLinks }: PageSettings): MiddlewareHandler =>
  (c, next) => {
    c.set(SETTINGS, { appUrl, pageLinks });
    return next();
  };

/** Returns the messages of the language that the request prefers. */
export const messagesFor = (c: Context): Messages => messagesIn(chooseLanguage(c.req.header('Accept-Language')));

/** Responds with a page in the language that the request prefers. */
export function showPage(
  c: Context,
  page: Child,
  { status = 200, account = null }: { status?: ContentfulStatusCode; account?: Account | null } = {},
): Response | Promise<Response> {
  const { language } = messagesFor(c);
  c.header('Content-Language', language.tag);
  c.header('Vary', 'Accept-Language', { append: true });
  return c.html(<InFrame {...{ ...c.get(SETTINGS), language, account }}>{page}</InFrame>, status);
}

/** The fixed paths that pages link to. */
export const paths = {
  credentials: '/credentials',
  account: '/account',
  signIn: '/sign-in',
  signInOther: '/sign-in/other',
  signOut: '/sign-out',
  signedOut: '/signed-out',
  otherAccount: '/other-account',
  mobileSignIn: '/mobile/sandbox-sign-in',
} as const;

/** Returns a path below the path of APP_URL, without its host: styles then load where the service has another name. */
export function pathIn(appUrl: string, path: string): string {
  return new URL(appUrl).pathname.replace(/\/$/, '') + path;
}

/**
 * Returns the path of the page of a submission, below APP_URL. It names the partner too: a submission that has ended is
 * found by nothing else.
 */
export const consentPath = ({ clientId, requestId }: { clientId: string; requestId: string }): string =>
  `/credentials/${requestId}?${new URLSearchParams({ clientId })}`;
