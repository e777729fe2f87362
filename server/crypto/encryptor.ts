import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from './data-keys.ts';

const VERSION = 2;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const SALT_START = 1 + NONCE_BYTES;
const HEAD_BYTES = SALT_START + SALT_BYTES;

/** Number of messages under one salt. With messages of 1 MiB, these are 2^36 blocks, far below the limit of a key. */
const MESSAGES_PER_SALT = 2 ** 20;
/** Number of derived keys that are cached for decryption. Each start of an instance adds a key. */
const MAX_KEPT_KEYS = 1000;

/** Encrypted bytes, and the ID of the data key that decrypts them. */
export interface Encrypted {
  keyId: string;
  bytes: Uint8Array;
}

export type Encryptor = ReturnType<typeof createEncryptor>;

/** The data was encrypted with a key that is not configured. */
export class UnknownDataKey extends Error {
  override name = 'UnknownDataKey';
}

/** The data was changed or truncated, or belongs to another context. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

/**
 * Encrypts with AES-256-GCM: version (1 byte), nonce (12), salt (16), ciphertext, tag (16). The context is
 * authenticated, so a ciphertext that is copied to another row cannot be decrypted there.
 *
 * A nonce must never repeat under one key (NIST SP 800-38D 8). So each encryptor derives its own key from a random salt
 * of 128 bits (HMAC-SHA256), and uses a counter as the nonce (the deterministic construction of 8.2.1 with an empty
 * fixed field). A nonce would repeat only for two equal salts: after 2^32 salts of 2^20 messages each, the probability
 * is 2^-65, below the required 2^-32. Random nonces under one key would reach the limit of 2^32 messages (8.3) within
 * days of full load. Do not copy the memory of a running process and resume it twice.
 */
export function createEncryptor(keys: readonly DataKey[]) {
  const [first] = keys;
  if (first === undefined) throw new RangeError('An encryptor needs at least one key');
  const byId = new Map(keys.map((key) => [key.id, key]));
  const keptKeys = new Map<string, Buffer>();
  const keptSecrets = new Map<string, Uint8Array[]>();
  /** Bytes before the ciphertext, with the number of the last message as nonce, and the key of their salt. */
  let encryption = { head: Buffer.alloc(HEAD_BYTES), secret: Buffer.alloc(0), messages: MESSAGES_PER_SALT };

  const keyOfSalt = (key: DataKey, salt: Buffer) =>
    createHmac('sha256', key.secret).update('salt:').update(salt).digest();

  function keptKeyOfSalt(key: DataKey, salt: Buffer): Buffer {
    const name = `${key.id}:${salt.toString('latin1')}`;
    const kept = keptKeys.get(name);
    if (kept !== undefined) return kept;
    if (keptKeys.size === MAX_KEPT_KEYS) keptKeys.clear();
    const derived = keyOfSalt(key, salt);
    keptKeys.set(name, derived);
    return derived;
  }

  return {
    /** IDs of the keys. The first key encrypts. */
    keyIds: keys.map(({ id }) => id) as readonly string[],

    /** Encrypts with the first key. `context` names the owner of the bytes, for example `submission:<requestId>`. */
    encrypt(plaintext: string | Uint8Array, context: string): Encrypted {
      if (encryption.messages === MESSAGES_PER_SALT) {
        const salt = randomBytes(SALT_BYTES);
        const head = Buffer.concat([Buffer.of(VERSION), Buffer.alloc(NONCE_BYTES), salt]);
        encryption = { head, secret: keyOfSalt(first, salt), messages: 0 };
      }
      const { head, secret } = encryption;
      head.writeUInt32BE(encryption.messages++, SALT_START - 4);
      const cipher = createCipheriv('aes-256-gcm', secret, head.subarray(1, SALT_START));
      cipher.setAAD(Buffer.from(context));
      const ciphertext = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext);
      return { keyId: first.id, bytes: Buffer.concat([head, ciphertext, cipher.final(), cipher.getAuthTag()]) };
    },

    /** Decrypts. Throws `UnknownDataKey`, or `DecryptionError` when the bytes or the context differ. */
    decrypt(encrypted: Encrypted, context: string): Uint8Array {
      const key = byId.get(encrypted.keyId);
      if (key === undefined) {
        throw new UnknownDataKey(
          `The data was encrypted with key ${JSON.stringify(encrypted.keyId.slice(0, 32))}, which is not among DATA_KEYS`,
        );
      }
      const bytes = Buffer.from(encrypted.bytes.buffer, encrypted.bytes.byteOffset, encrypted.bytes.byteLength);
      const end = bytes.length - TAG_BYTES;
      if (end < HEAD_BYTES) throw new DecryptionError('The encrypted data is truncated');
      if (bytes[0] !== VERSION) throw new DecryptionError('The encrypted data has an unknown format version');
      const nonce = bytes.subarray(1, SALT_START);
      const secret = keptKeyOfSalt(key, bytes.subarray(SALT_START, HEAD_BYTES));
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(end));
      const plaintext = decipher.update(bytes.subarray(HEAD_BYTES, end));
      try {
        decipher.final();
      } catch {
        // OpenSSL's error says less, so it is not the cause of this one. The plaintext must not be used.
        throw new DecryptionError('The encrypted data was changed, or belongs to another context');
      }
      return plaintext;
    },

    /**
     * Derives 32 bytes for a purpose from each key, in order. The result is the same on all instances and after a
     * restart. Retained secrets come last, so that signatures by earlier keys can still be verified.
     */
    deriveAll: (purpose: string): readonly Uint8Array[] => [
      ...keys.map((key) => new Uint8Array(hkdfSync('sha256', key.secret, '', purpose, 32))),
      ...(keptSecrets.get(purpose) ?? []),
    ],

    /** Adds a secret that an earlier key derived to the result of `deriveAll`. */
    retain(purpose: string, secret: Uint8Array): void {
      keptSecrets.set(purpose, [...(keptSecrets.get(purpose) ?? []), secret]);
    },
  };
}
