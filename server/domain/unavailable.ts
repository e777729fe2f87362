/** Thrown when the database is down, full, locked for too long, or shutting down. No write was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}
