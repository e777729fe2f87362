import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { decryptGcm, encryptGcm, NONCE_BYTES, TAG_BYTES } from './aes-gcm.ts';
import type { DataKey } from './data-keys.ts';

const VERSION = 2;
const SALT_BYTES = 16;
const SALT_START = 1 + NONCE_BYTES;
const HEAD_BYTES = SALT_START + SALT_BYTES;

/** Number of messages per salt. With messages of 1 MiB, this is 2^36 blocks, far below the limit per key. */
const MESSAGES_PER_SALT = 2 ** 20;
/** Maximum number of derived keys that are cached for decryption. Each start of an instance creates a derived key. */
const MAX_KEPT_KEYS = 1000;

/** Returns 128 random bits in base64url: 22 characters. */
export const randomKey = (): string => randomBytes(16).toString('base64url');

/** Encrypted bytes, and the ID of their data key. */
export interface Encrypted {
  keyId: string;
  bytes: Uint8Array;
}

/** Error for data that was encrypted with a data key that is not configured. */
export class UnknownDataKey extends Error {
  override name = 'UnknownDataKey';
}

/** Error for data that was changed or truncated, or was encrypted with a different context. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

/**
 * Resolves to the result of `read`; null if stored data cannot be decrypted. Logs this failure with the kind and key of
 * the data, so that a list can show its other entries.
 */
export async function orLogged<T>(
  log: { error(about: object, message: string): void },
  kind: string,
  key: string | readonly string[] | { clientId: string; requestId: string },
  read: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DecryptionError || error instanceof UnknownDataKey)) throw error;
    const columns = typeof key === 'object' && 'requestId' in key ? [key.clientId, key.requestId] : key;
    log.error({ kind, key: columns, reason: error.name }, 'stored data cannot be decrypted');
    return null;
  }
}

/**
 * Encrypts with AES-256-GCM. Format: version (1 byte), nonce (12), salt (16), ciphertext, tag (16). The context
 * is authenticated, so a ciphertext that is copied to a different row cannot be decrypted there.
 *
 * A nonce must never repeat with the same key (NIST SP 800-38D, section 8). So each encryptor derives its own key from
 * a random 128-bit salt (HMAC-SHA256), and uses a counter as the nonce (section 8.2.1, with an empty fixed field). A
 * nonce would repeat only if two salts are equal: after 2^32 salts of 2^20 messages each, the probability is 2^-65,
 * below the required 2^-32. Random nonces with a single key would reach the limit of 2^32 messages (section 8.3) after
 * days of full load. Never resume a snapshot of a running process twice.
 */
export class Encryptor {
  /** IDs of the data keys. The first key encrypts. */
  readonly keyIds: readonly string[];
  readonly #keys: readonly [DataKey, ...DataKey[]];
  readonly #derivedKeys = new Map<string, Buffer>();
  readonly #retainedSecrets = new Map<string, Uint8Array[]>();
  /** Header of the next message (version, nonce, and salt), key derived from the salt, and message count. */
  #encryption = { head: Buffer.alloc(HEAD_BYTES), secret: Buffer.alloc(0), messages: MESSAGES_PER_SALT };

  constructor(keys: readonly DataKey[]) {
    const [first, ...others] = keys;
    if (first === undefined) throw new RangeError('An encryptor needs at least one data key');
    this.#keys = [first, ...others];
    this.keyIds = keys.map(({ id }) => id);
  }

  /** Encrypts with the first data key. `context` identifies the owner, such as the partner and ID of a row. */
  encrypt(plaintext: string | Uint8Array, context: string): Encrypted {
    const [key] = this.#keys;
    if (this.#encryption.messages === MESSAGES_PER_SALT) {
      const salt = randomBytes(SALT_BYTES);
      const head = Buffer.concat([Buffer.of(VERSION), Buffer.alloc(NONCE_BYTES), salt]);
      this.#encryption = { head, secret: keyOfSalt(key, salt), messages: 0 };
    }
    const { head, secret } = this.#encryption;
    head.writeUInt32BE(this.#encryption.messages++, SALT_START - 4);
    const encrypted = encryptGcm(plaintext, { key: secret, nonce: head.subarray(1, SALT_START), context });
    return { keyId: key.id, bytes: Buffer.concat([head, ...encrypted]) };
  }

  /** Decrypts a value. Throws `UnknownDataKey`, or `DecryptionError` if the bytes or the context differ. */
  decrypt(encrypted: Encrypted, context: string): Uint8Array {
    const key = this.#keys.find(({ id }) => id === encrypted.keyId);
    if (key === undefined) {
      throw new UnknownDataKey(
        `The data was encrypted with key ${JSON.stringify(encrypted.keyId.slice(0, 32))}, which is not in DATA_KEYS`,
      );
    }
    const bytes = Buffer.from(encrypted.bytes.buffer, encrypted.bytes.byteOffset, encrypted.bytes.byteLength);
    if (bytes.length < HEAD_BYTES + TAG_BYTES) throw new DecryptionError('The encrypted data is truncated');
    if (bytes[0] !== VERSION) throw new DecryptionError('The encrypted data has an unknown format version');
    const nonce = bytes.subarray(1, SALT_START);
    const secret = this.#cachedKeyOfSalt(key, bytes.subarray(SALT_START, HEAD_BYTES));
    const plaintext = decryptGcm(bytes.subarray(HEAD_BYTES), { key: secret, nonce, context });
    if (plaintext === null) throw new DecryptionError('The encrypted data was changed, or has a different context');
    return plaintext;
  }

  /**
   * Derives a 32-byte secret for a purpose from each data key, in order. All instances derive the same secrets.
   * Retained secrets are last, so that signatures made with removed keys can still be verified.
   */
  deriveAll(purpose: string): readonly [Uint8Array, ...Uint8Array[]] {
    const [first, ...others] = this.#keys;
    const derive = (key: DataKey) => new Uint8Array(hkdfSync('sha256', key.secret, '', purpose, 32));
    return [derive(first), ...others.map(derive), ...(this.#retainedSecrets.get(purpose) ?? [])];
  }

  /** Adds a secret that was derived from an earlier data key to the results of `deriveAll`. */
  retain(purpose: string, secret: Uint8Array): void {
    this.#retainedSecrets.set(purpose, [...(this.#retainedSecrets.get(purpose) ?? []), secret]);
  }

  #cachedKeyOfSalt(key: DataKey, salt: Buffer): Buffer {
    const name = `${key.id}:${salt.toString('latin1')}`;
    const kept = this.#derivedKeys.get(name);
    if (kept !== undefined) return kept;
    if (this.#derivedKeys.size === MAX_KEPT_KEYS) this.#derivedKeys.clear();
    const derived = keyOfSalt(key, salt);
    this.#derivedKeys.set(name, derived);
    return derived;
  }
}

const keyOfSalt = (key: DataKey, salt: Buffer) =>
  createHmac('sha256', key.secret).update('salt:').update(salt).digest();
