import type { Services } from '../services.ts';
import { cancelExpired } from './cancel-expired.ts';
import { deleteForgottenDocuments } from './delete-forgotten-documents.ts';

/** What a sweep did: the submissions it canceled and erased, and those it deleted the documents of. */
export interface Swept {
  canceled: number;
  stripped: number;
}

/** Erases what must not be kept any longer. Any number of instances may do it at once. Rejects with `StoreUnavailable`. */
export async function sweep(services: Services): Promise<Swept> {
  return { canceled: await cancelExpired(services), stripped: await deleteForgottenDocuments(services) };
}
