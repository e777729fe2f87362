import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const VERSION = 2;
const NONCE_BYTES = 12;
const SALT_BYTES = 16;
const SALT_START = 1 + NONCE_BYTES;
const HEAD_BYTES = SALT_START + SALT_BYTES;
const TAG_BYTES = 16;

export const randomKey = (): string => randomBytes(16).toString('base64url');

export type Encrypted = Uint8Array;

/** Keeps the secret as a `KeyObject`, whose bytes never appear in logs, errors, or JSON. */
export interface DataKey {
  id: string;
  secret: KeyObject;
}

export class UnknownDataKey extends Error {
  override name = 'UnknownDataKey';
}

export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

/** If the data cannot be decrypted, logs `kind` and `key`, and resolves to null. */
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
 * Encrypts with AES-256-GCM. Format: length of the key ID (1 byte), key ID, version (1), nonce (12), salt (16),
 * ciphertext, tag (16). The context is authenticated, so that a value copied to another row cannot be decrypted.
 * Each value has a separate key, because a nonce must never repeat with a key (NIST SP 800-38D, section 8).
 */
export class Encryptor {
  /** IDs of the data keys. The first key encrypts new data. */
  readonly keyIds: readonly string[];
  /** First bytes of all data that is encrypted with the first key. */
  readonly prefix: Uint8Array;
  readonly #keys: readonly [DataKey, ...DataKey[]];
  readonly #retainedSecrets = new Map<string, Uint8Array[]>();

  constructor(keys: readonly DataKey[]) {
    const [first, ...others] = keys;
    if (first === undefined) throw new RangeError('An encryptor needs at least one data key');
    this.#keys = [first, ...others];
    this.keyIds = keys.map(({ id }) => id);
    this.prefix = Buffer.concat([Buffer.of(first.id.length), Buffer.from(first.id)]);
  }

  /** `context` identifies the row or file that contains the value. */
  encrypt(plaintext: string | Uint8Array, context: string): Encrypted {
    const [key] = this.#keys;
    const head = Buffer.concat([Buffer.of(VERSION), randomBytes(NONCE_BYTES + SALT_BYTES)]);
    const cipher = createCipheriv('aes-256-gcm', messageKey(key, head), head.subarray(1, SALT_START));
    cipher.setAAD(Buffer.from(context));
    const ciphertext = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext);
    return Buffer.concat([this.prefix, head, ciphertext, cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws `UnknownDataKey`, or `DecryptionError` if the bytes or the context were changed. */
  decrypt(encrypted: Encrypted, context: string): Uint8Array {
    const whole = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
    const idEnd = 1 + (whole[0] ?? 0);
    const bytes = whole.subarray(idEnd);
    if (bytes.length < HEAD_BYTES + TAG_BYTES) throw new DecryptionError('The encrypted data is truncated');
    const keyId = whole.toString('utf8', 1, idEnd);
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key === undefined)
      throw new UnknownDataKey(
        `The data was encrypted with key ${JSON.stringify(keyId.slice(0, 32))}, which is not in DATA_KEYS`,
      );
    if (bytes[0] !== VERSION) throw new DecryptionError('The encrypted data has an unknown format version');
    const nonce = bytes.subarray(1, SALT_START);
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', messageKey(key, bytes), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(end));
    const plaintext = decipher.update(bytes.subarray(HEAD_BYTES, end));
    try {
      decipher.final();
    } catch {
      // No `cause`, because OpenSSL's error has no details.
      throw new DecryptionError('The encrypted data was changed, or has a different context');
    }
    return plaintext;
  }

  /** Returns a 32-byte secret for each data key, in order, followed by the secrets of retired keys. */
  deriveAll(purpose: string): readonly [Uint8Array, ...Uint8Array[]] {
    const [first, ...others] = this.#keys;
    const derive = (key: DataKey) => new Uint8Array(hkdfSync('sha256', key.secret, '', purpose, 32));
    return [derive(first), ...others.map(derive), ...(this.#retainedSecrets.get(purpose) ?? [])];
  }

  retain(purpose: string, secret: Uint8Array): void {
    this.#retainedSecrets.set(purpose, [...(this.#retainedSecrets.get(purpose) ?? []), secret]);
  }
}

const messageKey = (key: DataKey, head: Buffer) =>
  createHmac('sha256', key.secret).update('salt:').update(head.subarray(SALT_START, HEAD_BYTES)).digest();

/** Problems name positions instead of IDs, because an ID could be a misplaced key. */
export function parseDataKeys(text: string, mustBeRandom = false): { keys: DataKey[]; problems: string[] } {
  const keys: DataKey[] = [];
  const problems: string[] = [];
  text.split(',').forEach((entry, index) => {
    const position = `key ${index + 1}`;
    const [id = '', encoded, ...rest] = entry.trim().split(':');
    if (encoded === undefined || rest.length > 0) {
      problems.push(`${position} does not have the form id:base64`);
      return;
    }
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
      problems.push(`the id of ${position} is not 1 to 32 letters, digits, - or _`);
    } else if (keys.some((key) => key.id === id)) {
      problems.push(`the id of ${position} is not unique`);
    }
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== 32 || bytes.toString('base64') !== encoded) {
      problems.push(`${position} is not the base64 of 32 bytes`);
    } else if (mustBeRandom && isGuessable(bytes)) {
      problems.push(`${position} is not random: generate one with openssl rand -base64 32`);
    } else {
      keys.push({ id, secret: createSecretKey(bytes) });
    }
    bytes.fill(0);
  });
  return { keys, problems };
}

/** Returns whether a key looks like a placeholder, counter, or password, as fewer than one in 10^12 random keys do. */
function isGuessable(bytes: Uint8Array): boolean {
  const steps = new Set(bytes.map((byte, i) => byte - (bytes[i - 1] ?? 0)));
  return new Set(bytes).size < 20 || steps.size < 10 || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}
