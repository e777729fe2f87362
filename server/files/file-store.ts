import { randomBytes } from 'node:crypto';
import { DecryptionError, type Encrypted, type Encryptor } from '../crypto/encryptor.ts';
import type { Micros } from '../domain/clock.ts';

/** A file in a listing. */
export interface StoredFile {
  fileKey: string;
  changedAt: Micros;
}

/** A folder or a bucket for encrypted files. Every call can reject with `FileStoreUnavailable`. */
interface FilePlace {
  /** Writes a new file. Resolves when the file would survive a power cut. */
  put(fileKey: string, file: Buffer): Promise<void>;
  /** Reads the file, or its first `most` bytes. Resolves to null when the file does not exist. */
  read(fileKey: string, most?: number): Promise<{ body: Buffer; etag?: string } | null>;
  /** Replaces a file, unless it was deleted. Resolves to whether it was replaced. */
  replace(fileKey: string, file: Buffer, etag?: string): Promise<boolean>;
  /** Deletes the file, or the rest of an interrupted `put`, if it exists. */
  delete(fileKey: string): Promise<void>;
  /** Lists all files in chunks. Files that are written or deleted meanwhile may be missing. */
  list(): AsyncIterable<readonly StoredFile[]>;
  /** Resolves to the name that `name` stored; null before. */
  findName(): Promise<string | null>;
  /** Stores the name of the folder or bucket for all its users. */
  name(name: string): Promise<void>;
}

/**
 * Stores uploaded and downloaded documents, encrypted. Every call rejects with `FileStoreUnavailable`, and with
 * `TypeError` for a malformed key.
 */
export interface FileStore extends Pick<FilePlace, 'delete' | 'list' | 'findName' | 'name'> {
  /** Returns a new, unused key. */
  newKey(): string;
  /** Writes a new file. Resolves when the file would survive a power cut. */
  put(fileKey: string, bytes: Uint8Array): Promise<void>;
  /** Reads the file; null when it does not exist. */
  get(fileKey: string): Promise<Uint8Array | null>;
  /** Resolves to the ID of the data key that encrypts the file; null when the file does not exist. */
  keyIdOf(fileKey: string): Promise<string | null>;
  /** Re-encrypts the file unless it is encrypted under the newest key. Resolves to whether it was re-encrypted. */
  reencrypt(fileKey: string): Promise<boolean>;
}

export const isFileKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/** Throws `TypeError` for a text that is not a file key, so that it gets into no path or URL. */
export function assertFileKey(fileKey: string): void {
  if (!isFileKey(fileKey)) throw new TypeError('The file key is malformed');
}

/** Maximum number of bytes before the encrypted content: one byte for the length of the ID, and the ID. */
const MAX_HEAD_BYTES = 256;

const contextOf = (fileKey: string) => `file:${fileKey}`;

/** Returns the stored form of a file: the length of the data key's ID (1 byte), the ID, and the encrypted content. */
export function encryptFile(encryptor: Encryptor, fileKey: string, bytes: Uint8Array): Buffer {
  const encrypted = encryptor.encrypt(bytes, contextOf(fileKey));
  const id = Buffer.from(encrypted.keyId);
  return Buffer.concat([Buffer.of(id.length), id, encrypted.bytes]);
}

/** Splits a stored file, whose content can be truncated. Throws `DecryptionError` when the ID is truncated. */
function encryptedIn(file: Buffer): Encrypted {
  const idEnd = 1 + (file[0] ?? 0);
  if (file.length < idEnd) throw new DecryptionError('The encrypted file is truncated');
  return { keyId: file.toString('utf8', 1, idEnd), bytes: file.subarray(idEnd) };
}

/** Adds encryption to a folder or a bucket. Reading also throws the errors of `Encryptor.decrypt`. */
export function withEncryption(place: FilePlace, encryptor: Encryptor): FileStore {
  return {
    ...place,
    // Hexadecimal, because some file systems ignore case.
    newKey: () => randomBytes(16).toString('hex'),
    put: async (fileKey, bytes) => place.put(fileKey, encryptFile(encryptor, fileKey, bytes)),
    async get(fileKey) {
      const file = await place.read(fileKey);
      return file && encryptor.decrypt(encryptedIn(file.body), contextOf(fileKey));
    },
    async keyIdOf(fileKey) {
      const head = await place.read(fileKey, MAX_HEAD_BYTES);
      return head && encryptedIn(head.body).keyId;
    },
    async reencrypt(fileKey) {
      const file = await place.read(fileKey);
      const encrypted = file && encryptedIn(file.body);
      if (file === null || encrypted === null || encrypted.keyId === encryptor.keyIds[0]) return false;
      const bytes = encryptor.decrypt(encrypted, contextOf(fileKey));
      return place.replace(fileKey, encryptFile(encryptor, fileKey, bytes), file.etag);
    },
  };
}
