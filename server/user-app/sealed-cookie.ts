import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions, CookiePrefixOptions } from 'hono/utils/cookie';
import { openJson, type SealContext, sealJson } from '../crypto/sealed-json.ts';
import { SealBroken, type Sealer, UnknownDataKey } from '../crypto/sealer.ts';
import type { Clock, Micros } from '../domain/clock.ts';

/** What every content has. */
export interface CookieContent {
  /** Of `newCookieId`. */
  id: string;
  /** From then on the cookie is no cookie. */
  expiresAt: Micros;
}

export interface SealedCookie<T extends CookieContent> {
  /** What the request brought, or what was written while it was answered; null when it is absent, changed or expired. */
  read(c: Context): T | null;
  write(c: Context, content: T): void;
  remove(c: Context): void;
}

/** 128 random bits: 22 letters of base64url. */
export const newCookieId = (): string => randomBytes(16).toString('base64url');

/**
 * A cookie that holds its content encrypted, so that nothing of it is kept here: `<data key id>.<id>.<sealed JSON>`. It is
 * sealed in a context of its own id, and so under a key of its own (see `createSealer`): visitors make these at will.
 * `format` is a part of that context. Raise it when `T` changes: what was written before is then no cookie, and needs no
 * reading. The browser drops it when it is closed.
 */
export function createSealedCookie<T extends CookieContent>(parts: {
  name: string;
  format: number;
  /** Where the pages are. Decides about `Secure`. */
  appUrl: string;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  clock: Clock;
}): SealedCookie<T> {
  const { name, format, appUrl, sealer, clock } = parts;
  const isSecure = new URL(appUrl).protocol === 'https:';
  // The prefix keeps other hosts of the domain from setting it (RFC 6265bis, section 4.1.3.2). A browser takes neither
  // it nor `Secure` over http.
  const prefix: CookiePrefixOptions | undefined = isSecure ? 'host' : undefined;
  const attributes: CookieOptions = {
    httpOnly: true,
    // Not Strict: the identity provider sends the person back from another site.
    sameSite: 'Lax',
    path: '/',
    secure: isSecure,
    ...(prefix !== undefined && { prefix }),
  };
  const contextOf = (id: string): SealContext<T> => `cookie:${name}:${format}:${id}`;
  const written = new WeakMap<Context, T | null>();

  function open(value: string): T | null {
    const [, keyId, id, sealed] = /^([\w-]{1,32})\.([\w-]{22})\.([\w-]+)$/.exec(value) ?? [];
    if (keyId === undefined || id === undefined || sealed === undefined) return null;
    try {
      const content = openJson(sealer, contextOf(id), { keyId, bytes: Buffer.from(sealed, 'base64url') });
      return content.expiresAt > clock.now() ? content : null;
    } catch (error) {
      if (error instanceof SealBroken || error instanceof UnknownDataKey) return null;
      throw error;
    }
  }

  return {
    read(c) {
      const own = written.get(c);
      if (own !== undefined) return own;
      const value = prefix === undefined ? getCookie(c, name) : getCookie(c, name, prefix);
      return value === undefined ? null : open(value);
    },

    write(c, content) {
      const { keyId, bytes } = sealJson(sealer, contextOf(content.id), content);
      const value = `${keyId}.${content.id}.${Buffer.from(bytes).toString('base64url')}`;
      setCookie(c, name, value, attributes);
      written.set(c, content);
    },

    remove(c) {
      deleteCookie(c, name, attributes);
      written.set(c, null);
    },
  };
}
