import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions, CookiePrefixOptions } from 'hono/utils/cookie';
import { openJson, type SealContext, sealJson } from '../crypto/sealed-json.ts';
import { SealBroken, type Sealer, UnknownDataKey } from '../crypto/sealer.ts';
import type { Clock, Micros } from '../domain/clock.ts';

/** What the content of every sealed cookie has. */
export interface CookieContent {
  /** Made by `newCookieId`. */
  id: string;
  /** From then on the cookie is ignored. */
  expiresAt: Micros;
}

export interface SealedCookie<T extends CookieContent> {
  /** What the request sent, or what was written since; null when it is absent, altered or expired. */
  read(c: Context): T | null;
  write(c: Context, content: T): void;
  remove(c: Context): void;
}

/** 128 random bits in base64url: 22 characters. */
export const newCookieId = (): string => randomBytes(16).toString('base64url');

/**
 * A session cookie with encrypted content, so that the server stores nothing: `<data key id>.<id>.<sealed JSON>`. The
 * id is part of the sealing context, which gives each cookie its own key (see `createSealer`), because visitors can
 * make as many as they like. `format` is part of it too: raise it when `T` changes, and older cookies no longer open.
 */
export function createSealedCookie<T extends CookieContent>(parts: {
  name: string;
  format: number;
  /** `Secure` is set when it is https. */
  appUrl: string;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  clock: Clock;
}): SealedCookie<T> {
  const { name, format, appUrl, sealer, clock } = parts;
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
