import { webhookDelivery } from '../../generated/operations.ts';
import { seconds } from '../domain/clock.ts';
import { RESULTS_KEPT } from '../domain/verification.ts';
import { logSweep } from '../sweep-log.ts';
import type { LifecycleParts } from './parts.ts';

/** Number of rows per transaction. A small number blocks other writes only briefly. */
const BATCH = 100;

/**
 * Deletes verification requests that ended `RESULTS_KEPT` ago. Then deletes users who have no data and have not signed
 * in for as long. Uses the database clock and consults the guard. Several instances can run it at the same time.
 * Resolves to the numbers of deleted requests and users. Rejects with `StoreUnavailable`; the next run deletes the
 * rest.
 */
export async function forget(
  parts: Pick<LifecycleParts, 'store' | 'erasures' | 'log' | 'telemetry'>,
  options: { yes?: boolean } = {},
): Promise<{ results: number; people: number }> {
  const { store, erasures } = parts;
  const allowed = await erasures.timeFor(['results'], options);
  if ('refusal' in allowed) return { results: 0, people: 0 };
  const before = allowed.at - RESULTS_KEPT;
  let results = 0;
  for (let deleted = BATCH; deleted === BATCH; results += deleted)
    deleted = await store.forgetVerifications({ before, limit: BATCH });
  let people = 0;
  for (let after: string | null = ''; after !== null; ) {
    const { forgotten, last }: Awaited<ReturnType<typeof store.forgetUsers>> = await store.forgetUsers({
      before,
      limit: BATCH,
      after,
    });
    people += forgotten;
    after = last;
  }
  logSweep(parts, { results, people });
  return { results, people };
}

/** Number of deliveries per transaction. A small number blocks other writes only briefly. */
const DELIVERIES = 500;

/** Deletes deliveries that are older than the retention time of the log. Several instances can run it. */
export async function trimDeliveryLog(
  parts: Pick<LifecycleParts, 'store' | 'erasures' | 'log' | 'telemetry'>,
): Promise<void> {
  const { store, erasures } = parts;
  const allowed = await erasures.timeFor([]);
  if ('refusal' in allowed) return;
  const before = allowed.at - seconds(webhookDelivery.log_seconds);
  let deliveries = 0;
  for (let trimmed = DELIVERIES; trimmed > 0; deliveries += trimmed)
    trimmed = await store.trimDeliveryLog({ before, limit: DELIVERIES });
  logSweep(parts, { deliveries });
}
