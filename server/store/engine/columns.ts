import type { Encrypted } from '../../crypto/encryptor.ts';
import type { StoredBytes } from './schema.ts';

export function toEncrypted(keyId: string, bytes: StoredBytes): Encrypted;
export function toEncrypted(keyId: string | null, bytes: StoredBytes | null): Encrypted | null;
/** Joins the two columns of an encrypted value. Returns null when either is null: a constraint keeps them together. */
export function toEncrypted(keyId: string | null, bytes: StoredBytes | null): Encrypted | null {
  if (keyId === null || bytes === null) return null;
  // A plain Uint8Array that owns its memory: a Buffer from pg is a window on what else the socket delivered.
  return { keyId, bytes: new Uint8Array(bytes) };
}

// PostgreSQL refuses NUL and libsql cuts the text off at it; both turn half a surrogate pair into U+FFFD, which would
// make two different ids one.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** True when both engines return each text exactly as it was. */
export const isStorableText = (...texts: readonly string[]): boolean => !texts.some((text) => UNSTORABLE.test(text));

/** Throws a TypeError, which does not repeat the text, when a statement's parameter is text that cannot be stored. */
export function assertStorableText(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new TypeError(`Parameter ${index + 1} holds NUL or half a surrogate pair and cannot be stored as it is`);
    }
  }
}
