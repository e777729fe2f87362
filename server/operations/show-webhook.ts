import type { components } from '../../generated/types.ts';
import { type Micros, toTimestamp } from '../domain/clock.ts';
import { eventBody } from '../domain/event.ts';
import type { Delivery } from '../store/webhooks/delivery-log-store.ts';
import type { Attempt } from '../store/webhooks/delivery-store.ts';
import type { Webhook } from '../store/webhooks/webhook-store.ts';

type Schemas = components['schemas'];

/** A webhook as its partner sees it at `now`, without the secret. */
export function showWebhook(webhook: Webhook, now: Micros): Schemas['Webhook'] {
  const { id, name, description, url, createdAt, previous } = webhook;
  const ends = previous !== null && now < previous.endsAt ? toTimestamp(previous.endsAt) : null;
  return {
    id,
    name,
    description,
    url,
    created_at: toTimestamp(createdAt),
    previous_secret_ends_at: ends,
  };
}

/** A delivery as its log shows it. */
export function showDelivery(delivery: Delivery): Schemas['WebhookDelivery'] {
  const { id, state, createdAt, nextAttemptAt, redeliveryOf, event, attempts } = delivery;
  return {
    id,
    status: state,
    created_at: toTimestamp(createdAt),
    next_attempt_at: nextAttemptAt === null ? null : toTimestamp(nextAttemptAt),
    redelivery_of: redeliveryOf,
    event: JSON.parse(eventBody(event)),
    attempts: attempts.map(showAttempt),
  };
}

const showAttempt = ({ startedAt, durationMicros, httpStatus, error }: Attempt): Schemas['DeliveryAttempt'] => ({
  started_at: toTimestamp(startedAt),
  duration_ms: durationMicros / 1000,
  http_status: httpStatus,
  error,
});
