/** A webhook that has deliveries due, and how many: exact up to what a claim could take of it. */
export interface DueWebhook {
  webhookId: string;
  due: number;
}

/**
 * How many deliveries of each webhook to claim: `limit` in all, and of each no more than `perWebhook` less what is under way.
 * Each one goes to the webhook that has the least under way, and among equals to the next in the order of `waiting`: however
 * much one has waiting, it gets no more than another. The last key is the webhook that got the last one.
 */
export function shareOut(
  waiting: readonly DueWebhook[],
  { perWebhook, busy, limit }: { perWebhook: number; busy: ReadonlyMap<string, number>; limit: number },
): Map<string, number> {
  const shares = new Map<string, number>();
  let left = limit;
  for (let underWay = 0; underWay < perWebhook; underWay++) {
    for (const { webhookId, due } of waiting) {
      if (left === 0) return shares;
      const share = shares.get(webhookId) ?? 0;
      if (share >= due || (busy.get(webhookId) ?? 0) + share > underWay) continue;
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
