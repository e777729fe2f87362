import type { Micros } from '../domain/clock.ts';

/** A file as a listing has it. */
export interface StoredFile {
  fileKey: string;
  changedAt: Micros;
}

/** Stores uploaded and downloaded documents. Every implementation encrypts them. */
export interface FileStore {
  /** A new, unused key. */
  newKey(): string;
  /** Resolves when the new file would survive a power cut. Rejects with `FileStoreUnavailable`. */
  put(fileKey: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. Rejects with `FileStoreUnavailable`, or with `TypeError` for a malformed key. */
  get(fileKey: string): Promise<Uint8Array | null>;
  /** The id of the data key that the file is sealed under; null when there is no such file. Rejects as `get` does. */
  keyIdOf(fileKey: string): Promise<string | null>;
  /** Seals the file again under the newest key, unless it is. Resolves to whether it did. Rejects as `get` does. */
  reseal(fileKey: string): Promise<boolean>;
  /** Deletes the file, or the rest of an interrupted `put`, if there is one. Rejects as `get` does. */
  delete(fileKey: string): Promise<void>;
  /**
   * Every file, in pieces; what is put or deleted meanwhile may be among them or not. Rejects with
   * `FileStoreUnavailable`.
   */
  list(): AsyncIterable<readonly StoredFile[]>;
  /** What `name` said, or null where nobody has. Rejects with `FileStoreUnavailable`. */
  findName(): Promise<string | null>;
  /** Names the place where the files are, for all that use it. Rejects with `FileStoreUnavailable`. */
  name(name: string): Promise<void>;
}
