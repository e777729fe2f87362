import { randomUUID } from 'node:crypto';
import { bodyDefaults, service, webhookDelivery } from '../../generated/operations.ts';
import type { Handlers, ProblemStatement } from '../../generated/server.ts';
import type { components } from '../../generated/types.ts';
import { locationOf } from '../contract/location.ts';
import { encryptWebhookSecret } from '../crypto/encrypted-json.ts';
import { type Micros, seconds, toTimestamp } from '../domain/clock.ts';
import { showEvent } from '../domain/event.ts';
import { generateWebhookSecret, standardWebhooksSecret } from '../domain/signature.ts';
import { type Call, partnerOf } from '../http/operation-request.ts';
import type { SecurityEvent } from '../security-log.ts';
import type { Services } from '../services.ts';
import type { Delivery } from '../store/webhooks/delivery-log-store.ts';
import type { Attempt } from '../store/webhooks/delivery-store.ts';
import type { Webhook } from '../store/webhooks/webhook-store.ts';

type Operations =
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'replaceWebhook'
  | 'rotateWebhookSecret'
  | 'deleteWebhook';

const tooManyWebhooks = {
  code: 'too_many_webhooks',
  detail: `There are ${service.max_webhooks} webhooks already. Delete a webhook that you no longer need.`,
} as const;

/** Response for a webhook that does not exist or belongs to another partner. */
export const noSuchWebhook: { status: 404; problem: ProblemStatement } = {
  status: 404,
  problem: { code: 'not_found', detail: 'There is no webhook with this id.' },
};

const shown = (secret: string) => ({ secret, standard_webhooks_secret: standardWebhooksSecret(secret) });

export function webhookHandlers({
  store,
  encryptor,
  clock,
  baseUrl,
  security,
}: Pick<Services, 'store' | 'encryptor' | 'clock' | 'baseUrl' | 'security'>): Pick<Handlers<Call>, Operations> {
  const keyOf = (call: Call, id: string) => ({ clientId: partnerOf(call).clientId, id });

  function note(event: SecurityEvent['event'], call: Call, webhook_id: string): void {
    const { clientId } = partnerOf(call);
    security({ event, actor: `partner:${clientId}`, client_id: clientId, webhook_id }, call);
  }

  return {
    async createWebhook({ body }, call) {
      const key = keyOf(call, randomUUID());
      const secret = generateWebhookSecret();
      const encrypted = encryptWebhookSecret(encryptor, key.id, secret);
      const webhook = { ...key, ...settingsOf(body), createdAt: clock.now(), secret: encrypted };
      const added = await store.addWebhook(webhook, service.max_webhooks);
      if (!added) return { status: 409, problem: tooManyWebhooks };
      note('webhook_created', call, key.id);
      return {
        status: 201,
        headers: locationOf(baseUrl, 'getWebhook', key.id),
        body: { ...showWebhook({ ...webhook, previous: null }, clock.now()), ...shown(secret) },
      };
    },
    async listWebhooks(_request, call) {
      const webhooks = await store.listWebhooks(partnerOf(call).clientId);
      return {
        status: 200,
        body: { webhooks: webhooks.map((webhook) => showWebhook(webhook, clock.now())) },
      };
    },
    async getWebhook({ path }, call) {
      const webhook = await store.findWebhook(keyOf(call, path.id));
      return webhook === null ? noSuchWebhook : { status: 200, body: showWebhook(webhook, clock.now()) };
    },
    async replaceWebhook({ path, body }, call) {
      const webhook = await store.replaceWebhook(keyOf(call, path.id), settingsOf(body));
      if (webhook !== null) note('webhook_replaced', call, path.id);
      return webhook === null ? noSuchWebhook : { status: 200, body: showWebhook(webhook, clock.now()) };
    },
    async rotateWebhookSecret({ path }, call) {
      const secret = generateWebhookSecret();
      const webhook = await store.rotateWebhookSecret(keyOf(call, path.id), {
        secret: encryptWebhookSecret(encryptor, path.id, secret),
        previousEndsAt: clock.now() + seconds(webhookDelivery.previous_secret_seconds),
      });
      if (webhook === null) return noSuchWebhook;
      note('webhook_secret_rotated', call, path.id);
      return { status: 200, body: { ...showWebhook(webhook, clock.now()), ...shown(secret) } };
    },
    async deleteWebhook({ path }, call) {
      if (!(await store.deleteWebhook(keyOf(call, path.id)))) return noSuchWebhook;
      note('webhook_deleted', call, path.id);
      return { status: 204 };
    },
  };
}

type Schemas = components['schemas'];

/** Returns the properties that the partner sets, with the values of omitted properties. */
function settingsOf({ name = null, description = null, url, event_types }: Schemas['WebhookCreate']) {
  const eventTypes = event_types ?? bodyDefaults.createWebhook.event_types;
  return { name, description, url, eventTypes };
}

/** Returns the representation of a webhook at `now`, without its secret. */
function showWebhook(webhook: Webhook, now: Micros): Schemas['Webhook'] {
  const { id, name, description, url, eventTypes, createdAt, previous } = webhook;
  const ends = previous !== null && now < previous.endsAt ? toTimestamp(previous.endsAt) : null;
  return {
    id,
    name,
    description,
    url,
    event_types: [...eventTypes],
    created_at: toTimestamp(createdAt),
    previous_secret_ends_at: ends,
  };
}

export function showDelivery(delivery: Delivery): Schemas['WebhookDelivery'] {
  const { id, state, createdAt, nextAttemptAt, redeliveryOf, event, attempts } = delivery;
  return {
    id,
    status: state,
    created_at: toTimestamp(createdAt),
    next_attempt_at: nextAttemptAt === null ? null : toTimestamp(nextAttemptAt),
    redelivery_of: redeliveryOf,
    event: showEvent(event),
    attempts: attempts.map(showAttempt),
  };
}

const showAttempt = ({ startedAt, durationMicros, httpStatus, error }: Attempt): Schemas['DeliveryAttempt'] => ({
  started_at: toTimestamp(startedAt),
  duration_ms: durationMicros / 1000,
  http_status: httpStatus,
  error,
});
