import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';

/** Sealed in the context `webhook:<id>`. */
export interface WebhookSecrets {
  secret: Sealed;
  /** The one before the last rotation, and when it ends; null when there is none. It may have ended. */
  previous: { secret: Sealed; endsAt: Micros } | null;
}

export interface Webhook extends WebhookSecrets {
  /** A UUID. */
  id: string;
  clientId: string;
  name: string | null;
  description: string | null;
  url: string;
  createdAt: Micros;
}

export interface WebhookKey {
  clientId: string;
  id: string;
}

/** The webhooks of all partners. Another partner's webhook is as one that does not exist. */
export interface WebhookStore {
  /** False, and nothing stored, when the partner has `max` webhooks; also when several are added at the same time. */
  addWebhook(webhook: Omit<Webhook, 'previous'>, max: number): Promise<boolean>;
  /** Oldest first; by id where two were made in the same microsecond. */
  listWebhooks(clientId: string): Promise<Webhook[]>;
  findWebhook(key: WebhookKey): Promise<Webhook | null>;
  /** Resolves to the webhook as it is then; null when there is none. */
  replaceWebhook(
    key: WebhookKey,
    change: Pick<Webhook, 'name' | 'description' | 'url'>,
  ): Promise<Webhook | null>;
  /** The present secret becomes the previous one; an earlier previous one is gone. Null when there is no such webhook. */
  rotateWebhookSecret(
    key: WebhookKey,
    rotation: { secret: Sealed; previousEndsAt: Micros },
  ): Promise<Webhook | null>;
  /** Deletes the webhook with its deliveries and their attempts. False when there is none. */
  deleteWebhook(key: WebhookKey): Promise<boolean>;
}
