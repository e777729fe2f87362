import { webhookDelivery } from '../../generated/operations.ts';
import { seconds } from '../domain/clock.ts';
import { tellSweep } from '../sweep-log.ts';
import type { LifecycleParts } from './parts.ts';

/** Deliveries per transaction, so that it blocks others only briefly. */
const BATCH = 500;

/** Deletes deliveries that are older than the log keeps them. Any number of instances may run it at once. */
export async function trimDeliveryLog(
  parts: Pick<LifecycleParts, 'store' | 'erasures' | 'log' | 'telemetry'>,
): Promise<void> {
  const { store, erasures } = parts;
  const allowed = await erasures.timeFor([]);
  if ('refusal' in allowed) return;
  const before = allowed.at - seconds(webhookDelivery.log_seconds);
  let deliveries = 0;
  for (let trimmed = BATCH; trimmed > 0; deliveries += trimmed)
    trimmed = await store.trimDeliveryLog({ before, limit: BATCH });
  tellSweep(parts, { deliveries });
}
