import { FileStoreUnavailable, StoreUnavailable } from './domain/unavailable.ts';

/** Reason why the service does not start, for the operator. The message contains no secret. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Returns a short reason from an error of another component. */
export function reasonOf(error: unknown): string {
  const isWrapped = error instanceof StoreUnavailable || error instanceof FileStoreUnavailable;
  if (isWrapped && error.cause !== undefined) return reasonOf(error.cause);
  if (!(error instanceof Error)) return String(error);
  // A failed connection to a host with several addresses throws an AggregateError, which has no message.
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
