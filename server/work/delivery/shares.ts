import type { ClaimedDelivery, ClaimShare, DueWebhook } from '../../storage/database/webhooks/delivery-store.ts';

export interface DeliveryLimits {
  perWebhook: number;
  /** Maximum number of attempts in flight to one host, across all webhooks and ports. */
  perHost: number;
  /** Maximum number of attempts in flight to all webhooks. Each webhook can always have one attempt in flight. */
  total: number;
  perClaim: number;
}

type Leased = Pick<ClaimedDelivery, 'webhookId' | 'url'>;

/** Divides the limits equally among webhooks. Only deliveries in flight count toward the limit of a host. */
export function shareOut(
  due: readonly DueWebhook[],
  { inFlight, postponed }: { inFlight: readonly Leased[]; postponed: readonly Leased[] },
  { perWebhook, perHost, total, perClaim }: DeliveryLimits,
): ClaimShare[] {
  const leased = [...inFlight, ...postponed];
  const webhooks = new Set([...leased, ...due].map(({ webhookId }) => webhookId));
  const webhooksOfHost = countEach(due.map(({ url }) => hostOf(url)));
  const toWebhook = countEach(leased.map(({ webhookId }) => webhookId));
  const toHost = countEach(inFlight.map(({ url }) => hostOf(url)));
  const shares: ClaimShare[] = [];
  let left = perClaim;
  for (const { clientId, webhookId, url } of due) {
    const host = hostOf(url);
    const most = Math.ceil(Math.min(perWebhook, total / webhooks.size, perHost / (webhooksOfHost.get(host) ?? 1)));
    const free = most - (toWebhook.get(webhookId) ?? 0);
    const freeOfHost = perHost - (toHost.get(host) ?? 0);
    const share = Math.min(free, freeOfHost, Math.ceil(perClaim / due.length), left);
    if (share <= 0) continue;
    toHost.set(host, (toHost.get(host) ?? 0) + share);
    left -= share;
    shares.push({ clientId, webhookId, share });
  }
  return shares;
}

/** Moves the webhooks that follow `last` to the front, so that each webhook gets a share in turn. */
export function startAfter(last: string, webhooks: readonly DueWebhook[]): DueWebhook[] {
  const isLater = ({ webhookId }: DueWebhook) => webhookId > last;
  return [...webhooks.filter(isLater), ...webhooks.filter((webhook) => !isLater(webhook))];
}

/** Removes a trailing dot, because `example.com.` and `example.com` are the same host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');

function countEach(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
