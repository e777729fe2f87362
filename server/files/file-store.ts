/** Stores uploaded and downloaded documents. Every implementation encrypts them. */
export interface FileStore {
  /** A new, unused key. */
  newKey(): string;
  /** Resolves when the new file would survive a power cut. Rejects with `FileStoreUnavailable`. */
  put(fileKey: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. Rejects with `FileStoreUnavailable`, or with `TypeError` for a malformed key. */
  get(fileKey: string): Promise<Uint8Array | null>;
  /** Deletes the file, or the rest of an interrupted `put`, if there is one. Rejects as `get` does. */
  delete(fileKey: string): Promise<void>;
}
