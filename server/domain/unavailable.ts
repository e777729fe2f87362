/** Thrown when the database is down, full, locked for too long, or shutting down. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}
