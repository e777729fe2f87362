import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../server/storage/database/webhooks/delivery-log-store.ts';
import type { AttemptRecord, ClaimedDelivery } from '../../../server/storage/database/webhooks/delivery-store.ts';
import type { WebhookCondition } from '../../../server/storage/database/webhooks/webhook-store.ts';
import { claimDue } from './claim-due.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import { anAttempt, anEvent, aWebhook, MANY, T0 } from './samples.ts';

const LEASE = 1_000;
const NO_PREVIOUS = { previousSecret: null, previousEndsAt: null };

export function describeDeliveries(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`Webhooks and deliveries on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const hook = async (change: Parameters<typeof aWebhook>[0] = {}) => {
      const webhook = aWebhook(change);
      expect(await bench.store.addWebhook(webhook, 1000)).toBe(true);
      return webhook;
    };
    type Hook = Awaited<ReturnType<typeof hook>>;

    const due = async (webhook: Hook, createdAt = T0, deliveryId: string = randomUUID()) => {
      const event = anEvent({ clientId: webhook.clientId, createdAt });
      const delivery = await bench.store.addTestDelivery(webhook, { deliveryId, event });
      if (!delivery) throw new Error('No such webhook');
      return delivery;
    };

    const dueMany = async (webhook: Hook, count: number, stepMicros = 1) => {
      const { eventId } = (await due(webhook)).event;
      const values = Array.from({ length: count - 1 }, (_, n) => {
        const at = T0 + (n + 1) * stepMicros;
        return `('${randomUUID()}', '${webhook.clientId}', '${webhook.id}', '${eventId}', ${at}, ${at}, ${at})`;
      });
      await bench.database.sql(
        `insert into deliveries (id, client_id, webhook_id, event_id, created_at, next_attempt_at, available_at)
         values ${values.join(', ')}`,
      );
    };

    const claim = (change: Parameters<typeof claimDue>[1] = {}, store = bench.store) =>
      claimDue(store, { lease: LEASE, ...change });

    const listed = async (webhook: Hook, limit = 100) => (await bench.store.listDeliveries(webhook, { limit })) ?? [];
    const read = async (webhook: Hook, id: string) => (await listed(webhook)).find((one) => one.id === id);

    const record = (
      delivery: ClaimedDelivery,
      next: AttemptRecord['next'] = { state: 'delivered' },
      attempt = anAttempt(),
    ): AttemptRecord => ({ delivery, claim: delivery.claim, attempt, next });

    const idsOf = (deliveries: readonly { id: string }[]) => deliveries.map(({ id }) => id).sort();
    const only = <T>(items: readonly T[]): T => {
      expect(items).toHaveLength(1);
      return items[0] as T;
    };

    const recordAll = (claimed: readonly ClaimedDelivery[], next?: AttemptRecord['next']) =>
      bench.store.recordAttempts(claimed.map((held) => record(held, next)));
    const endWithoutAttempt = (where: string, state = 'failed') =>
      bench.database.sql(
        `update deliveries set state = '${state}', next_attempt_at = null, available_at = null ${where}`,
      );

    test('a rotation keeps the current secret as the previous secret, and drops the older secret', async () => {
      const webhook = await hook();
      const [second, third] = [2, 3].map((n) => Uint8Array.of(n));
      if (!second || !third) throw new Error('No secrets');
      const once = { ...webhook, version: 2, secret: second, previousSecret: webhook.secret, previousEndsAt: T0 + 5 };
      expect(await bench.store.rotateWebhookSecret(webhook, { secret: second, previousEndsAt: T0 + 5 })).toEqual(once);
      expect(await bench.store.findWebhook(webhook)).toEqual(once);
      const twice = { ...webhook, version: 3, secret: third, previousSecret: second, previousEndsAt: T0 + 9 };
      expect(await bench.store.rotateWebhookSecret(webhook, { secret: third, previousEndsAt: T0 + 9 })).toEqual(twice);
      const found = await bench.store.findWebhook(webhook);
      expect(found).toEqual(twice);
      expect(found?.previousSecret?.constructor).toBe(Uint8Array);
    });

    test('concurrent rotations do not overwrite each other’s secrets', async () => {
      const [one, two] = bench.instances(2);
      const webhook = await hook();
      const secrets = [4, 5].map((n) => Uint8Array.of(n));
      await Promise.all(
        secrets.map((secret, n) => (n ? one : two)?.rotateWebhookSecret(webhook, { secret, previousEndsAt: T0 })),
      );
      const found = await bench.store.findWebhook(webhook);
      expect([found?.previousSecret?.[0], found?.secret[0]].sort()).toEqual([4, 5]);
    });

    test.each<[string, (key: WebhookCondition) => Promise<unknown>]>([
      ['replacement', (key) => bench.store.replaceWebhook(key, aWebhook())],
      ['rotation', (key) => bench.store.rotateWebhookSecret(key, { secret: aWebhook().secret, previousEndsAt: T0 })],
      ['deletion', (key) => bench.store.deleteWebhook(key)],
    ])('if several calls change the same version of a webhook, only one %s succeeds', async (_name, change) => {
      const webhook = await hook();
      const before = { ...webhook, ...NO_PREVIOUS };
      expect(await change({ ...webhook, versions: [0, 2] })).toBeFalsy();
      expect(await bench.store.findWebhook(webhook)).toEqual(before);
      const condition = { ...webhook, versions: [0, 1] };
      const changes = await Promise.all(Array.from({ length: 4 }, () => change(condition)));
      expect(changes.filter(Boolean)).toHaveLength(1);
    });

    test('the webhook limit applies per partner, and a deleted webhook no longer counts', async () => {
      const webhooks = [await hook(), await hook()];
      expect(await bench.store.addWebhook(aWebhook(), 2)).toBe(false);
      expect(await bench.store.addWebhook(aWebhook({ clientId: 'partner-b' }), 2)).toBe(true);
      expect(await bench.store.listWebhooks('partner-a')).toHaveLength(2);
      await bench.store.deleteWebhook(webhooks[0] ?? aWebhook());
      expect(await bench.store.addWebhook(aWebhook(), 2)).toBe(true);
      expect(await bench.store.addWebhook(aWebhook({ clientId: 'partner-c' }), 0)).toBe(false);
    });

    test('with a limit of ten webhooks, 50 concurrent additions on two instances store only ten', async () => {
      const [one, two] = bench.instances(2);
      const webhooks = Array.from({ length: 50 }, () => aWebhook());
      const results = await Promise.all(webhooks.map((webhook, n) => (n % 2 ? one : two)?.addWebhook(webhook, 10)));
      const stored = webhooks.filter((_, n) => results[n]).map(({ id }) => id);
      expect(stored).toHaveLength(10);
      const listed = await bench.store.listWebhooks('partner-a');
      expect(listed.map(({ id }) => id).sort()).toEqual(stored.sort());
    });

    test('deleting a webhook deletes its whole delivery log, but neither its events nor the delivery log of another webhook', async () => {
      const [webhook, bystander] = [await hook(), await hook()];
      await dueMany(webhook, 2500);
      await due(bystander);
      await recordAll(await claim());
      expect(await bench.count('attempts')).toBe(2);
      expect(await bench.store.deleteWebhook({ ...webhook, clientId: 'somebody-else' })).toBe(false);
      expect(await bench.count('deliveries')).toBe(2501);
      expect(await bench.store.deleteWebhook(webhook)).toBe(true);
      expect(await bench.store.deleteWebhook(webhook)).toBe(false);
      expect(only(await listed(bystander))).toMatchObject({ state: 'delivered', attempts: [anAttempt()] });
      for (const table of ['deliveries', 'attempts']) expect(await bench.count(table)).toBe(1);
      expect(await bench.count('events')).toBe(2);
    });

    test('a test event is stored with its delivery or not at all', async () => {
      const webhook = await hook();
      const { id } = await due(webhook);
      const failing = bench.store.addTestDelivery(webhook, { deliveryId: id, event: anEvent() });
      await expect(failing).rejects.toThrow();
      expect(await bench.count('events')).toBe(1);
    });

    const ended = async (webhook: Hook, createdAt: number) => {
      const delivery = await due(webhook, createdAt);
      const claimed = (await claim({ now: createdAt })).filter(({ id }) => id === delivery.id);
      await bench.store.recordAttempts([record(only(claimed))]);
      return delivery;
    };

    test('trimming the delivery log deletes old final deliveries with their attempts and events, and keeps pending deliveries', async () => {
      const webhook = await hook();
      await ended(webhook, T0 - 1);
      const [young, pending] = [await ended(webhook, T0), await due(webhook, T0 - 1)];
      expect(await bench.store.trimDeliveryLog({ now: T0, age: 0, limit: 10 })).toBe(2);
      expect(idsOf(await listed(webhook))).toEqual(idsOf([young, pending]));
      expect(await bench.count('attempts')).toBe(1);
      expect(await bench.count('events')).toBe(2);
      expect(await bench.store.trimDeliveryLog({ now: T0, age: 0, limit: 10 })).toBe(0);
    });

    test('trimming the delivery log deletes an event only with its last delivery', async () => {
      const webhook = await hook();
      const first = await ended(webhook, T0 - 5);
      const entry = { redeliveryOf: first.id, deliveryId: randomUUID(), createdAt: T0 };
      await bench.store.redeliver(webhook, entry);
      expect(await bench.store.trimDeliveryLog({ now: T0, age: 0, limit: 10 })).toBe(1);
      const again = only(await listed(webhook));
      expect(again).toMatchObject({ id: entry.deliveryId, event: first.event });
    });

    test('several instances can trim the delivery log concurrently, in batches', async () => {
      const webhook = await hook();
      await dueMany(webhook, 300);
      await endWithoutAttempt('');
      const instances = bench.instances(3);
      const before = T0 + 1000;
      expect(await bench.store.trimDeliveryLog({ now: before, age: 0, limit: 7 })).toBe(7);
      const work = instances.map(async (store) => {
        let gone = 0;
        for (let n = 1; n > 0; gone += n) n = await store.trimDeliveryLog({ now: before, age: 0, limit: 50 });
        return gone;
      });
      const [one = 0, two = 0, three = 0] = await Promise.all(work);
      expect(one + two + three + 7).toBe(301);
      expect(await bench.count('deliveries')).toBe(0);
      expect(await bench.count('events')).toBe(0);
    });

    test('redelivering returns null for an unknown delivery, and for a delivery of another webhook or partner', async () => {
      const [webhook, other] = [await hook(), await hook()];
      const { id } = await due(other);
      const entry = { redeliveryOf: id, deliveryId: randomUUID(), createdAt: T0 };
      expect(await bench.store.redeliver(webhook, entry)).toBeNull();
      expect(await bench.store.redeliver({ ...other, clientId: 'partner-b' }, entry)).toBeNull();
      expect(await bench.store.redeliver(other, { ...entry, redeliveryOf: randomUUID() })).toBeNull();
    });

    test('the delivery log does not show an attempt that was recorded after the delivery was read', async () => {
      const webhook = await hook();
      await due(webhook, T0, 'a');
      const [held] = await claim({ now: T0 });
      if (!held) throw new Error('Not claimed');
      await bench.store.recordAttempts([record(held, { state: 'pending', nextAttemptAt: T0 + 9 })]);
      // Simulates an attempt that is recorded after the delivery is read, but before its attempts are read.
      await bench.database.sql("update deliveries set attempts_made = 0, next_attempt_at = 5 where id = 'a'");
      expect(only(await listed(webhook))).toMatchObject({ nextAttemptAt: 5, attempts: [] });
    });

    test('the pages of the delivery log contain each delivery exactly once, even if all deliveries were created in the same microsecond', async () => {
      const webhook = await hook();
      await dueMany(webhook, MANY, 0);
      const seen: Delivery[] = [];
      for (;;) {
        const after = seen.at(-1);
        const page = await bench.store.listDeliveries(webhook, { limit: 77, ...(after && { after }) });
        if (!page || page.length === 0) break;
        seen.push(...page);
        // A new delivery must not shift the following pages.
        await due(webhook, T0 + 100);
      }
      expect(seen).toHaveLength(MANY);
      expect(idsOf(seen)).toEqual([...new Set(idsOf(seen))]);
      expect(seen.map(({ id }) => id)).toEqual(idsOf(seen).reverse());
    });

    test('the store counts the pending and the due deliveries, and returns the earliest due time', async () => {
      const count = (limit = 100) => bench.store.countOutbox({ now: T0 + 10, limit });
      expect(await count()).toEqual({ pending: 0, due: 0, dueSince: null });
      const webhook = await hook();
      for (const at of [T0 + 4, T0 + 7, T0 + 10, T0 + 11]) await due(webhook, at);
      expect(await count()).toEqual({ pending: 4, due: 3, dueSince: T0 + 4 });
      expect(await count(3)).toMatchObject({ pending: 3 });
      const [claimed] = await claim({ now: T0 + 6 });
      expect(await count()).toEqual({ pending: 4, due: 2, dueSince: T0 + 7 });
      await bench.store.recordAttempts([record(claimed as ClaimedDelivery)]);
      expect(await count()).toEqual({ pending: 3, due: 2, dueSince: T0 + 7 });
    });

    test('one call can claim deliveries of 300 webhooks of several partners, and one call can record all their attempts', async () => {
      for (let n = 0; n < 300; n++) await due(await hook({ clientId: `partner-${n % 3}` }), T0 - (n % 2));
      const claimed = await claim();
      expect(new Set(idsOf(claimed)).size).toBe(300);
      const nextOf = (n: number): AttemptRecord['next'] =>
        n % 2 ? { state: 'delivered' } : { state: 'pending', nextAttemptAt: T0 + 10_000 + n };
      await bench.store.recordAttempts(claimed.map((held, n) => record(held, nextOf(n))));
      expect(await bench.count("deliveries where state = 'delivered' and attempts_made = 1")).toBe(150);
      expect(await bench.count('attempts')).toBe(300);
      const again = await claim({ now: T0 + 20_000 });
      expect(again.map(({ id, dueAt }) => [id, dueAt]).sort()).toEqual(
        claimed.flatMap(({ id }, n) => (n % 2 ? [] : [[id, T0 + 10_000 + n]])).sort(),
      );
    });

    test('an instance claims the due deliveries with microsecond precision and in the order of their due times', async () => {
      const webhook = await hook();
      const late = await due(webhook, T0 + 2);
      const early = await due(webhook, T0);
      const middle = await due(webhook, T0 + 1);
      expect(await claim({ now: T0 - 1 })).toEqual([]);
      expect((await claim({ now: T0 + 9, share: 2 })).map(({ id }) => id)).toEqual([early.id, middle.id]);
      expect((await claim({ now: T0 + 2 })).map(({ id }) => id)).toEqual([late.id]);
      expect(await claim({ now: T0 + 2 })).toEqual([]);
    });

    test('when an instance records several attempts, the store skips each delivery that another instance has claimed, and records the other attempts', async () => {
      const webhook = await hook();
      const [lost, kept] = [await due(webhook), await due(webhook, T0 + LEASE)];
      const [one, two] = bench.instances(2);
      const stale = only(await claim({}, one));
      expect(await claim({ now: T0 + LEASE - 1 }, two)).toEqual([]);
      const claimed = await claim({ now: T0 + LEASE }, two);
      const held = claimed.find(({ id }) => id === kept.id);
      if (!held) throw new Error('Not claimed');
      await bench.store.recordAttempts([record(stale), record(held)]);
      expect(await read(webhook, lost.id)).toMatchObject({ state: 'pending', attempts: [] });
      expect(await read(webhook, kept.id)).toMatchObject({ state: 'delivered' });
      const mine = claimed.find(({ id }) => id === lost.id);
      if (!mine) throw new Error('Not claimed');
      await bench.store.recordAttempts([record(mine, { state: 'failed' })]);
      await bench.store.recordAttempts([record(stale)]);
      expect(await read(webhook, lost.id)).toMatchObject({ state: 'failed', attempts: [anAttempt()] });
    });

    test('an instance records only one attempt for each claim of a delivery, even in repeated calls', async () => {
      const webhook = await hook();
      const { id } = await due(webhook);
      const held = only(await claim());
      const retry = record(held, { state: 'pending', nextAttemptAt: T0 + 5 });
      await bench.store.recordAttempts([retry, record(held)]);
      await bench.store.recordAttempts([record(held)]);
      expect(await read(webhook, id)).toMatchObject({ nextAttemptAt: T0 + 5, attempts: [anAttempt()] });
    });

    test('an attempt and the new state of its delivery are stored together or not at all', async () => {
      const webhook = await hook();
      const [first, second] = [await due(webhook), await due(webhook)];
      const claimed = await claim();
      // Inserts a conflicting row: attempt number 1 of the second delivery.
      await bench.database.sql(
        `insert into attempts (client_id, delivery_id, number, started_at, duration)
         values ('${webhook.clientId}', '${second.id}', 1, 1, 1)`,
      );
      await expect(recordAll(claimed)).rejects.toThrow();
      expect(await read(webhook, first.id)).toMatchObject({ state: 'pending', attempts: [] });
    });

    test('no delivery is lost or repeated during concurrent claims, attempts, and webhook deletions', async () => {
      const kept = [await hook(), await hook()];
      const gone = [await hook(), await hook()];
      for (const webhook of [...kept, ...gone]) await dueMany(webhook, 200, 0);
      const ids: string[] = [];
      const work = async (store: typeof bench.store) => {
        for (let misses = 0; misses < 3; ) {
          const claimed = await claim({ share: 7 }, store);
          ids.push(...claimed.map(({ id }) => id));
          await store.recordAttempts(claimed.map((held) => record(held)));
          misses = claimed.length === 0 ? misses + 1 : 0;
        }
      };
      await Promise.all([
        ...bench.instances(3).map(work),
        ...gone.map((webhook) => bench.store.deleteWebhook(webhook)),
      ]);
      expect(ids).toHaveLength(new Set(ids).size);
      expect(await bench.count("deliveries where state = 'delivered' and attempts_made = 1")).toBe(400);
      expect(await bench.count('deliveries')).toBe(400);
      expect(await bench.count('attempts')).toBe(400);
    });
  });
}
