import { cancelExpired } from './cancel-expired.ts';
import { deleteForgottenDocuments } from './delete-forgotten-documents.ts';
import type { LifecycleParts } from './parts.ts';

/** What a sweep did: the submissions it canceled and erased, and those it deleted the documents of. */
export interface Swept {
  canceled: number;
  stripped: number;
}

/** Erases what must not be kept any longer. Any number of instances may do it at once. Rejects with `StoreUnavailable`. */
export async function sweep(
  parts: Omit<LifecycleParts, 'verificationWindow' | 'dispatcher'>,
): Promise<Swept> {
  return { canceled: await cancelExpired(parts), stripped: await deleteForgottenDocuments(parts) };
}
