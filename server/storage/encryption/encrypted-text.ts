import { createHmac, randomBytes } from 'node:crypto';
import type { Clock, Micros } from '../../domain/clock.ts';
import { decryptGcm, encryptGcm, NONCE_BYTES, TAG_BYTES } from './aes-gcm.ts';
import type { Encryptor } from './encryptor.ts';

/** Properties that all encrypted content in a browser has. */
export interface EncryptedContent {
  /** Random ID from `randomKey`. */
  id: string;
  expiresAt: Micros;
}

/**
 * Creates functions that encrypt and decrypt content that a browser stores or sends, but cannot read or change.
 *
 * The encrypted string is `<id>.<nonce, encrypted JSON, and tag>` (AES-256-GCM). The key is derived from the ID and
 * `purpose`. The nonce is random, because a counter would show how much the service encrypts. Few messages share a key,
 * so random nonces do not repeat (NIST SP 800-38D, section 8.3).
 */
export function createEncryptedText<T extends EncryptedContent>(
  purpose: string,
  { encryptor, clock }: { encryptor: Pick<Encryptor, 'deriveAll'>; clock: Clock },
) {
  const keys = encryptor.deriveAll('encrypted-text');
  const keyOf = (id: string, key: Uint8Array) => createHmac('sha256', key).update(`${purpose}:${id}`).digest();

  return {
    /** Returns a string of letters, digits, `-`, `_`, and `.`. */
    encrypt(content: T): string {
      const nonce = randomBytes(NONCE_BYTES);
      const encrypted = encryptGcm(JSON.stringify(content), { key: keyOf(content.id, keys[0]), nonce });
      const bytes = Buffer.concat([nonce, ...encrypted]);
      return `${content.id}.${bytes.toString('base64url')}`;
    },

    /** Returns the content; null if the string was changed, has expired, or was encrypted for a different purpose. */
    decrypt(text: string): T | null {
      const [, id = '', encrypted = ''] = /^([\w-]{22})\.([\w-]+)$/.exec(text) ?? [];
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
      for (const key of keys) {
        const text = decryptGcm(rest, { key: keyOf(id, key), nonce });
        if (text === null) continue;
        const content: T = JSON.parse(text.toString());
        return content.expiresAt > clock.now() ? content : null;
      }
      return null;
    },
  };
}
