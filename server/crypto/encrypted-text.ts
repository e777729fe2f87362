import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Clock, Micros } from '../domain/clock.ts';
import type { Encryptor } from './encryptor.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

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

  function decryptWith(key: Buffer, bytes: Buffer): T | null {
    const end = bytes.length - TAG_BYTES;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(end));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, end));
    try {
      decipher.final();
    } catch {
      return null;
    }
    return JSON.parse(text.toString());
  }

  return {
    /** Returns a string of letters, digits, `-`, `_`, and `.`. */
    encrypt(content: T): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(content.id, keys[0]), nonce);
      const ciphertext = cipher.update(JSON.stringify(content), 'utf8');
      const bytes = Buffer.concat([nonce, ciphertext, cipher.final(), cipher.getAuthTag()]);
      return `${content.id}.${bytes.toString('base64url')}`;
    },

    /** Returns the content; null if the string was changed, has expired, or was encrypted for a different purpose. */
    decrypt(text: string): T | null {
      const [, id = '', encrypted = ''] = /^([\w-]{22})\.([\w-]+)$/.exec(text) ?? [];
      const bytes = Buffer.from(encrypted, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const content = decryptWith(keyOf(id, key), bytes);
        if (content !== null) return content.expiresAt > clock.now() ? content : null;
      }
      return null;
    },
  };
}
