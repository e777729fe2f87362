import type { Context, MiddlewareHandler } from 'hono';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Services } from '../services.ts';
import {
  chooseLanguage,
  english,
  type Language,
  type Message,
  type Messages,
  messagesIn,
} from './messages/messages.tsx';

/** Data about the signed-in person for the header and the forms of a page. */
export interface Account {
  csrf: string;
  /** Name of the account, for example an email address; null if the provider sends no name. */
  name: string | null;
  /** Path that the sign-out forms post to. It contains the link that another account can continue with. */
  signOut: string;
}

type PageSettings = Pick<Services, 'appUrl' | 'pageLinks'>;

interface PageFrame extends PageSettings {
  messages: Messages;
  /** Account of the signed-in person; null if nobody is signed in. */
  account: Account | null;
  /** Message about what a form did, which the page shows once. */
  notice: Message | null;
}

const NO_SETTINGS: PageSettings = { appUrl: 'http://localhost', pageLinks: { privacy: null, help: null } };

const Frame = createContext<PageFrame>({ ...NO_SETTINGS, messages: messagesIn(english), account: null, notice: null });

export const usePageFrame = (): PageFrame => useContext(Frame);

export const useMessages = (): Messages => usePageFrame().messages;

/** Prefixes the path of a page with the path of APP_URL. */
export const usePath = (path: string): string => pathIn(usePageFrame().appUrl, path);

/** Renders a page inside the frame that its components read. */
export function InFrame(
  props: Partial<PageSettings & Pick<PageFrame, 'account' | 'notice'>> & { language?: Language; children?: Child },
) {
  const { children, language = english, account = null, notice = null, ...settings } = props;
  const frame = { ...NO_SETTINGS, ...settings, messages: messagesIn(language), account, notice };
  return <Frame.Provider value={frame}>{children}</Frame.Provider>;
}

const SETTINGS = 'pageSettings';

/** Creates middleware that sets the page settings. It must run before all pages. */
export const withPageSettings =
  ({ appUrl, pageLinks }: PageSettings): MiddlewareHandler =>
  (c, next) => {
    c.set(SETTINGS, { appUrl, pageLinks });
    return next();
  };

/** Returns the messages in the preferred language of the request. */
export const messagesFor = (c: Context): Messages => messagesIn(chooseLanguage(c.req.header('Accept-Language')));

/** Responds with a page in the preferred language of the request. */
export function showPage(
  c: Context,
  page: Child,
  { status = 200, ...frame }: { status?: ContentfulStatusCode; account?: Account | null; notice?: Message | null } = {},
): Response | Promise<Response> {
  const { language } = messagesFor(c);
  c.header('Content-Language', language.tag);
  c.header('Vary', 'Accept-Language', { append: true });
  return c.html(<InFrame {...{ ...c.get(SETTINGS), language, ...frame }}>{page}</InFrame>, status);
}

export const paths = {
  credentials: '/credentials',
  account: '/account',
  signIn: '/sign-in',
  signInOther: '/sign-in/other',
  signOut: '/sign-out',
  mobileSignIn: '/mobile/sandbox-sign-in',
  verify: '/partner/verify/digitalIdentity',
} as const;

/** Prefixes a path with the path of APP_URL, without the host: the service can have a different host name. */
export function pathIn(appUrl: string, path: string): string {
  return new URL(appUrl).pathname.replace(/\/$/, '') + path;
}

/**
 * Returns the path of a submission's page, without the path of APP_URL. It contains the client ID, because a submission
 * that has ended can be found only with its client ID.
 */
export const consentPath = ({ clientId, requestId }: { clientId: string; requestId: string }): string =>
  `/credentials/${requestId}?${new URLSearchParams({ clientId })}`;

/** Returns the path of the receipt for a shared identity, without the path of APP_URL. */
export const receiptPath = (request: { clientId: string; requestId: string }): string =>
  `${paths.account}/receipt?${new URLSearchParams({ ...request })}`;
