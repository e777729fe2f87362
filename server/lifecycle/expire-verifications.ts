import { orderedUuid } from '../domain/clock.ts';
import { logSweep } from '../sweep-log.ts';
import type { LifecycleParts } from './parts.ts';

/** Requests per transaction, so that it blocks others only briefly. */
const BATCH = 100;

/**
 * Cancels every expired request, where the guard lets it, and wakes the dispatcher. Any number of instances may run it
 * at once. Resolves to how many.
 */
export async function expireVerifications(
  parts: Pick<LifecycleParts, 'store' | 'erasures' | 'log' | 'telemetry' | 'verificationWindow' | 'dispatcher'>,
  options: { yes?: boolean } = {},
): Promise<number> {
  const { store, erasures, verificationWindow: window, dispatcher } = parts;
  const allowed = await erasures.timeFor(['verifications'], options);
  if ('refusal' in allowed) return 0;
  const { at: now } = allowed;
  const newId = () => orderedUuid(now);
  for (let total = 0; ; ) {
    const expired = await store.expireVerifications({ now, window, newId, limit: BATCH });
    if (expired > 0) dispatcher.wake();
    total += expired;
    if (expired === BATCH) continue;
    // Asked every few seconds: a line for nothing would fill the log.
    logSweep(parts, { verification_requests: total }, { quietly: true });
    return total;
  }
}
