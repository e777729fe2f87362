import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from './data-keys.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypted bytes, and the id of the key that decrypts them. */
export interface Sealed {
  keyId: string;
  bytes: Uint8Array;
}

export interface Sealer {
  /** Encrypts with the first key. `context` names the owner of the bytes, e.g. `submission:<requestId>`. */
  seal(plaintext: Uint8Array, context: string): Sealed;
  /** Throws `UnknownDataKey`, or `SealBroken` when the bytes were changed or sealed in another context. */
  open(sealed: Sealed, context: string): Uint8Array;
  /** Derives 32 bytes for one purpose from the first key: the same on every instance and after every restart. */
  derive(purpose: string): Uint8Array;
  /** The bytes of `derive` for each key, in order, so that what an earlier key signed can still be verified. */
  deriveAll(purpose: string): readonly Uint8Array[];
}

/** The data was sealed with a key that is not among the configured ones. */
export class UnknownDataKey extends Error {
  override name = 'UnknownDataKey';
}

/** The data was changed, cut short, or belongs to another context. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

/**
 * AES-256-GCM: version (1 byte), nonce (12), ciphertext, tag (16). The context is authenticated, so a ciphertext that
 * is copied to another row does not open there. Each context has its own key (HMAC-SHA256 of the context), because one
 * key allows 2^32 random 96-bit nonces at most (NIST SP 800-38D 8.3), a number that a single key for all rows would
 * reach within days of full load.
 */
export function createSealer(keys: readonly DataKey[]): Sealer {
  const [first] = keys;
  if (first === undefined) throw new RangeError('A sealer needs at least one key');
  const byId = new Map(keys.map((key) => [key.id, key]));

  const contextKey = (key: DataKey, context: string) =>
    createHmac('sha256', key.secret).update('seal:').update(context).digest();
  const deriveFrom = (key: DataKey, purpose: string) => new Uint8Array(hkdfSync('sha256', key.secret, '', purpose, 32));

  return {
    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', contextKey(first, context), nonce);
      cipher.setAAD(Buffer.from(context));
      const bytes = Buffer.concat([
        Buffer.of(VERSION),
        nonce,
        cipher.update(plaintext),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return { keyId: first.id, bytes };
    },

    open(sealed, context) {
      const key = byId.get(sealed.keyId);
      if (key === undefined) {
        throw new UnknownDataKey(
          `The data was sealed with key ${JSON.stringify(sealed.keyId.slice(0, 32))}, which is not among DATA_KEYS`,
        );
      }
      const { bytes } = sealed;
      if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SealBroken('The sealed data is cut short');
      if (bytes[0] !== VERSION) throw new SealBroken('The sealed data is of an unknown format version');
      const end = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', contextKey(key, context), bytes.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(end));
      const plaintext = decipher.update(bytes.subarray(1 + NONCE_BYTES, end));
      try {
        decipher.final();
      } catch {
        // OpenSSL's error says less than this one, so it is not passed on as the cause. The plaintext must not be used.
        throw new SealBroken('The sealed data was changed, or does not belong here');
      }
      return plaintext;
    },

    derive: (purpose) => deriveFrom(first, purpose),
    deriveAll: (purpose) => keys.map((key) => deriveFrom(key, purpose)),
  };
}
