import { randomBytes } from 'node:crypto';
import { decryptJson, type EncryptionContext, encryptJson } from '../crypto/encrypted-json.ts';
import { DecryptionError, type Encryptor, UnknownDataKey } from '../crypto/encryptor.ts';
import type { Clock, Micros } from '../domain/clock.ts';

/** Properties that all encrypted content in a browser has. */
export interface EncryptedContent {
  /** Random ID from `newEncryptedId`. */
  id: string;
  expiresAt: Micros;
}

/** Returns 128 random bits in base64url: 22 characters. */
export const newEncryptedId = (): string => randomBytes(16).toString('base64url');

/**
 * Creates functions that encrypt and decrypt content that a browser stores or sends, but cannot read or change.
 *
 * The encrypted string is `<data key id>.<id>.<encrypted JSON>`. The ID and `purpose` are the encryption context.
 */
export function createEncryptedText<T extends EncryptedContent>(
  purpose: string,
  { encryptor, clock }: { encryptor: Pick<Encryptor, 'encrypt' | 'decrypt'>; clock: Clock },
) {
  const contextOf = (id: string): EncryptionContext<T> => `${purpose}:${id}`;
  return {
    /** Returns a string of letters, digits, `-`, `_`, and `.`. */
    encrypt(content: T): string {
      const { keyId, bytes } = encryptJson(encryptor, contextOf(content.id), content);
      return `${keyId}.${content.id}.${Buffer.from(bytes).toString('base64url')}`;
    },

    /** Returns the content; null if the string was changed, has expired, or was encrypted for a different purpose. */
    decrypt(text: string): T | null {
      const [, keyId, id, encrypted] = /^([\w-]{1,32})\.([\w-]{22})\.([\w-]+)$/.exec(text) ?? [];
      if (keyId === undefined || id === undefined || encrypted === undefined) return null;
      try {
        const content = decryptJson(encryptor, contextOf(id), { keyId, bytes: Buffer.from(encrypted, 'base64url') });
        return content.expiresAt > clock.now() ? content : null;
      } catch (error) {
        if (error instanceof DecryptionError || error instanceof UnknownDataKey) return null;
        throw error;
      }
    },
  };
}
