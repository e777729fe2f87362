import type { DueWebhook } from '../engine/dialect.ts';
import type { DeliveryStore } from './delivery-store.ts';

type Limits = Pick<Parameters<DeliveryStore['claimDeliveries']>[0], 'perWebhook' | 'places' | 'busy' | 'limit'>;

/**
 * How many deliveries of each webhook to claim: `limit` in all, and of each no more than its places less what is
 * under way. Each one goes to the webhook that has the least under way, and among equals to the next in the order of
 * `waiting`: however much one has waiting, it gets no more than another. The last key is the webhook that got the
 * last one.
 */
export function shareOut(
  waiting: readonly DueWebhook[],
  { perWebhook, places, busy, limit }: Limits,
): Map<string, number> {
  const shares = new Map<string, number>();
  let left = limit;
  let open = [...waiting];
  for (let underWay = 0; open.length > 0; underWay++) {
    open = open.filter(({ webhookId, due }) => {
      const most = places?.get(webhookId) ?? perWebhook;
      return underWay < most && (shares.get(webhookId) ?? 0) < due;
    });
    for (const { webhookId } of open) {
      if (left === 0) return shares;
      const share = shares.get(webhookId) ?? 0;
      if ((busy.get(webhookId) ?? 0) + share > underWay) continue;
      shares.delete(webhookId);
      shares.set(webhookId, share + 1);
      left--;
    }
  }
  return shares;
}

/** The webhooks after `last` in the order of their ids, then the others: so each of them comes first at some time. */
export function rotate(waiting: readonly DueWebhook[], last: string): DueWebhook[] {
  const ordered = waiting.toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
  const start = ordered.findIndex(({ webhookId }) => webhookId > last);
  return start === -1 ? ordered : [...ordered.slice(start), ...ordered.slice(0, start)];
}
