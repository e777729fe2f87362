import { randomUUID } from 'node:crypto';
import { bodyDefaults, service, webhookDelivery } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import type { components } from '../../../generated/types.ts';
import { type Micros, seconds, toTimestamp } from '../../domain/clock.ts';
import { generateWebhookSecret, standardWebhooksSecret } from '../../domain/signature.ts';
import { showEvent } from '../../domain/webhook-event.ts';
import type { Store } from '../../storage/database/store.ts';
import type { Delivery } from '../../storage/database/webhooks/delivery-log-store.ts';
import type { Attempt } from '../../storage/database/webhooks/delivery-store.ts';
import type { Webhook, WebhookKey } from '../../storage/database/webhooks/webhook-store.ts';
import { encryptJson, webhookSecret } from '../../storage/encryption/encrypted-json.ts';
import { type Call, locationOf, logAction, partnerOf } from '../call.ts';
import type { AddressServices, ReportServices, StorageServices } from '../services.ts';
import { WELL_KNOWN_CACHE } from './tokens.ts';

const tooManyWebhooks = {
  code: 'too_many_webhooks',
  detail: `There are ${service.max_webhooks} webhooks already. Delete a webhook that you no longer need.`,
} as const;

export const noSuchWebhook = {
  status: 404,
  problem: { code: 'not_found', detail: 'There is no webhook with this id.' },
} as const;

const changedWebhook = {
  status: 412,
  problem: {
    code: 'precondition_failed',
    detail: 'The webhook has changed since the version in If-Match. Read the webhook, and send its current ETag.',
  },
} as const;

/** Reads `If-Match` (RFC 9110, section 13.1.1). An empty list permits any version, and 0 matches no version. */
function permittedVersions(call: Call): readonly number[] {
  const header = call.header('If-Match');
  if (header === undefined || header.trim() === '*') return [];
  return header.split(',').map((tag) => Number(/^"(\d{1,15})"$/.exec(tag.trim())?.[1] ?? 0));
}

const etagOf = ({ version }: Pick<Webhook, 'version'>) => ({ ETag: `"${version}"` });

const shown = (secret: string) => ({ secret, standard_webhooks_secret: standardWebhooksSecret(secret) });

export const keyOf = (call: Call, id: string) => ({ clientId: partnerOf(call).clientId, id });

const conditionOf = (call: Call, id: string) => ({ ...keyOf(call, id), versions: permittedVersions(call) });

const rejection = async (store: Pick<Store, 'findWebhook'>, key: WebhookKey) =>
  (await store.findWebhook(key)) === null ? noSuchWebhook : changedWebhook;

const found = (webhook: Webhook, now: Micros) =>
  ({ status: 200, headers: etagOf(webhook), body: showWebhook(webhook, now) }) as const;

export function webhookHandlers(services: AddressServices & ReportServices & StorageServices) {
  const { store, encryptor, clock, baseUrl, webhookSourceAddresses } = services;
  return {
    getWebhookSourceAddresses: async () => ({
      status: 200,
      body: { addresses: [...webhookSourceAddresses] },
      headers: WELL_KNOWN_CACHE,
    }),
    async createWebhook({ body }, call) {
      const key = keyOf(call, randomUUID());
      const secret = generateWebhookSecret();
      const encrypted = encryptJson(encryptor, webhookSecret(key), secret);
      const webhook = { ...key, ...settingsOf(body), createdAt: clock.now(), version: 1, secret: encrypted };
      const added = await store.addWebhook(webhook, service.max_webhooks);
      if (!added) return { status: 409, problem: tooManyWebhooks };
      logAction(services, 'webhook_created', call, { webhook_id: key.id });
      return {
        status: 201,
        headers: { ...locationOf(baseUrl, 'getWebhook', key.id), ...etagOf(webhook) },
        body: { ...showWebhook({ ...webhook, previousEndsAt: null }, clock.now()), ...shown(secret) },
      };
    },
    async listWebhooks(_request, call) {
      const webhooks = await store.listWebhooks(partnerOf(call).clientId);
      return { status: 200, body: { webhooks: webhooks.map((webhook) => showWebhook(webhook, clock.now())) } };
    },
    async getWebhook({ path }, call) {
      const webhook = await store.findWebhook(keyOf(call, path.id));
      return webhook === null ? noSuchWebhook : found(webhook, clock.now());
    },
    async replaceWebhook({ path, body }, call) {
      const condition = conditionOf(call, path.id);
      const webhook = await store.replaceWebhook(condition, settingsOf(body));
      if (webhook === null) return rejection(store, condition);
      logAction(services, 'webhook_replaced', call, { webhook_id: path.id });
      return found(webhook, clock.now());
    },
    async rotateWebhookSecret({ path }, call) {
      const condition = conditionOf(call, path.id);
      const secret = generateWebhookSecret();
      const webhook = await store.rotateWebhookSecret(condition, {
        secret: encryptJson(encryptor, webhookSecret(condition), secret),
        previousEndsAt: clock.now() + seconds(webhookDelivery.previous_secret_seconds),
      });
      if (webhook === null) return rejection(store, condition);
      logAction(services, 'webhook_secret_rotated', call, { webhook_id: path.id });
      const { body, ...response } = found(webhook, clock.now());
      return { ...response, body: { ...body, ...shown(secret) } };
    },
    async deleteWebhook({ path }, call) {
      const condition = conditionOf(call, path.id);
      if (!(await store.deleteWebhook(condition))) return rejection(store, condition);
      logAction(services, 'webhook_deleted', call, { webhook_id: path.id });
      return { status: 204 };
    },
  } satisfies Partial<Handlers<Call>>;
}

type Schemas = components['schemas'];

function settingsOf({ name = null, description = null, url, event_types }: Schemas['WebhookCreate']) {
  const eventTypes = event_types ?? bodyDefaults.createWebhook.event_types;
  return { name, description, url, eventTypes };
}

function showWebhook(webhook: Omit<Webhook, 'previousSecret'>, now: Micros): Schemas['Webhook'] {
  const { id, name, description, url, eventTypes, createdAt, previousEndsAt } = webhook;
  const ends = previousEndsAt !== null && now < previousEndsAt ? toTimestamp(previousEndsAt) : null;
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
