/** The database could not answer: it is down, full, locked for too long, or shutting down. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The files cannot be had now: the disk is full, read-only, gone, or not ours. Nothing was acknowledged. */
export class FileStoreUnavailable extends Error {
  override name = 'FileStoreUnavailable';
}
