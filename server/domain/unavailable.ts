/** The database cannot answer: it is down, full, locked for too long, or shutting down. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The file store cannot answer: the disk is full, read-only, gone, or access is denied. Nothing was acknowledged. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}
