import type { Clock, Micros } from '../../domain/clock.ts';
import { DecryptionError, type Encryptor, UnknownDataKey } from './encryptor.ts';

export interface EncryptedContent {
  /** Random ID from `randomKey`. */
  id: string;
  expiresAt: Micros;
}

/** Creates functions that encrypt and decrypt content that a browser stores or sends, but cannot read or change. */
export function createEncryptedText<T extends EncryptedContent>(
  purpose: string,
  { encryptor, clock }: { encryptor: Pick<Encryptor, 'encrypt' | 'decrypt'>; clock: Clock },
) {
  const context = `text:${purpose}`;
  return {
    encrypt: (content: T): string =>
      Buffer.from(encryptor.encrypt(JSON.stringify(content), context)).toString('base64url'),

    /** Returns the content; null if the string was changed, has expired, or was encrypted for a different purpose. */
    decrypt(text: string): T | null {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.toString('base64url') !== text) return null;
      try {
        const content: T = JSON.parse(Buffer.from(encryptor.decrypt(bytes, context)).toString());
        return content.expiresAt > clock.now() ? content : null;
      } catch (error) {
        if (error instanceof DecryptionError || error instanceof UnknownDataKey) return null;
        throw error;
      }
    },
  };
}
