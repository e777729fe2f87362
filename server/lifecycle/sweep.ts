import { cancelExpired } from './cancel-expired.ts';
import { deleteForgottenDocuments } from './delete-forgotten-documents.ts';
import type { LifecycleParts } from './parts.ts';

/** The numbers of submissions that a sweep canceled and erased, and of those whose documents it deleted. */
export interface SweepResult {
  canceled: number;
  stripped: number;
}

/** Erases what may no longer be kept. Any number of instances may run it at once. Rejects with `StoreUnavailable`. */
export async function sweep(parts: Omit<LifecycleParts, 'verificationWindow' | 'dispatcher'>): Promise<SweepResult> {
  const canceled = await cancelExpired(parts);
  const stripped = await deleteForgottenDocuments(parts);
  if (canceled + stripped > 0)
    parts.security({ event: 'erased', actor: 'service', submissions: canceled, documents_of: stripped });
  return { canceled, stripped };
}
