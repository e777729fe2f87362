import { randomBytes } from 'node:crypto';
import { DecryptionError, type Encrypted, type Encryptor } from '../crypto/encryptor.ts';
import type { Micros } from '../domain/clock.ts';

/** A file as a listing has it. */
export interface StoredFile {
  fileKey: string;
  changedAt: Micros;
}

/** A folder or a bucket, for encrypted files. Every call rejects with `FileStoreUnavailable` when it does not answer. */
interface FilePlace {
  /** Resolves when the new file would survive a power cut. */
  put(fileKey: string, file: Buffer): Promise<void>;
  /** Reads the file, or its first `most` bytes. Null when there is no such file. */
  read(fileKey: string, most?: number): Promise<{ body: Buffer; etag?: string } | null>;
  /** Replaces a file, unless it was deleted meanwhile. Resolves to whether it did. */
  replace(fileKey: string, file: Buffer, etag?: string): Promise<boolean>;
  /** Deletes the file, or the rest of an interrupted `put`, if there is one. */
  delete(fileKey: string): Promise<void>;
  /** Every file, in pieces; what is put or deleted meanwhile may be among them or not. */
  list(): AsyncIterable<readonly StoredFile[]>;
  /** What `name` said, or null where nobody has. */
  findName(): Promise<string | null>;
  /** Names the place where the files are, for all that use it. */
  name(name: string): Promise<void>;
}

/**
 * Stores uploaded and downloaded documents, encrypted. Every call rejects with `FileStoreUnavailable`, and with
 * `TypeError` for a malformed key.
 */
export interface FileStore extends Pick<FilePlace, 'delete' | 'list' | 'findName' | 'name'> {
  /** A new, unused key. */
  newKey(): string;
  /** Resolves when the new file would survive a power cut. */
  put(fileKey: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  get(fileKey: string): Promise<Uint8Array | null>;
  /** The id of the data key that the file is encrypted under; null when there is no such file. */
  keyIdOf(fileKey: string): Promise<string | null>;
  /** Encrypts the file again under the newest key, unless it is. Resolves to whether it did. */
  reencrypt(fileKey: string): Promise<boolean>;
}

export const isFileKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/** Keeps everything else out of paths and addresses. Throws `TypeError`. */
export function assertFileKey(fileKey: string): void {
  if (!isFileKey(fileKey)) throw new TypeError('Not a file key');
}

/** The most bytes that stand before the encrypted content: the length of the id, in one byte, and the id. */
const MAX_HEAD_BYTES = 256;

const contextOf = (fileKey: string) => `file:${fileKey}`;

/** A stored file: the length of the data key's id (1 byte), that id, and the encrypted content. */
export function encryptFile(encryptor: Encryptor, fileKey: string, bytes: Uint8Array): Buffer {
  const encrypted = encryptor.encrypt(bytes, contextOf(fileKey));
  const id = Buffer.from(encrypted.keyId);
  return Buffer.concat([Buffer.of(id.length), id, encrypted.bytes]);
}

/** `file` may be cut off behind its head, and then the content is too. Throws `DecryptionError`. */
function encryptedIn(file: Buffer): Encrypted {
  const idEnd = 1 + (file[0] ?? 0);
  if (file.length < idEnd) throw new DecryptionError('The encrypted file is cut short');
  return { keyId: file.toString('utf8', 1, idEnd), bytes: file.subarray(idEnd) };
}

/** Encrypts the files of a folder or a bucket. Reading also throws the errors of `Encryptor.decrypt`. */
export function withEncryption(place: FilePlace, encryptor: Encryptor): FileStore {
  return {
    ...place,
    // Hexadecimal, since some file systems ignore letter case.
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
