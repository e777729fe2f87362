import { randomUUID } from 'node:crypto';
import type { ClaimedDelivery } from '../../../server/storage/database/webhooks/delivery-store.ts';
import type { DatedStore } from './dated-store.ts';
import { T0 } from './samples.ts';

export async function claimDue(
  store: Pick<DatedStore, 'findDueWebhooks' | 'claimDeliveries'>,
  { now = T0, lease = 1000, claim = randomUUID() as string, share = 1000 } = {},
): Promise<ClaimedDelivery[]> {
  const shares = (await store.findDueWebhooks(now)).map((webhook) => ({ ...webhook, share }));
  return shares.length === 0 ? [] : store.claimDeliveries({ now, shares, lease, claim });
}
