import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createEncryptedText, type EncryptedContent } from '../storage/encryption/encrypted-text.ts';
import { servicesOf } from './services.ts';

/** Returns the functions for a cookie whose content the browser can neither read nor change. */
export function encryptedCookie<T extends EncryptedContent>(c: Context, name: string, version: number) {
  const secure = servicesOf(c).appUrl.startsWith('https:');
  // The prefix prevents other hosts in the domain from setting the cookie (RFC 6265bis, section 4.1.3.2). Over http,
  // browsers accept neither the prefix nor `Secure`.
  const fullName = secure ? `__Host-${name}` : name;
  const encrypted = createEncryptedText<T>(`cookie:${name}:${version}`, servicesOf(c));
  return {
    /** Returns the content; null without a cookie, or when it is changed, expired, or unreadable. */
    read: () => encrypted.decrypt(getCookie(c, fullName) ?? ''),
    isSent: () => getCookie(c, fullName) !== undefined,
    write(content: T, options: { maxAge?: number } = {}) {
      // Uses `Lax` instead of `Strict`, because the browser returns from the identity provider, which is another site.
      const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
      setCookie(c, fullName, encrypted.encrypt(content), { ...attributes, ...options });
    },
    remove: () => deleteCookie(c, fullName, { path: '/', secure }),
  };
}
