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
