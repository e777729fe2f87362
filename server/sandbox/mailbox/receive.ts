import { randomUUID } from 'node:crypto';
import { type ArrivedDelivery, checkDelivery, type DeliveryCheck } from './check-delivery.ts';
import type { MailboxEntry } from './mailbox.ts';
import { type WebhookAt, type WebhookLookup, webhooksAt } from './webhooks-at.ts';

/** How many characters of a secret are shown. */
const SHOWN_CHARACTERS = 6;

/** The entry for a delivery, checked now with the current secrets, as a receiver does. */
export async function receive(
  services: WebhookLookup,
  arrived: { name: string; request: Request; body: Uint8Array; answered: number },
): Promise<MailboxEntry> {
  const { request, body, ...known } = arrived;
  const arrivedAt = services.clock.now();
  const webhooks = await webhooksAt(services, new URL(request.url));
  const delivery = { body, headers: request.headers, now: arrivedAt / 1000 };
  const { webhook, check } = await checkWithEach(delivery, webhooks);
  return {
    ...known,
    id: randomUUID(),
    arrivedAt,
    url: request.url,
    headers: [...request.headers],
    body,
    webhook: webhook && {
      id: webhook.id,
      clientId: webhook.clientId,
      secretsBegin: webhook.secrets.map((secret) => secret.slice(0, SHOWN_CHARACTERS)),
    },
    check,
  };
}

/** The check with the webhook whose secret fits; if none does, with the one created last. */
async function checkWithEach(
  delivery: Omit<ArrivedDelivery, 'secrets'>,
  webhooks: readonly WebhookAt[],
): Promise<{ webhook: WebhookAt | null; check: DeliveryCheck }> {
  const checks = await Promise.all(
    webhooks.map(async (webhook) => ({
      webhook,
      check: await checkDelivery({ ...delivery, secrets: webhook.secrets }),
    })),
  );
  const fitting = checks.find(({ check }) => check.families.some(({ signature }) => signature.verdict === 'passed'));
  return fitting ?? checks.at(-1) ?? { webhook: null, check: await checkDelivery({ ...delivery, secrets: [] }) };
}
