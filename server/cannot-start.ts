import { FileStoreUnavailable, StoreUnavailable } from './domain/unavailable.ts';

/** Why the service does not start, in words for the operator, who can fix it. Contains no secret. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** The reason in an error of another component, in a few words. */
export function reasonOf(error: unknown): string {
  const isWrapped = error instanceof StoreUnavailable || error instanceof FileStoreUnavailable;
  if (isWrapped && error.cause !== undefined) return reasonOf(error.cause);
  if (!(error instanceof Error)) return String(error);
  // Connecting to a host with several addresses fails with an AggregateError, which has no message.
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
