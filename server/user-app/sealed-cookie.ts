import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions, CookiePrefixOptions } from 'hono/utils/cookie';
import type { Sealer } from '../crypto/sealer.ts';
import type { Clock } from '../domain/clock.ts';
import { createSealedText, type SealedContent } from './sealed-text.ts';

export interface SealedCookie<T extends SealedContent> {
  /** What the request sent, or what was written since; null when it is absent, altered or expired. */
  read(c: Context): T | null;
  write(c: Context, content: T): void;
  remove(c: Context): void;
}

/**
 * A session cookie with encrypted content, so that the server stores nothing. Raise `format` when `T` changes, and
 * older cookies no longer open.
 */
export function createSealedCookie<T extends SealedContent>(parts: {
  name: string;
  format: number;
  /** `Secure` is set when it is https. */
  appUrl: string;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  clock: Clock;
}): SealedCookie<T> {
  const { name, format, appUrl } = parts;
  const isSecure = new URL(appUrl).protocol === 'https:';
  // The prefix keeps other hosts of the domain from setting the cookie (RFC 6265bis, section 4.1.3.2). Over http,
  // browsers accept neither the prefix nor `Secure`.
  const prefix: CookiePrefixOptions | undefined = isSecure ? 'host' : undefined;
  const attributes: CookieOptions = {
    httpOnly: true,
    // Not Strict: the browser comes back from the identity provider, which is another site.
    sameSite: 'Lax',
    path: '/',
    secure: isSecure,
    ...(prefix !== undefined && { prefix }),
  };
  const sealed = createSealedText<T>(`cookie:${name}:${format}`, parts);
  const written = new WeakMap<Context, T | null>();

  return {
    read(c) {
      const own = written.get(c);
      if (own !== undefined) return own;
      const value = prefix === undefined ? getCookie(c, name) : getCookie(c, name, prefix);
      return value === undefined ? null : sealed.open(value);
    },

    write(c, content) {
      setCookie(c, name, sealed.seal(content), attributes);
      written.set(c, content);
    },

    remove(c) {
      deleteCookie(c, name, attributes);
      written.set(c, null);
    },
  };
}
