import { webhookDelivery } from '../../generated/operations.ts';
import { seconds } from '../domain/clock.ts';
import type { LifecycleParts } from './parts.ts';

/** As many as one transaction deletes, so that it holds up nobody for long. */
const BATCH = 500;

/** Deletes what has stood in the delivery logs for its time. Any number of instances may do it at once. */
export async function trimDeliveryLog({
  store,
  clock,
}: Pick<LifecycleParts, 'store' | 'clock'>): Promise<void> {
  const before = clock.now() - seconds(webhookDelivery.log_seconds);
  while ((await store.trimDeliveryLog({ before, limit: BATCH })) > 0);
}
