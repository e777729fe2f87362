import type { Context } from 'hono';
import { notices } from '../../generated/pages.ts';
import { hours, type Micros } from '../domain/clock.ts';
import { createEncryptedText, type EncryptedContent } from '../storage/encryption/encrypted-json.ts';
import { randomKey } from '../storage/encryption/encryptor.ts';
import { paths } from './page.tsx';
import { servicesOf } from './services.ts';
import { openSession, readSession } from './session.ts';

/** The page that a person opened before the sign-in: a partner's link, or one of the person's own pages. */
export type OpenedLink =
  /** `type` and `documentType` are absent for a submission that the person has seen, because they were checked then. */
  | { kind: 'add'; clientId: string; requestId: string; type?: string; documentType?: string }
  | { kind: 'verify'; clientId: string; requestId: string; key?: string }
  | { kind: 'credential'; requestId: string; clientId?: string }
  /** The person stopped sharing with the partner. Only this user can see the page. */
  | { kind: 'stopped'; clientId: string; userId: string }
  | { kind: 'account' };

/** Time for which a sign-in can still lead to the page that the person opened before it. */
export const LINK_LIFETIME: Micros = hours(8);

/** Maximum length of an ID in a link. All existing IDs are shorter. */
const MAX_ID = 255;

interface Content extends EncryptedContent {
  link: OpenedLink;
  /** ID of the only browser that can use the link; null for a link that anyone with the URL can open anyway. */
  browser: string | null;
}

const encryptedLink = (c: Context) => createEncryptedText<Content>('opened-link:1', servicesOf(c));

/**
 * Encrypts a link for the URLs of the sign-in. Each tab has its own link, so a link in one tab never replaces the link
 * in another tab. Returns null for a link that cannot exist.
 */
export function writeLink(c: Context, link: OpenedLink): string | null {
  const { browser } = openSession(c);
  if (Object.values(link).some((id) => id.length > MAX_ID)) return null;
  return encryptedLink(c).encrypt({
    id: randomKey(),
    expiresAt: servicesOf(c).clock.now() + LINK_LIFETIME,
    link,
    // Binds the link to the browser: logs can contain URLs, and anyone with the ID can open a new submission.
    browser: link.kind === 'add' ? browser : null,
  });
}

/** Decrypts a link. Returns null if the text is missing, changed, expired, or from a different browser. */
export function readLink(c: Context, text: string | undefined): OpenedLink | null {
  const content = text === undefined ? null : encryptedLink(c).decrypt(text);
  if (content === null) return null;
  return content.browser === null || content.browser === readSession(c)?.browser ? content.link : null;
}

export const carriedLink = (c: Context): OpenedLink | null => readLink(c, c.req.query('link') ?? c.req.query('state'));

/** Returns the link through which the person can return to the current page. */
export const returnLink = (c: Context): OpenedLink | null => carriedLink(c) ?? linkAt(c);

/** Returns the link for a URL of one of the person's own pages or of a verification; null for other URLs. */
function linkAt(c: Context): OpenedLink | null {
  const requestId = c.req.param('requestId');
  const { clientId = '', requestId: verification = '', key } = c.req.query();
  if (requestId !== undefined) return { kind: 'credential', requestId, ...(clientId && { clientId }) };
  if (c.req.path.startsWith(paths.account)) return { kind: 'account' };
  if (!c.req.path.startsWith(paths.verify)) return null;
  return { kind: 'verify', clientId, requestId: verification, ...(key !== undefined && { key }) };
}

/** Adds the encrypted link to a path, so that the page at the path can continue with the link. */
export function pathWith(c: Context, path: string, link: OpenedLink | null): string {
  const text = link && writeLink(c, link);
  return text === null ? path : `${path}?link=${text}`;
}

export const hrefWith = (c: Context, path: string, link: OpenedLink | null): string =>
  servicesOf(c).appUrl + pathWith(c, path, link);

/** Redirects to the page behind the link, or to the person's credentials. */
export const continueWith = (c: Context, link: OpenedLink | null): Response =>
  c.redirect(hrefWith(c, link === null ? paths.credentials : '/open', link), 303);

/** Returns the URLs for signing in. At `otherHref`, the person can choose the account; null in the sandbox. */
export function signInHrefs(c: Context, link = carriedLink(c)) {
  const hasProvider = servicesOf(c).identityProvider !== null;
  return {
    signInHref: hrefWith(c, paths.signIn, link),
    otherHref: hasProvider ? hrefWith(c, paths.signInOther, link) : null,
  };
}

/** Redirects to a page for people who are not signed in. With its links, the person can return to the request. */
export const redirectToNotice = (c: Context, name: keyof typeof notices): Response =>
  c.redirect(hrefWith(c, notices[name].path, returnLink(c)), 303);

/** Responds to a form whose session has ended. After the sign-in, the person returns to the page with the form. */
export const sessionEnded = (c: Context): Response =>
  redirectToNotice(c, readSession(c)?.accountDeleted ? 'accountDeleted' : 'sessionEnded');
