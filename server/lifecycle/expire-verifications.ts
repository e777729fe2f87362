import { orderedUuid } from '../domain/ordered-uuid.ts';
import type { LifecycleParts } from './parts.ts';

/** Requests per transaction, so that it blocks others only briefly. */
const BATCH = 100;

/** Cancels every expired request and wakes the dispatcher. Any number of instances may run it at once. */
export async function expireVerifications({
  store,
  clock,
  verificationWindow: window,
  dispatcher,
}: Pick<LifecycleParts, 'store' | 'clock' | 'verificationWindow' | 'dispatcher'>): Promise<void> {
  for (;;) {
    const now = clock.now();
    const newId = () => orderedUuid(now);
    const expired = await store.expireVerifications({ now, window, newId, limit: BATCH });
    if (expired > 0) dispatcher.wake();
    if (expired < BATCH) return;
  }
}
