import type { Context } from 'hono';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Language, languageOf, type Messages, messagesIn } from './messages/messages.tsx';
import { type PageServices, servicesOf } from './services.ts';

/** The signed-in person, for the header and the forms of a page. */
export interface Account {
  csrf: string;
  /** Name of the account, for example an email address; null if the provider sends no name. */
  name: string | null;
  /** Path that the sign-out forms post to. It contains the link that another account can continue with. */
  signOut: string;
}

interface PageFrame extends Pick<PageServices, 'appUrl' | 'brand'> {
  messages: Messages;
  account: Account | null;
  /** Path and query of the page, for the links to its other languages. */
  here: string;
}

const Frame = createContext<PageFrame | null>(null);

export function usePageFrame(): PageFrame {
  const frame = useContext(Frame);
  if (frame === null) throw new Error('A page must be rendered inside InFrame');
  return frame;
}

export const useMessages = (): Messages => usePageFrame().messages;

/** Returns whether the operator has a mobile application, which keeps the documents of people who sign in to it. */
export function useHasApp(): boolean {
  const { appStoreUrl, googlePlayUrl } = usePageFrame().brand.app;
  return appStoreUrl !== null || googlePlayUrl !== null;
}

export const usePath = (path: string): string => pathIn(usePageFrame().appUrl, path);

export function InFrame(props: Omit<PageFrame, 'messages'> & { language: Language; children?: Child }) {
  const { children, language, ...frame } = props;
  return <Frame.Provider value={{ ...frame, messages: messagesIn(language) }}>{children}</Frame.Provider>;
}

export const messagesFor = (c: Context): Messages => messagesIn(languageOf(c));

/** Returns the path and the query of the request. */
export function here(c: Context): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

interface PageOptions {
  account?: Account | null;
  status?: ContentfulStatusCode;
}

export function showPage(c: Context, page: Child, options: PageOptions = {}): Response | Promise<Response> {
  const { status = 200, account = null } = options;
  const { language } = messagesFor(c);
  const { appUrl, brand } = servicesOf(c);
  c.header('Content-Language', language.tag);
  c.header('Vary', 'Accept-Language', { append: true });
  const frame = { appUrl, brand, language, account, here: pathIn(appUrl, here(c)) };
  return c.html(<InFrame {...frame}>{page}</InFrame>, status);
}

export const paths = {
  credentials: '/credentials',
  account: '/account',
  signIn: '/sign-in',
  signInOther: '/sign-in/other',
  signOut: '/sign-out',
  verify: '/partner/verify/digitalIdentity',
} as const;

/** Prefixes the path of a page with the path of APP_URL. Omits the host: the service can have a different host name. */
export function pathIn(appUrl: string, path: string): string {
  return new URL(appUrl).pathname.replace(/\/$/, '') + path;
}

/** Returns the path of a submission's page. The store finds an ended submission only by client ID and request ID. */
export const consentPath = ({ clientId, requestId }: { clientId: string; requestId: string }): string =>
  `/credentials/${requestId}?${new URLSearchParams({ clientId })}`;
