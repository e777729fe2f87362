import { webhookDelivery } from '../../generated/operations.ts';
import { seconds } from '../domain/clock.ts';
import type { LifecycleParts } from './parts.ts';

/** Deliveries per transaction, so that it blocks others only briefly. */
const BATCH = 500;

/** Deletes deliveries that are older than the log keeps them. Any number of instances may run it at once. */
export async function trimDeliveryLog({ store, clock }: Pick<LifecycleParts, 'store' | 'clock'>): Promise<void> {
  const before = clock.now() - seconds(webhookDelivery.log_seconds);
  while ((await store.trimDeliveryLog({ before, limit: BATCH })) > 0);
}
