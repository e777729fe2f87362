import { randomBytes } from 'node:crypto';
import { decryptJson, type EncryptionContext, encryptJson } from '../crypto/encrypted-json.ts';
import { DecryptionError, type Encryptor, UnknownDataKey } from '../crypto/encryptor.ts';
import type { Clock, Micros } from '../domain/clock.ts';

/** The properties of every content that is encrypted for a browser. */
export interface EncryptedContent {
  /** Random id from `newEncryptedId`. */
  id: string;
  /** From this moment on the content is ignored. */
  expiresAt: Micros;
}

/** Returns 128 random bits in base64url: 22 characters. */
export const newEncryptedId = (): string => randomBytes(16).toString('base64url');

/**
 * Encrypted text that a browser keeps or carries, and can neither read nor change.
 *
 * `<data key id>.<id>.<encrypted JSON>`. The id is part of the encryption context, which gives each text its own key (see
 * `createEncryptor`), because visitors can make as many as they like. `purpose` is part of it too.
 */
export function createEncryptedText<T extends EncryptedContent>(
  purpose: string,
  { encryptor, clock }: { encryptor: Pick<Encryptor, 'encrypt' | 'decrypt'>; clock: Clock },
) {
  const contextOf = (id: string): EncryptionContext<T> => `${purpose}:${id}`;
  return {
    /** Returns a text of letters, digits, `-`, `_` and `.`. */
    encrypt(content: T): string {
      const { keyId, bytes } = encryptJson(encryptor, contextOf(content.id), content);
      return `${keyId}.${content.id}.${Buffer.from(bytes).toString('base64url')}`;
    },

    /** Returns null when the text is altered, expired, or was encrypted for another purpose. */
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
