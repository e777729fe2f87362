import { randomBytes } from 'node:crypto';
import type { Micros } from '../../domain/clock.ts';
import { fileContent, type RequestKey } from '../encryption/encrypted-json.ts';
import type { Encryptor } from '../encryption/encryptor.ts';

export interface StoredFile {
  fileKey: string;
  changedAt: Micros;
}

/** Storage for encrypted files: a folder or a bucket. Every method can reject with `FileStoreUnavailable`. */
export interface FileStorage {
  /** Writes or replaces a file. Resolves when the file is durable, so that it survives a power failure. */
  put(name: string, file: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Deletes the file and the temporary file of an interrupted write, if they exist. */
  delete(name: string): Promise<void>;
  /** Lists all files in chunks. Files that are written or deleted during the listing may be missing. */
  list(): AsyncIterable<readonly StoredFile[]>;
}

/** Stores encrypted files. Methods reject with `FileStoreUnavailable`, or with a `TypeError` for a malformed key. */
export type FileStore = ReturnType<typeof withEncryption>;

const NAME_FILE = 'files-name';

export const isFileKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/** Returns the file key. Throws a `TypeError` if it is malformed, so that it is not used in a path or URL. */
function checked(fileKey: string): string {
  if (!isFileKey(fileKey)) throw new TypeError('The file key is malformed');
  return fileKey;
}

export function withEncryption(storage: FileStorage, encryptor: Encryptor) {
  return {
    /** Returns a new random key. It is hexadecimal, because some file systems are case-insensitive. */
    newKey: (): string => randomBytes(16).toString('hex'),
    put: async (fileKey: string, submission: RequestKey, bytes: Uint8Array) =>
      storage.put(checked(fileKey), encryptor.encrypt(bytes, fileContent(fileKey, submission))),
    async get(fileKey: string, submission: RequestKey): Promise<Uint8Array | null> {
      const file = await storage.read(checked(fileKey));
      return file && encryptor.decrypt(file, fileContent(fileKey, submission));
    },
    /** Re-encrypts the file unless it is encrypted with the first data key. Resolves to whether it was re-encrypted. */
    async reencrypt(fileKey: string, submission: RequestKey): Promise<boolean> {
      const file = await storage.read(checked(fileKey));
      const { prefix } = encryptor;
      if (file === null || file.subarray(0, prefix.length).equals(prefix)) return false;
      const context = fileContent(fileKey, submission);
      await storage.put(fileKey, encryptor.encrypt(encryptor.decrypt(file, context), context));
      return true;
    },
    delete: async (fileKey: string) => storage.delete(checked(fileKey)),
    list: () => storage.list(),
    /** Resolves to the name that `name` stored in the folder or bucket; null if there is none. */
    findName: async () => (await storage.read(NAME_FILE))?.toString() ?? null,
    name: (name: string) => storage.put(NAME_FILE, Buffer.from(name)),
  };
}
