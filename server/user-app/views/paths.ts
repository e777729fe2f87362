/** Where the pages lead by themselves; where the page of a link leads, its props say. */
export const paths = {
  credentials: '/credentials',
  signIn: '/sign-in',
  signOut: '/sign-out',
  mobileSignIn: '/mobile/sandbox-sign-in',
} as const;

/**
 * A path of ours as the browser sees it: APP_URL may have one itself. Without the host, so that the pages have their styles also
 * where they are reached by another name.
 */
export function pathIn(appUrl: string, path: string): string {
  return new URL(appUrl).pathname.replace(/\/$/, '') + path;
}
