import { tellSweep } from '../sweep-log.ts';
import { cancelExpired } from './cancel-expired.ts';
import { deleteForgottenDocuments } from './delete-forgotten-documents.ts';
import type { LifecycleParts } from './parts.ts';

/** The numbers of submissions that a sweep canceled and erased, and of those whose documents it deleted. */
export interface SweepResult {
  canceled: number;
  stripped: number;
  /** Why it did nothing. */
  refusal?: string;
}

/**
 * Erases what may no longer be kept, by the database's clock, and where the guard lets it; `yes` as there. Any number
 * of instances may run it at once. Rejects with `StoreUnavailable`.
 */
export async function sweep(
  parts: Omit<LifecycleParts, 'verificationWindow' | 'dispatcher'>,
  options: { yes?: boolean } = {},
): Promise<SweepResult> {
  const { erasures, security } = parts;
  const allowed = await erasures.timeFor(['submissions', 'documents'], options);
  if ('refusal' in allowed) return { canceled: 0, stripped: 0, ...allowed };
  const { at } = allowed;
  await erasures.note(at);
  const timed = { ...parts, clock: { now: () => at } };
  const canceled = await cancelExpired(timed);
  const stripped = await deleteForgottenDocuments(timed);
  tellSweep(parts, { submissions: canceled, documents_of: stripped });
  if (canceled + stripped > 0)
    security({ event: 'erased', actor: 'service', submissions: canceled, documents_of: stripped });
  return { canceled, stripped };
}
