import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventBody } from '../../server/domain/event.ts';
import type { ClaimedDelivery } from '../../server/store/webhooks/claim-deliveries.ts';
import type { Delivery } from '../../server/store/webhooks/delivery-log-store.ts';
import type { AttemptRecord } from '../../server/store/webhooks/delivery-store.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import { anAttempt, anEvent, aWebhook, MANY, T0 } from './samples.ts';

const LEASE = 1_000;

/** What every store guarantees of the outbox: deliveries claimed, attempts recorded, the log. Events: verification-contract.ts. */
export function describeDeliveries(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`deliveries on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const hook = async (change: Parameters<typeof aWebhook>[0] = {}) => {
      const webhook = aWebhook(change);
      expect(await bench.store.addWebhook(webhook, 1000)).toBe(true);
      return webhook;
    };
    type Hook = Awaited<ReturnType<typeof hook>>;

    /** Due at `createdAt`. */
    const due = async (webhook: Hook, createdAt = T0, deliveryId: string = randomUUID()) => {
      const event = anEvent({ clientId: webhook.clientId, createdAt });
      const delivery = await bench.store.addTestDelivery(webhook, { deliveryId, event });
      if (!delivery) throw new Error('No such webhook');
      return delivery;
    };

    /** Many at once, due one microsecond after the other, or all at once. */
    const dueMany = async (webhook: Hook, count: number, step = 1) => {
      const { eventId } = (await due(webhook)).event;
      const values = Array.from({ length: count - 1 }, (_, n) => {
        const at = T0 + (n + 1) * step;
        return `('${randomUUID()}', '${webhook.clientId}', '${webhook.id}', '${eventId}', ${at}, ${at}, ${at})`;
      });
      await bench.database.sql(
        `insert into deliveries (id, client_id, webhook_id, event_id, created_at, next_attempt_at, available_at)
         values ${values.join(', ')}`,
      );
    };

    const claim = (change: Partial<Parameters<typeof bench.store.claimDeliveries>[0]> = {}, store = bench.store) => {
      const now = change.now ?? T0;
      return store.claimDeliveries({
        now,
        leaseUntil: now + LEASE,
        claim: randomUUID(),
        perWebhook: 1000,
        busy: new Map(),
        limit: 1000,
        ...change,
      });
    };

    const listed = async (webhook: Hook, limit = 100) => (await bench.store.listDeliveries(webhook, { limit })) ?? [];
    const read = async (webhook: Hook, id: string) => (await listed(webhook)).find((one) => one.id === id);

    const record = (
      delivery: ClaimedDelivery,
      next: AttemptRecord['next'] = { state: 'delivered' },
      attempt = anAttempt(),
    ): AttemptRecord => ({ delivery, claim: delivery.claim, attempt, next });

    const idsOf = (deliveries: readonly { id: string }[]) => deliveries.map(({ id }) => id).sort();
    const perWebhookOf = (claimed: readonly ClaimedDelivery[]) => {
      const counts: Record<string, number> = {};
      for (const { webhookId } of claimed) counts[webhookId] = (counts[webhookId] ?? 0) + 1;
      return counts;
    };
    const only = <T>(items: readonly T[]): T => {
      expect(items).toHaveLength(1);
      return items[0] as T;
    };

    test('a webhook is deleted with a log of any length, and no other log with it', async () => {
      const [webhook, bystander] = [await hook(), await hook()];
      await dueMany(webhook, 2500);
      await due(bystander);
      expect(await bench.store.deleteWebhook({ ...webhook, clientId: 'somebody-else' })).toBe(false);
      expect(await bench.count('deliveries')).toBe(2501);
      expect(await bench.store.deleteWebhook(webhook)).toBe(true);
      expect(await listed(bystander)).toHaveLength(1);
      expect(await bench.count('deliveries')).toBe(1);
    });

    test('the waiting webhooks are listed with how many deliveries are due and pending, and since when', async () => {
      const { store } = bench;
      const [busy, idle, other] = [await hook(), await hook(), await hook({ clientId: 'partner-b' })];
      for (const at of [T0 + 5, T0 + 7, T0 + 9]) await due(busy, at);
      await due(other, T0 + 9);
      await due(idle, T0, 'done');
      await bench.database.sql(
        "update deliveries set state = 'failed', next_attempt_at = null, available_at = null where id = 'done'",
      );
      // Under way: it is due all the same.
      const claimed = await store.claimDeliveries({
        ...{ now: T0 + 5, leaseUntil: T0 + 1000, claim: 'mine', perWebhook: 10, busy: new Map(), limit: 10 },
      });
      expect(claimed).toHaveLength(1);
      const sorted = async (now: number) =>
        (await store.listWaitingWebhooks(now)).toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
      expect(await sorted(T0 + 7)).toEqual([
        { clientId: 'partner-a', webhookId: busy.id, due: 2, pending: 3, dueSince: T0 + 5 },
        { clientId: 'partner-b', webhookId: other.id, due: 0, pending: 1, dueSince: null },
      ]);
      expect(await store.countWaiting()).toEqual({ webhooks: 3, documents: 0 });
    });

    describe('a test event', () => {
      test('is one delivery to that webhook alone, due at once', async () => {
        const [webhook, bystander] = [await hook(), await hook()];
        const event = anEvent();
        const deliveryId = randomUUID();
        const delivery = await bench.store.addTestDelivery(webhook, { deliveryId, event });
        expect(delivery).toEqual({
          id: deliveryId,
          webhookId: webhook.id,
          event,
          state: 'pending',
          createdAt: T0,
          nextAttemptAt: T0,
          redeliveryOf: null,
          attempts: [],
        });
        expect(await listed(webhook)).toEqual([delivery]);
        expect(await listed(bystander)).toEqual([]);
      });

      test('is stored with its delivery or not at all', async () => {
        const webhook = await hook();
        const { id } = await due(webhook);
        const failing = bench.store.addTestDelivery(webhook, { deliveryId: id, event: anEvent() });
        await expect(failing).rejects.toThrow();
        expect(await bench.count('events')).toBe(1);
      });
    });

    describe('the log is trimmed', () => {
      const ended = async (webhook: Hook, createdAt: number) => {
        const delivery = await due(webhook, createdAt);
        const claimed = (await claim({ now: createdAt })).filter(({ id }) => id === delivery.id);
        await bench.store.recordAttempts([record(only(claimed))]);
        return delivery;
      };

      test('of what has ended and is older, with its attempts and its event', async () => {
        const webhook = await hook();
        await ended(webhook, T0 - 1);
        const young = await ended(webhook, T0);
        expect(await bench.store.trimDeliveryLog({ before: T0, limit: 10 })).toBe(2);
        expect(idsOf(await listed(webhook))).toEqual([young.id]);
        expect(await bench.count('attempts')).toBe(1);
        expect(await bench.count('events')).toBe(1);
        expect(await bench.store.trimDeliveryLog({ before: T0, limit: 10 })).toBe(0);
      });

      test('of nothing that is pending, however old', async () => {
        const webhook = await hook();
        const old = await due(webhook, T0 - 1);
        expect(await bench.store.trimDeliveryLog({ before: T0, limit: 10 })).toBe(0);
        expect(idsOf(await listed(webhook))).toEqual([old.id]);
      });

      test('of an event only when no delivery of it is left', async () => {
        const webhook = await hook();
        const first = await ended(webhook, T0 - 5);
        const entry = { redeliveryOf: first.id, deliveryId: randomUUID(), createdAt: T0 };
        await bench.store.redeliver(webhook, entry);
        expect(await bench.store.trimDeliveryLog({ before: T0, limit: 10 })).toBe(1);
        const again = only(await listed(webhook));
        expect(again).toMatchObject({ id: entry.deliveryId, event: first.event });
      });

      test('a portion at a time, by several instances at once', async () => {
        const webhook = await hook();
        await dueMany(webhook, 300);
        await bench.database.sql(`update deliveries set state = 'failed', next_attempt_at = null, available_at = null`);
        const instances = bench.instances(3);
        const before = T0 + 1000;
        expect(await bench.store.trimDeliveryLog({ before, limit: 7 })).toBe(7);
        const work = instances.map(async (store) => {
          let gone = 0;
          for (let n = 1; n > 0; gone += n) n = await store.trimDeliveryLog({ before, limit: 50 });
          return gone;
        });
        const [one = 0, two = 0, three = 0] = await Promise.all(work);
        expect(one + two + three + 7).toBe(301);
        expect(await bench.count('deliveries')).toBe(0);
        expect(await bench.count('events')).toBe(0);
      });
    });

    describe('a redelivery', () => {
      test.each([
        'pending',
        'delivered',
        'failed',
      ] as const)('of one that is %s is a new one of the same event', async (state) => {
        const webhook = await hook();
        const first = await due(webhook);
        const held = only(await claim());
        if (state !== 'pending') await bench.store.recordAttempts([record(held, { state })]);
        const before = await read(webhook, first.id);
        const entry = { redeliveryOf: first.id, deliveryId: randomUUID(), createdAt: T0 + 9 };
        const delivery = await bench.store.redeliver(webhook, entry);
        expect(delivery).toEqual({
          ...first,
          id: entry.deliveryId,
          createdAt: T0 + 9,
          nextAttemptAt: T0 + 9,
          redeliveryOf: first.id,
        });
        expect(await listed(webhook)).toEqual([delivery, before]);
        const claimed = await claim({ now: T0 + 9 });
        expect(only(claimed)).toMatchObject({ id: entry.deliveryId, body: held.body, attemptsMade: 0 });
      });

      test('null for a delivery that is not there or is another webhook’s, and for another’s webhook', async () => {
        const [webhook, other] = [await hook(), await hook()];
        const { id } = await due(other);
        const entry = { redeliveryOf: id, deliveryId: randomUUID(), createdAt: T0 };
        expect(await bench.store.redeliver(webhook, entry)).toBeNull();
        expect(await bench.store.redeliver({ ...other, clientId: 'partner-b' }, entry)).toBeNull();
        expect(await bench.store.redeliver(other, { ...entry, redeliveryOf: randomUUID() })).toBeNull();
        expect(await bench.count('deliveries')).toBe(1);
      });
    });

    describe('the log', () => {
      test('is newest first, by id within a microsecond, with the attempts in their order', async () => {
        const webhook = await hook();
        await due(webhook, T0, 'b');
        await due(webhook, T0 + 5, 'a');
        await due(webhook, T0, 'c');
        await due(await hook(), T0, 'd');
        for (let n = 1; n <= 11; n++) {
          const held = (await claim({ now: T0 + n })).find(({ id }) => id === 'b');
          if (!held) throw new Error('Not claimed');
          expect(held.attemptsMade).toBe(n - 1);
          const attempt = anAttempt({ startedAt: T0 + n, httpStatus: null, error: 'timeout' });
          const next = { state: 'pending', nextAttemptAt: T0 + n + 1 } as const;
          await bench.store.recordAttempts([record(held, next, attempt)]);
        }
        const log = await listed(webhook);
        expect(log.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
        const starts = log[2]?.attempts.map(({ startedAt }) => startedAt - T0);
        expect(starts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        expect(log[2]?.attempts[0]).toEqual(anAttempt({ startedAt: T0 + 1, httpStatus: null, error: 'timeout' }));
      });

      test('an attempt that is recorded while the log is read is not shown beside what was due before it', async () => {
        const webhook = await hook();
        await due(webhook, T0, 'a');
        const [held] = await claim({ now: T0 });
        if (!held) throw new Error('Not claimed');
        await bench.store.recordAttempts([record(held, { state: 'pending', nextAttemptAt: T0 + 9 })]);
        // Between the two reads: its attempt is there, and the delivery was read before.
        await bench.database.sql("update deliveries set attempts_made = 0, next_attempt_at = 5 where id = 'a'");
        expect(only(await listed(webhook))).toMatchObject({ nextAttemptAt: 5, attempts: [] });
      });

      test('those in one state come alone, and as many as were asked for', async () => {
        const webhook = await hook();
        const waiting = [await due(webhook, T0 + 2), await due(webhook, T0 + 4)];
        for (const [state, at] of [
          ['failed', T0 + 1],
          ['delivered', T0 + 3],
          ['failed', T0 + 5],
        ] as const) {
          const { id } = await due(webhook, at);
          await bench.database.sql(
            `update deliveries set state = '${state}', next_attempt_at = null, available_at = null where id = '${id}'`,
          );
        }
        const timesOf = async (state: Delivery['state'], limit = 10) =>
          (await bench.store.listDeliveries(webhook, { limit, state }))?.map(({ createdAt }) => createdAt - T0);
        expect([await timesOf('failed'), await timesOf('delivered')]).toEqual([[5, 1], [3]]);
        expect(await timesOf('failed', 1)).toEqual([5]);
        const after = { createdAt: T0 + 4, id: waiting[1]?.id ?? '' };
        expect(await bench.store.listDeliveries(webhook, { limit: 10, state: 'pending', after })).toEqual([waiting[0]]);
      });

      test('many of one microsecond come page by page, none twice, none left out', async () => {
        const webhook = await hook();
        await dueMany(webhook, MANY, 0);
        const seen: Delivery[] = [];
        for (;;) {
          const after = seen.at(-1);
          const page = await bench.store.listDeliveries(webhook, { limit: 77, ...(after && { after }) });
          if (!page || page.length === 0) break;
          seen.push(...page);
        }
        expect(seen).toHaveLength(MANY);
        expect(idsOf(seen)).toEqual([...new Set(idsOf(seen))]);
        expect(seen.map(({ id }) => id)).toEqual(idsOf(seen).reverse());
      });

      test('what comes while somebody reads on does not move the pages', async () => {
        const webhook = await hook();
        await dueMany(webhook, 10);
        const first = (await bench.store.listDeliveries(webhook, { limit: 5 })) ?? [];
        await due(webhook, T0 + 100);
        const after = first.at(-1);
        const second = await bench.store.listDeliveries(webhook, { limit: 5, ...(after && { after }) });
        expect([...first, ...(second ?? [])].map(({ createdAt }) => createdAt - T0)).toEqual([
          9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
        ]);
      });
    });

    test('the outbox is counted: what has not ended, what is due and unclaimed, and since when', async () => {
      const count = (limit = 100) => bench.store.countOutbox({ now: T0 + 10, limit });
      expect(await count()).toEqual({ pending: 0, due: 0, oldestDueAt: null });
      const webhook = await hook();
      for (const at of [T0 + 4, T0 + 7, T0 + 10, T0 + 11]) await due(webhook, at);
      expect(await count()).toEqual({ pending: 4, due: 3, oldestDueAt: T0 + 4 });
      expect(await count(3)).toMatchObject({ pending: 3 });
      const [claimed] = await claim({ now: T0 + 6 });
      expect(await count()).toEqual({ pending: 4, due: 2, oldestDueAt: T0 + 7 });
      await bench.store.recordAttempts([record(claimed as ClaimedDelivery)]);
      expect(await count()).toEqual({ pending: 3, due: 2, oldestDueAt: T0 + 7 });
    });

    describe('claiming', () => {
      test('gives what is to be sent', async () => {
        const webhook = await hook();
        const { id, event } = await due(webhook);
        expect(await claim({ claim: 'mine', leaseUntil: T0 + 77 })).toEqual([
          {
            id,
            clientId: webhook.clientId,
            claim: 'mine',
            leaseUntil: T0 + 77,
            webhookId: webhook.id,
            eventId: event.eventId,
            body: eventBody(event),
            attemptsMade: 0,
            target: { id: webhook.id, url: webhook.url, secret: webhook.secret, previous: null },
          },
        ]);
        // It is pending still, and due in the past.
        expect(only(await listed(webhook))).toMatchObject({ state: 'pending', nextAttemptAt: T0 });
      });

      test('of several partners at once; so are attempts noted', async () => {
        const webhooks = [];
        for (const clientId of ['partner-c', 'partner-b', 'partner-a']) webhooks.push(await hook({ clientId }));
        for (const webhook of webhooks) for (const at of [T0, T0 - 1]) await due(webhook, at);
        const claimed = await claim();
        expect(claimed.map(({ webhookId }) => webhookId).sort()).toEqual(webhooks.flatMap(({ id }) => [id, id]).sort());
        await bench.store.recordAttempts(
          claimed.map((delivery, n) => ({
            delivery,
            claim: delivery.claim,
            attempt: anAttempt(),
            next: n % 2 ? { state: 'delivered' } : { state: 'pending', nextAttemptAt: T0 + 9 },
          })),
        );
        expect(await bench.count("deliveries where state = 'delivered'")).toBe(3);
        expect(await bench.count('attempts')).toBe(6);
        expect(await claim({ now: T0 + 9 })).toHaveLength(3);
      });

      test('takes what is due, from its microsecond on, the longest due first', async () => {
        const webhook = await hook();
        const late = await due(webhook, T0 + 2);
        const early = await due(webhook, T0);
        const middle = await due(webhook, T0 + 1);
        expect(await claim({ now: T0 - 1 })).toEqual([]);
        expect((await claim({ now: T0 + 9, limit: 2 })).map(({ id }) => id)).toEqual([early.id, middle.id]);
        expect((await claim({ now: T0 + 2 })).map(({ id }) => id)).toEqual([late.id]);
        expect(await claim({ now: T0 + 2 })).toEqual([]);
      });

      test('nobody else gets them before the lease ends, and then they are due again', async () => {
        const [one, two] = bench.instances(2);
        const webhook = await hook();
        const { id } = await due(webhook);
        expect(await claim({}, one)).toHaveLength(1);
        expect(await claim({ now: T0 + LEASE - 1 }, two)).toEqual([]);
        expect(only(await claim({ now: T0 + LEASE }, two))).toMatchObject({ id, attemptsMade: 0 });
      });

      test('honours perWebhook, what is under way, and the limit', async () => {
        const [a, b, c] = [await hook({ id: 'a' }), await hook({ id: 'b' }), await hook({ id: 'c' })];
        for (const webhook of [a, b, c]) await dueMany(webhook, 20, 0);
        expect(perWebhookOf(await claim({ perWebhook: 4 }))).toEqual({ a: 4, b: 4, c: 4 });
        const busy = new Map(Object.entries({ a: 4, b: 3, x: 9 }));
        expect(perWebhookOf(await claim({ perWebhook: 4, busy }))).toEqual({ b: 1, c: 4 });
        expect(perWebhookOf(await claim({ perWebhook: 4, limit: 6 }))).toEqual({ a: 2, b: 2, c: 2 });
        expect(await claim({ perWebhook: 4, limit: 0 })).toEqual([]);
        const full = new Map(Object.entries({ a: 4, b: 5, c: 4 }));
        expect(await claim({ perWebhook: 4, busy: full })).toEqual([]);
      });

      test('a webhook with thousands due does not hold up one with a single younger one', async () => {
        const flooded = await hook();
        await dueMany(flooded, 3000, 0);
        const quiet = await hook();
        const { id } = await due(quiet, T0 + 50);
        const claimed = await claim({ now: T0 + 50, limit: 64 });
        expect(claimed).toHaveLength(64);
        expect(idsOf(claimed)).toContain(id);
      });

      test('behind more than a claim looks at, and before more, each other webhook has its turn', async () => {
        const flooded = await hook();
        await dueMany(flooded, 1600, 0);
        await bench.database.sql(
          `update deliveries set next_attempt_at = ${T0 + 100}, available_at = ${T0 + 100}
           where id in (select id from deliveries limit 300)`,
        );
        const hidden = [];
        for (let n = 0; n < 5; n++) hidden.push(await due(await hook(), T0 + 50));
        const claimed = [];
        // Of six webhooks four are in turn each time.
        for (let n = 0; n < 2; n++) claimed.push(...(await claim({ now: T0 + 100, limit: 4 })));
        expect(idsOf(claimed)).toEqual(expect.arrayContaining(idsOf(hidden)));
      });

      test('with more webhooks than the limit each has its turn', async () => {
        const webhooks = [];
        for (let n = 0; n < 10; n++) webhooks.push(await hook());
        for (const webhook of webhooks) await dueMany(webhook, 10, 0);
        const served = new Set<string>();
        for (let n = 0; n < 4; n++) {
          const claimed = await claim({ limit: 3 });
          expect(claimed).toHaveLength(3);
          for (const { webhookId } of claimed) served.add(webhookId);
        }
        expect([...served].sort()).toEqual(idsOf(webhooks));
      });

      test('three instances at once never get the same one, and together they get all', async () => {
        for (let n = 0; n < 5; n++) await dueMany(await hook(), MANY / 5, 0);
        const untilNone = async (store: typeof bench.store) => {
          const mine: ClaimedDelivery[] = [];
          for (let misses = 0; misses < 3; ) {
            const claimed = await claim({ limit: 37 }, store);
            mine.push(...claimed);
            misses = claimed.length === 0 ? misses + 1 : 0;
          }
          return mine;
        };
        const all = (await Promise.all(bench.instances(3).map(untilNone))).flat();
        expect(all).toHaveLength(MANY);
        expect(new Set(idsOf(all)).size).toBe(MANY);
      });

      test('more webhooks and deliveries than one statement carries', async () => {
        for (let n = 0; n < 300; n++) await due(await hook());
        const claimed = await claim();
        expect(new Set(idsOf(claimed)).size).toBe(300);
        await bench.store.recordAttempts(claimed.map((held) => record(held)));
        expect(await bench.count("deliveries where state = 'delivered' and attempts_made = 1")).toBe(300);
      });
    });

    describe('noting attempts', () => {
      test('delivered and failed end it; pending makes it due later', async () => {
        const webhook = await hook();
        for (const id of ['d', 'f', 'p']) await due(webhook, T0, id);
        const claimed = await claim();
        const attempts = {
          d: anAttempt(),
          f: anAttempt({ httpStatus: 410 }),
          p: anAttempt({ httpStatus: null, error: 'connection_failed', startedAt: T0 + 3 }),
        };
        const next: Record<string, AttemptRecord['next']> = {
          d: { state: 'delivered' },
          f: { state: 'failed' },
          p: { state: 'pending', nextAttemptAt: T0 + 500 },
        };
        await bench.store.recordAttempts(
          claimed.map((held) =>
            record(held, next[held.id] ?? { state: 'failed' }, attempts[held.id as keyof typeof attempts]),
          ),
        );
        expect(await read(webhook, 'd')).toMatchObject({
          state: 'delivered',
          nextAttemptAt: null,
          attempts: [attempts.d],
        });
        expect(await read(webhook, 'f')).toMatchObject({
          state: 'failed',
          nextAttemptAt: null,
          attempts: [attempts.f],
        });
        expect(await read(webhook, 'p')).toMatchObject({
          state: 'pending',
          nextAttemptAt: T0 + 500,
          attempts: [attempts.p],
        });
        expect(await claim({ now: T0 + 499 })).toEqual([]);
        expect(only(await claim({ now: T0 + 500 }))).toMatchObject({ id: 'p', attemptsMade: 1 });
        expect(await claim({ now: T0 + 499 + LEASE })).toEqual([]);
      });

      test('300 with times of their own in one call', async () => {
        const webhook = await hook();
        await dueMany(webhook, 300, 0);
        const claimed = await claim();
        await bench.store.recordAttempts(
          claimed.map((held, n) => record(held, { state: 'pending', nextAttemptAt: T0 + 10_000 + n })),
        );
        const log = await listed(webhook, 300);
        const times = new Map(log.map(({ id, nextAttemptAt }) => [id, nextAttemptAt]));
        expect(claimed.map(({ id }) => times.get(id))).toEqual(claimed.map((_, n) => T0 + 10_000 + n));
        expect(log.every(({ attempts }) => attempts.length === 1)).toBe(true);
      });

      test('what was claimed by another since is left alone, and the others of the call are noted', async () => {
        const webhook = await hook();
        const [lost, kept] = [await due(webhook), await due(webhook, T0 + LEASE)];
        const stale = only(await claim());
        const claimed = await claim({ now: T0 + LEASE });
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

      test('the same claim notes one attempt, however often it is told', async () => {
        const webhook = await hook();
        const { id } = await due(webhook);
        const held = only(await claim());
        const retry = record(held, { state: 'pending', nextAttemptAt: T0 + 5 });
        await bench.store.recordAttempts([retry, record(held)]);
        await bench.store.recordAttempts([record(held)]);
        expect(await read(webhook, id)).toMatchObject({ nextAttemptAt: T0 + 5, attempts: [anAttempt()] });
      });

      test('what was deleted is left alone, and the others of the call are noted', async () => {
        const [gone, kept] = [await hook(), await hook()];
        await due(gone);
        const { id } = await due(kept);
        const claimed = await claim();
        await bench.store.deleteWebhook(gone);
        await bench.store.recordAttempts(claimed.map((held) => record(held)));
        expect(await read(kept, id)).toMatchObject({ state: 'delivered' });
        expect(await bench.count('attempts')).toBe(1);
      });

      test('an attempt and what it makes of the delivery are stored together or not at all', async () => {
        const webhook = await hook();
        const [first, second] = [await due(webhook), await due(webhook)];
        const claimed = await claim();
        // The number of the second one's first attempt is in use.
        await bench.database.sql(
          `insert into attempts (client_id, delivery_id, number, started_at, duration)
           values ('${webhook.clientId}', '${second.id}', 1, 1, 1)`,
        );
        await expect(bench.store.recordAttempts(claimed.map((held) => record(held)))).rejects.toThrow();
        expect(await read(webhook, first.id)).toMatchObject({ state: 'pending', attempts: [] });
      });

      test('instances that claim and note at once while webhooks are deleted lose and repeat nothing', async () => {
        const kept = [await hook(), await hook()];
        const gone = [await hook(), await hook()];
        for (const webhook of [...kept, ...gone]) await dueMany(webhook, 200, 0);
        const work = async (store: typeof bench.store) => {
          for (let misses = 0; misses < 3; ) {
            const claimed = await claim({ limit: 50 }, store);
            await store.recordAttempts(claimed.map((held) => record(held)));
            misses = claimed.length === 0 ? misses + 1 : 0;
          }
        };
        await Promise.all([
          ...bench.instances(3).map(work),
          ...gone.map((webhook) => bench.store.deleteWebhook(webhook)),
        ]);
        expect(await bench.count("deliveries where state = 'delivered' and attempts_made = 1")).toBe(400);
        expect(await bench.count('deliveries')).toBe(400);
        expect(await bench.count('attempts')).toBe(400);
      });
    });

    describe('giving back', () => {
      test('makes them due at once, at their own time, and only under the claim', async () => {
        const webhook = await hook();
        await dueMany(webhook, 300, 0);
        const claimed = await claim({ claim: 'mine' });
        expect(claimed).toHaveLength(300);
        await bench.store.releaseDeliveries('other', claimed);
        expect(await claim()).toEqual([]);
        await bench.store.releaseDeliveries('mine', [...claimed, { ...webhook, id: 'unknown' }]);
        await bench.store.releaseDeliveries('mine', []);
        const again = await claim({ claim: 'again' });
        expect(idsOf(again)).toEqual(idsOf(claimed));
        expect(again.every(({ attemptsMade }) => attemptsMade === 0)).toBe(true);
        await bench.store.releaseDeliveries('mine', claimed);
        expect(await claim()).toEqual([]);
      });

      test('of what was noted or deleted since does nothing', async () => {
        const [webhook, gone] = [await hook(), await hook()];
        const { id } = await due(webhook);
        await due(gone);
        const claimed = await claim({ claim: 'mine' });
        await bench.store.recordAttempts(claimed.filter((held) => held.id === id).map((held) => record(held)));
        await bench.store.deleteWebhook(gone);
        await bench.store.releaseDeliveries('mine', claimed);
        expect(await read(webhook, id)).toMatchObject({ state: 'delivered', nextAttemptAt: null });
      });

      test('what was given back is not noted under the old claim', async () => {
        const webhook = await hook();
        const { id } = await due(webhook);
        const held = only(await claim());
        await bench.store.releaseDeliveries(held.claim, [held]);
        await bench.store.recordAttempts([record(held)]);
        expect(await read(webhook, id)).toMatchObject({ state: 'pending', attempts: [] });
      });
    });
  });
}
