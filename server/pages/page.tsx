import type { Context } from 'hono';
import { type Child, createContext, useContext } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type Language, languageOf, type Messages, messagesIn } from './messages/messages.tsx';
import { type PageServices, servicesOf } from './services.ts';

export interface Account {
  csrf: string;
  name: string | null;
  signOutPath: string;
}

interface PageFrame extends Pick<PageServices, 'appUrl' | 'brand'> {
  messages: Messages;
  account: Account | null;
  here: string;
}

const Frame = createContext<PageFrame | null>(null);

export function usePageFrame(): PageFrame {
  const frame = useContext(Frame);
  if (frame === null) throw new Error('A page must be rendered inside InFrame');
  return frame;
}

export const useMessages = (): Messages => usePageFrame().messages;

export function useHasMobileApp(): boolean {
  const { appStoreUrl, googlePlayUrl } = usePageFrame().brand.app;
  return appStoreUrl !== null || googlePlayUrl !== null;
}

export const usePath = (path: string): string => pathIn(usePageFrame().appUrl, path);

export function InFrame(props: Omit<PageFrame, 'messages'> & { language: Language; children?: Child }) {
  const { children, language, ...frame } = props;
  return <Frame.Provider value={{ ...frame, messages: messagesIn(language) }}>{children}</Frame.Provider>;
}

export const messagesFor = (c: Context): Messages => messagesIn(languageOf(c));

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

/** Prefixes the path with the path of APP_URL. Omits the host, because the service can have several host names. */
export function pathIn(appUrl: string, path: string): string {
  return new URL(appUrl).pathname.replace(/\/$/, '') + path;
}

/** Contains the client ID, because the store finds an ended submission only by client ID and request ID. */
export const consentPath = ({ clientId, requestId }: { clientId: string; requestId: string }): string =>
  `/credentials/${requestId}?${new URLSearchParams({ clientId })}`;
