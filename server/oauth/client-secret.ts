import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits as 43 characters of base64url. */
export function generateClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns `sha256$<salt>$<digest>`, both in base64url. One round of SHA-256 is enough, because nobody can guess 256
 * random bits. A slow hash (scrypt, argon2) would let any caller of the token endpoint consume CPU time.
 */
export function hashClientSecret(secret: string): string {
  const salt = randomBytes(16);
  return `sha256$${salt.toString('base64url')}$${digest(salt, secret).toString('base64url')}`;
}

/** Takes the same time for every wrong secret. Returns false for a hash in another format. */
export function verifyClientSecret(secret: string, stored: string): boolean {
  const [scheme, salt, expected, ...rest] = stored.split('$');
  if (scheme !== 'sha256' || !salt || !expected || rest.length > 0) return false;
  const wanted = Buffer.from(expected, 'base64url');
  const actual = digest(Buffer.from(salt, 'base64url'), secret);
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

function digest(salt: Uint8Array, secret: string): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(secret)]), 'buffer');
}
