import { logSweep } from '../sweep-log.ts';
import type { LifecycleParts } from './parts.ts';

/** Number of requests per transaction. A small number blocks other writes only briefly. */
const BATCH = 100;

/**
 * Cancels all expired verification requests if the guard permits it, and wakes the dispatcher. Several instances can
 * run it at the same time. Resolves to the number of canceled requests.
 */
export async function expireVerifications(
  parts: Pick<LifecycleParts, 'store' | 'erasures' | 'log' | 'telemetry' | 'verificationWindow' | 'dispatcher'>,
  options: { yes?: boolean } = {},
): Promise<number> {
  const { store, erasures, verificationWindow: window, dispatcher } = parts;
  const allowed = await erasures.timeFor(['verifications'], options);
  if ('refusal' in allowed) return 0;
  const { at: now } = allowed;
  for (let total = 0; ; ) {
    const expired = await store.expireVerifications({ now, window, limit: BATCH });
    if (expired > 0) dispatcher.wake();
    total += expired;
    if (expired === BATCH) continue;
    // This sweep runs every few seconds, so it logs nothing if no request has expired.
    logSweep(parts, { verification_requests: total }, { quietly: true });
    return total;
  }
}
