/** The fixed paths that pages link to; the others come in props. */
export const paths = {
  credentials: '/credentials',
  account: '/account',
  signIn: '/sign-in',
  signOut: '/sign-out',
  mobileSignIn: '/mobile/sandbox-sign-in',
} as const;

/** A path below that of APP_URL, without its host: styles then load where the service has another name. */
export function pathIn(appUrl: string, path: string): string {
  return new URL(appUrl).pathname.replace(/\/$/, '') + path;
}

/** The page that asks for a decision. It names the partner too: one that has ended is found by nothing else. */
export const consentHref = (appUrl: string, { clientId, requestId }: { clientId: string; requestId: string }): string =>
  pathIn(appUrl, `/credentials/${requestId}?${new URLSearchParams({ clientId })}`);
