/** Where uploaded and downloaded documents are kept. Whoever implements it keeps them encrypted. */
export interface FileStore {
  /** A key that no file has. */
  newKey(): string;
  /** Resolves once the new file would survive a power cut. Rejects with `FileStoreUnavailable`. */
  put(fileKey: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. Rejects with `FileStoreUnavailable`; with `TypeError` for what is not a key. */
  get(fileKey: string): Promise<Uint8Array | null>;
  /** Also what is left of a `put` that was cut off. Nothing happens when there is no such file. Rejects as `get` does. */
  delete(fileKey: string): Promise<void>;
}
