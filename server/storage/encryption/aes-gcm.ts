import { createCipheriv, createDecipheriv } from 'node:crypto';

export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

interface GcmOptions {
  /** Key of 32 bytes. */
  key: Uint8Array;
  /** Nonce of `NONCE_BYTES`, which must never repeat with the same key. */
  nonce: Uint8Array;
  /** Text that is authenticated, but not encrypted. */
  context?: string;
}

/** Encrypts with AES-256-GCM. Returns the parts of the ciphertext, and the tag as the last part. */
export function encryptGcm(plaintext: string | Uint8Array, { key, nonce, context = '' }: GcmOptions): Buffer[] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const ciphertext = typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext);
  return [ciphertext, cipher.final(), cipher.getAuthTag()];
}

/** Decrypts a ciphertext and its tag. Returns null if the bytes, the key, the nonce, or the context differ. */
export function decryptGcm(bytes: Buffer, { key, nonce, context = '' }: GcmOptions): Buffer | null {
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(end));
  const plaintext = decipher.update(bytes.subarray(0, end));
  try {
    decipher.final();
  } catch {
    // The plaintext must not be used. OpenSSL's error has no details.
    return null;
  }
  return plaintext;
}
