import { randomBytes } from 'node:crypto';
import type { Micros } from '../../domain/clock.ts';
import { fileContent, type RequestKey } from '../encryption/encrypted-json.ts';
import type { Encryptor } from '../encryption/encryptor.ts';

export interface StoredFile {
  fileKey: string;
  changedAt: Micros;
}

/** Every method can reject with `FileStoreUnavailable`. */
export interface FileStorage {
  /** Resolves when the file would survive a power failure. */
  put(name: string, file: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Also deletes the temporary file of an interrupted write. */
  delete(name: string): Promise<void>;
  /** The list can lack files that are written during the listing. */
  list(): AsyncIterable<readonly StoredFile[]>;
}

/** Methods reject with `FileStoreUnavailable`, or with a `TypeError` for a malformed key. */
export type FileStore = ReturnType<typeof withEncryption>;

const NAME_FILE = 'files-name';

export const isFileKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/** Throws a `TypeError` for a malformed key, which could otherwise become part of a path or URL. */
function checked(fileKey: string): string {
  if (!isFileKey(fileKey)) throw new TypeError('The file key is malformed');
  return fileKey;
}

export function withEncryption(storage: FileStorage, encryptor: Encryptor) {
  return {
    /** Returns a hexadecimal key, because base64 keys could collide in a case-insensitive file system. */
    newKey: (): string => randomBytes(16).toString('hex'),
    put: async (fileKey: string, submission: RequestKey, bytes: Uint8Array) =>
      storage.put(checked(fileKey), encryptor.encrypt(bytes, fileContent(fileKey, submission))),
    async get(fileKey: string, submission: RequestKey): Promise<Uint8Array | null> {
      const file = await storage.read(checked(fileKey));
      return file && encryptor.decrypt(file, fileContent(fileKey, submission));
    },
    /** Resolves to false if the file is missing, or if the first data key already encrypts it. */
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
    findName: async () => (await storage.read(NAME_FILE))?.toString() ?? null,
    name: (name: string) => storage.put(NAME_FILE, Buffer.from(name)),
  };
}
