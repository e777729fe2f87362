import { randomUUID } from 'node:crypto';
import type { LifecycleParts } from './parts.ts';

/** As many as one transaction cancels, so that it holds up nobody for long. */
const BATCH = 100;

/** Cancels every request whose window has passed, and has the events delivered. Any number of instances may do it at once. */
export async function expireVerifications({
  store,
  clock,
  verificationWindow: window,
  dispatcher,
}: Pick<LifecycleParts, 'store' | 'clock' | 'verificationWindow' | 'dispatcher'>): Promise<void> {
  for (;;) {
    const expired = await store.expireVerifications({
      now: clock.now(),
      window,
      newId: randomUUID,
      limit: BATCH,
    });
    if (expired > 0) dispatcher.wake();
    if (expired < BATCH) return;
  }
}
