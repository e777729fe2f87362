import { hash, randomBytes } from 'node:crypto';
import { isEqualText } from '../../domain/signature.ts';

export function generateClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A fast hash suffices for 256 random bits. A slow hash would let callers of the token endpoint exhaust the CPU. */
export function hashClientSecret(secret: string): string {
  const salt = randomBytes(16);
  return `sha256$${salt.toString('base64url')}$${digest(salt, secret)}`;
}

/** Compares in constant time. */
export function verifyClientSecret(secret: string, stored: string): boolean {
  const [scheme, salt, expected, ...rest] = stored.split('$');
  if (scheme !== 'sha256' || !salt || !expected || rest.length > 0) return false;
  return isEqualText(digest(Buffer.from(salt, 'base64url'), secret), expected);
}

const digest = (salt: Uint8Array, secret: string): string =>
  hash('sha256', Buffer.concat([salt, Buffer.from(secret)]), 'base64url');
