import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions, CookiePrefixOptions } from 'hono/utils/cookie';
import { openJson, type SealContext, sealJson } from '../crypto/sealed-json.ts';
import { SealBroken, type Sealer, UnknownDataKey } from '../crypto/sealer.ts';
import type { Clock, Micros } from '../domain/clock.ts';

/** The properties of every content that is sealed for a browser. */
export interface SealedContent {
  /** Random id from `newSealedId`. */
  id: string;
  /** From this moment on the content is ignored. */
  expiresAt: Micros;
}

/** Encrypted text that a browser keeps or carries, and can neither read nor change. */
interface SealedText<T extends SealedContent> {
  /** Returns a text of letters, digits, `-`, `_` and `.`. */
  seal(content: T): string;
  /** Returns null when the text is altered, expired, or was sealed for another purpose. */
  open(text: string): T | null;
}

/** Returns 128 random bits in base64url: 22 characters. */
export const newSealedId = (): string => randomBytes(16).toString('base64url');

/**
 * `<data key id>.<id>.<sealed JSON>`. The id is part of the sealing context, which gives each text its own key (see
 * `createSealer`), because visitors can make as many as they like. `purpose` is part of it too.
 */
export function createSealedText<T extends SealedContent>(
  purpose: string,
  { sealer, clock }: { sealer: Pick<Sealer, 'seal' | 'open'>; clock: Clock },
): SealedText<T> {
  const contextOf = (id: string): SealContext<T> => `${purpose}:${id}`;
  return {
    seal(content) {
      const { keyId, bytes } = sealJson(sealer, contextOf(content.id), content);
      return `${keyId}.${content.id}.${Buffer.from(bytes).toString('base64url')}`;
    },

    open(text) {
      const [, keyId, id, sealed] = /^([\w-]{1,32})\.([\w-]{22})\.([\w-]+)$/.exec(text) ?? [];
      if (keyId === undefined || id === undefined || sealed === undefined) return null;
      try {
        const content = openJson(sealer, contextOf(id), { keyId, bytes: Buffer.from(sealed, 'base64url') });
        return content.expiresAt > clock.now() ? content : null;
      } catch (error) {
        if (error instanceof SealBroken || error instanceof UnknownDataKey) return null;
        throw error;
      }
    },
  };
}

interface SealedCookie<T extends SealedContent> {
  /** Returns the content that the request sent, or that was written since; null when absent, altered or expired. */
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
