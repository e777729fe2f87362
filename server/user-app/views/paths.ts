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

/** The page of a submission, below APP_URL. It names the partner too: one that has ended is found by nothing else. */
export const consentPath = ({ clientId, requestId }: { clientId: string; requestId: string }): string =>
  `/credentials/${requestId}?${new URLSearchParams({ clientId })}`;

/** The page that asks for a decision. */
export const consentHref = (appUrl: string, submission: { clientId: string; requestId: string }): string =>
  pathIn(appUrl, consentPath(submission));
