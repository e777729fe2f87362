import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type Clock, seconds } from '../domain/clock.ts';
import { createEncryptedText, type EncryptedContent } from '../storage/encryption/encrypted-text.ts';
import { type Encryptor, randomKey } from '../storage/encryption/encryptor.ts';

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

const TAKE = 'takeFlash';

/** Returns the message for the page of the request, and removes it; null if there is none. */
export const takeFlash = (c: Context): Flash | null => c.get(TAKE)?.() ?? null;

/** Statuses of pages that explain why a form had no effect. */
const statuses = { changed: 409, email: 422, identity: 422 } as const;

export const statusFor = (flash: Flash | null): 409 | 422 | undefined =>
  flash === null ? undefined : (statuses as Partial<Record<Flash['name'], 409 | 422>>)[flash.name];

/** Creates the functions for messages between a form and the next page. An encrypted cookie contains the message. */
export function createFlashes(parts: { appUrl: string; encryptor: Pick<Encryptor, 'deriveAll'>; clock: Clock }) {
  const { appUrl, clock } = parts;
  const encrypted = createEncryptedText<Content>('cookie:flash:1', parts);
  const secure = appUrl.startsWith('https:');
  const name = secure ? '__Host-flash' : 'flash';

  return {
    /** Redirects to a path of the pages, which may contain a query. The page there takes the flash. */
    redirectWith(c: Context, target: string, flash: Flash): Response {
      const path = new URL(target, appUrl).pathname;
      const expiresAt = clock.now() + seconds(LIFETIME);
      const value = encrypted.encrypt({ ...flash, path, id: randomKey(), expiresAt });
      setCookie(c, name, value, { path: '/', maxAge: LIFETIME, httpOnly: true, sameSite: 'Lax', secure });
      return c.redirect(appUrl + target, 303);
    },

    /** Middleware that must run before every use of `takeFlash`. */
    load: ((c, next) => {
      let taken: Flash | null = null;
      c.set(TAKE, () => {
        const content = encrypted.decrypt(getCookie(c, name) ?? '');
        if (taken === null && content?.path === c.req.path) {
          taken = content;
          deleteCookie(c, name, { path: '/', secure });
        }
        return taken;
      });
      return next();
    }) satisfies MiddlewareHandler,
  };
}
