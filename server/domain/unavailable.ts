/** Thrown when the database is down, full, locked for too long, or shutting down. No write was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** Thrown when the file store does not respond: the disk is full, read-only, or missing, or access is denied. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}
