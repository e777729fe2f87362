import { openWebhookSecret } from '../crypto/sealed-json.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../log.ts';
import type { DeliveryStore, DeliveryTarget } from '../store/webhooks/delivery-store.ts';
import type { WebhookKey } from '../store/webhooks/webhook-store.ts';
import { createBatcher } from '../work/batcher.ts';
import type { OutageLog } from './recorder.ts';

/** The URL of a webhook and the secrets that sign its deliveries. */
export interface Target {
  url: string;
  /** The current secret, and the previous one until it ends. */
  secretsAt(at: Micros): readonly [current: string, previous?: string];
}

export interface Targets {
  /**
   * The webhook as read within the last second. `gone`: it does not exist. `unusable`: it could not be read or its
   * secret could not be decrypted, which was logged. Never rejects.
   */
  current(webhook: WebhookKey): Promise<Target | 'gone' | 'unusable'>;
  /** Webhooks as they were just read. */
  learn(found: readonly DeliveryTarget[]): void;
  /** Makes the next call of `current` read the webhook again. */
  forget(webhookId: string): void;
}

/** A change to a webhook takes effect for attempts that start this long after it. */
const MAX_AGE = seconds(1);
const READ_BATCH = 500;

export function createTargets(parts: {
  store: Pick<DeliveryStore, 'findDeliveryTargets'>;
  sealer: Pick<Sealer, 'open'>;
  clock: Clock;
  log: Logger;
  outage: OutageLog;
}): Targets {
  const { store, sealer, clock, log, outage } = parts;
  const known = new Map<string, { askedAt: Micros; target: Promise<Target | 'gone' | 'unusable'> }>();

  const find = createBatcher<WebhookKey, DeliveryTarget | undefined>(
    async (keys) => {
      const found = await store.findDeliveryTargets(keys);
      const byId = new Map(found.map((target) => [target.id, target]));
      return keys.map(({ id }) => byId.get(id));
    },
    { max: READ_BATCH },
  );

  async function read(id: string, look: () => Promise<DeliveryTarget | undefined>): ReturnType<Targets['current']> {
    try {
      const found = await look();
      return found === undefined ? 'gone' : open(found);
    } catch (err) {
      if (err instanceof StoreUnavailable) outage.failed(err);
      else log.error({ err, webhookId: id }, 'a webhook cannot be delivered to');
      return 'unusable';
    }
  }

  function open({ id, url, secret, previous }: DeliveryTarget): Target {
    const current = openWebhookSecret(sealer, id, secret);
    // A secret that has ended signs nothing, so it is not decrypted.
    if (previous === null || previous.endsAt <= clock.now()) return { url, secretsAt: () => [current] };
    const before = openWebhookSecret(sealer, id, previous.secret);
    return { url, secretsAt: (at) => (at < previous.endsAt ? [current, before] : [current]) };
  }

  return {
    current(webhook) {
      const now = clock.now();
      const last = known.get(webhook.id);
      if (last !== undefined && now - last.askedAt <= MAX_AGE) return last.target;
      const target = read(webhook.id, () => find(webhook));
      known.set(webhook.id, { askedAt: now, target });
      return target;
    },
    learn(found) {
      const askedAt = clock.now();
      for (const target of new Map(found.map((target) => [target.id, target])).values())
        known.set(target.id, { askedAt, target: read(target.id, async () => target) });
    },
    forget(webhookId) {
      known.delete(webhookId);
    },
  };
}
