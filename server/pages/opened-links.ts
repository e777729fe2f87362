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
  /** `type` and `documentType` are absent if the person has opened the submission before. */
  | { kind: 'add'; clientId: string; requestId: string; type?: string; documentType?: string }
  | { kind: 'verify'; clientId: string; requestId: string; key?: string }
  | { kind: 'credential'; requestId: string; clientId?: string }
  /** Page that confirms that the person stopped sharing with the partner. Only the user `userId` can see the page. */
  | { kind: 'stopped'; clientId: string; userId: string }
  | { kind: 'account' };

export const LINK_LIFETIME: Micros = hours(8);

const MAX_ID_LENGTH = 255;

interface Content extends EncryptedContent {
  link: OpenedLink;
  /** ID of the only browser that can use the link; null if every browser can use the link. */
  browser: string | null;
}

const encryptedLink = (c: Context) => createEncryptedText<Content>('opened-link:1', servicesOf(c));

/** Encrypts the link for a URL, so that each tab can have a different link. Returns null if an ID is too long. */
export function writeLink(c: Context, link: OpenedLink): string | null {
  const { browser } = openSession(c);
  if (Object.values(link).some((id) => id.length > MAX_ID_LENGTH)) return null;
  return encryptedLink(c).encrypt({
    id: randomKey(),
    expiresAt: servicesOf(c).clock.now() + LINK_LIFETIME,
    link,
    // Binds `add` links to this browser, because a person who finds the URL in a log could open an unowned submission.
    browser: link.kind === 'add' ? browser : null,
  });
}

/** Returns null if the text is missing, changed, expired, or from a different browser. */
export function readLink(c: Context, text: string | undefined): OpenedLink | null {
  const content = text === undefined ? null : encryptedLink(c).decrypt(text);
  if (content === null) return null;
  return content.browser === null || content.browser === readSession(c)?.browser ? content.link : null;
}

export const carriedLink = (c: Context): OpenedLink | null => readLink(c, c.req.query('link') ?? c.req.query('state'));

export const returnLink = (c: Context): OpenedLink | null => carriedLink(c) ?? linkAt(c);

function linkAt(c: Context): OpenedLink | null {
  const requestId = c.req.param('requestId');
  const { clientId = '', requestId: verification = '', key } = c.req.query();
  if (requestId !== undefined) return { kind: 'credential', requestId, ...(clientId && { clientId }) };
  if (c.req.path.startsWith(paths.account)) return { kind: 'account' };
  if (!c.req.path.startsWith(paths.verify)) return null;
  return { kind: 'verify', clientId, requestId: verification, ...(key !== undefined && { key }) };
}

export function pathWith(c: Context, path: string, link: OpenedLink | null): string {
  const text = link && writeLink(c, link);
  return text === null ? path : `${path}?link=${text}`;
}

export const hrefWith = (c: Context, path: string, link: OpenedLink | null): string =>
  servicesOf(c).appUrl + pathWith(c, path, link);

export const continueWith = (c: Context, link: OpenedLink | null): Response =>
  c.redirect(hrefWith(c, link === null ? paths.credentials : '/open', link), 303);

/** `otherHref` is the URL to select another account at the provider, or null in the sandbox. */
export function signInHrefs(c: Context, link = carriedLink(c)) {
  const hasProvider = servicesOf(c).identityProvider !== null;
  return {
    signInHref: hrefWith(c, paths.signIn, link),
    otherHref: hasProvider ? hrefWith(c, paths.signInOther, link) : null,
  };
}

export const redirectToNotice = (c: Context, name: keyof typeof notices): Response =>
  c.redirect(hrefWith(c, notices[name].path, returnLink(c)), 303);

export const redirectToSessionEnded = (c: Context): Response =>
  redirectToNotice(c, readSession(c)?.accountDeleted ? 'accountDeleted' : 'sessionEnded');
