import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';

/** The message is for the operator and contains no secrets. */
export class StartupError extends Error {
  override name = 'StartupError';
}

export function listenError(error: unknown, host: string, port: number, settings: { host: string; port: string }) {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return new StartupError(`Port ${port} on ${host} is in use. Stop the other program, or set ${settings.port}.`);
  const cause = `The server cannot listen on ${host}:${port}: ${reasonOf(error)}`;
  return new StartupError(`${cause}. Check ${settings.host} and ${settings.port}.`);
}

export function reasonOf(error: unknown): string {
  const isWrapped = error instanceof StoreUnavailable || error instanceof FileStoreUnavailable;
  if (isWrapped && error.cause !== undefined) return reasonOf(error.cause);
  if (!(error instanceof Error)) return String(error);
  // Falls back to the code, because Node's AggregateError for a host with several addresses has no message.
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
}
