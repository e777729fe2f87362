import { randomBytes } from 'node:crypto';
import type { Micros } from '../../domain/clock.ts';
import { fileContent, type RequestKey } from '../encryption/encrypted-json.ts';
import { DecryptionError, type Encrypted, type Encryptor } from '../encryption/encryptor.ts';

export interface StoredFile {
  fileKey: string;
  changedAt: Micros;
}

/** Storage for encrypted files: a folder or a bucket. Every method can reject with `FileStoreUnavailable`. */
export interface FileStorage {
  /** Writes a new file. Resolves when the file is durable, so that it survives a power failure. */
  put(fileKey: string, file: Buffer): Promise<void>;
  read(fileKey: string): Promise<{ body: Buffer; etag?: string } | null>;
  /** Replaces a file, unless it was deleted. Resolves to whether the file was replaced. */
  replace(fileKey: string, file: Buffer, etag?: string): Promise<boolean>;
  /** Deletes the file and any temporary files of an interrupted write, if they exist. */
  delete(fileKey: string): Promise<void>;
  /** Lists all files in chunks. Files that are written or deleted during the listing may be missing. */
  list(): AsyncIterable<readonly StoredFile[]>;
  findName(): Promise<string | null>;
  /** Stores the name of the folder or bucket, which all instances see. */
  name(name: string): Promise<void>;
}

/** Stores files, encrypted. Methods reject with `FileStoreUnavailable`, or with a `TypeError` for a malformed key. */
export type FileStore = ReturnType<typeof withEncryption>;

export const isFileKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/** Throws a `TypeError` if the string is not a file key, so that it is not used in a path or URL. */
export function assertFileKey(fileKey: string): void {
  if (!isFileKey(fileKey)) throw new TypeError('The file key is malformed');
}

/** Returns the file as it is stored: the length of the data key's ID (1 byte), the ID, and the encrypted content. */
export function encryptFile(encryptor: Encryptor, fileKey: string, submission: RequestKey, bytes: Uint8Array): Buffer {
  const encrypted = encryptor.encrypt(bytes, fileContent(fileKey, submission));
  const id = Buffer.from(encrypted.keyId);
  return Buffer.concat([Buffer.of(id.length), id, encrypted.bytes]);
}

/** Splits a stored file. Throws `DecryptionError` if the ID is truncated. */
function encryptedIn(file: Buffer): Encrypted {
  const idEnd = 1 + (file[0] ?? 0);
  if (file.length < idEnd) throw new DecryptionError('The encrypted file is truncated');
  return { keyId: file.toString('utf8', 1, idEnd), bytes: file.subarray(idEnd) };
}

/** Wraps a storage to encrypt its files. Reading also rejects with the errors of `Encryptor.decrypt`. */
export function withEncryption(storage: FileStorage, encryptor: Encryptor) {
  return {
    /** Returns a new random key. It is hexadecimal, because some file systems are case-insensitive. */
    newKey: (): string => randomBytes(16).toString('hex'),
    put: async (fileKey: string, submission: RequestKey, bytes: Uint8Array) =>
      storage.put(fileKey, encryptFile(encryptor, fileKey, submission, bytes)),
    async get(fileKey: string, submission: RequestKey): Promise<Uint8Array | null> {
      const file = await storage.read(fileKey);
      return file && encryptor.decrypt(encryptedIn(file.body), fileContent(fileKey, submission));
    },
    /** Re-encrypts the file unless it is encrypted with the first data key. Resolves to whether it was re-encrypted. */
    async reencrypt(fileKey: string, submission: RequestKey): Promise<boolean> {
      const file = await storage.read(fileKey);
      const encrypted = file && encryptedIn(file.body);
      if (file === null || encrypted === null || encrypted.keyId === encryptor.keyIds[0]) return false;
      const bytes = encryptor.decrypt(encrypted, fileContent(fileKey, submission));
      return storage.replace(fileKey, encryptFile(encryptor, fileKey, submission, bytes), file.etag);
    },
    delete: (fileKey: string) => storage.delete(fileKey),
    list: () => storage.list(),
    findName: () => storage.findName(),
    name: (name: string) => storage.name(name),
  };
}
