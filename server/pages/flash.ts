import type { Context } from 'hono';
import { seconds } from '../domain/clock.ts';
import type { EncryptedContent } from '../storage/encryption/encrypted-text.ts';
import { randomKey } from '../storage/encryption/encryptor.ts';
import { servicesOf } from './services.ts';
import { encryptedCookie } from './session.ts';

/** Time in seconds in which the browser must show the next page. */
const LIFETIME = 60;

/** Message that a page shows once, after a form redirected to it. */
export interface Flash {
  /**
   * `accepted`, `later`: effect of the form. The other names say why it had none: the partner changed a file, the value
   * of a field is invalid, or the form belongs to another account.
   */
  name: 'accepted' | 'later' | 'changed' | 'email' | 'identity' | 'switched';
  /** The invalid value, or the name of the other account. */
  value?: string;
}

interface Content extends Flash, EncryptedContent {
  /** Path of the page that shows the message. */
  path: string;
}

const cookieOf = (c: Context) => encryptedCookie<Content>(c, 'flash', 1);

/** Statuses of pages that explain why a form had no effect. */
const statuses: { readonly [Name in Flash['name']]?: 409 | 422 } = { changed: 409, email: 422, identity: 422 };

export const statusFor = (flash: Flash | null) => (flash === null ? undefined : statuses[flash.name]);

/** Redirects to a page, which then shows the message. `target` is a path, and can have a query. */
export function redirectWith(c: Context, target: string, flash: Flash): Response {
  const { appUrl, clock } = servicesOf(c);
  const path = new URL(target, appUrl).pathname;
  const expiresAt = clock.now() + seconds(LIFETIME);
  cookieOf(c).write({ ...flash, path, id: randomKey(), expiresAt }, { maxAge: LIFETIME });
  return c.redirect(appUrl + target, 303);
}

/** Returns the message for the page of the request, and removes its cookie; null if there is none. */
export function takeFlash(c: Context): Flash | null {
  const taken: Flash | undefined = c.get('flash');
  if (taken !== undefined) return taken;
  const content = cookieOf(c).read();
  if (content?.path !== c.req.path) return null;
  cookieOf(c).remove();
  c.set('flash', content);
  return content;
}
