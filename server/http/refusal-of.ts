import { Refusal } from '../contract/problem.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';

/** Seconds to wait when the database or the file store is unavailable. */
const RETRY_AFTER_UNAVAILABLE = '5';

/** The refusal that the caller gets for an exception. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    const detail = 'The service is not available at the moment. Ask again after the time that Retry-After gives.';
    return new Refusal({ code: 'unavailable', detail }, { 'Retry-After': RETRY_AFTER_UNAVAILABLE });
  }
  const detail = 'The service failed. The request may be sent again; quote the request_id when you ask for help.';
  return new Refusal({ code: 'internal_error', detail });
}
