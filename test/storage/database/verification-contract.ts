import { describe, expect, test } from 'vitest';
import { ownerMark } from '../../../server/domain/link-state.ts';
import type { VerificationAction } from '../../../server/domain/verification-lifecycle.ts';
import type { NewVerificationRequest } from '../../../server/storage/database/verifications/verification-store.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import type { DatedRequest } from './samples.ts';
import { aChange, aVerificationRequest, aWebhook, MANY, T0, WINDOW } from './samples.ts';

const claim = (userId = 'user-1'): VerificationAction => ({ kind: 'take', userId });
const verify = (userId = 'user-1'): VerificationAction => ({ kind: 'verify', userId });
const refuse = (userId = 'user-1'): VerificationAction => ({ kind: 'refuse', userId });
const cancel: VerificationAction = { kind: 'cancel' };

export function describeVerification(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`Verification requests on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const find = async ({ clientId, requestId }: NewVerificationRequest) => {
      const found = await bench.store.findVerificationRequests(clientId, [requestId]);
      expect(found.length).toBeLessThanOrEqual(1);
      return found[0];
    };

    const added = async (change: Partial<DatedRequest> = {}) => {
      const request = aVerificationRequest(change);
      expect(await bench.store.addVerificationRequest(request)).toBe('created');
      return request;
    };

    const change = (request: NewVerificationRequest, action: VerificationAction, now = T0 + 1, store = bench.store) =>
      store.changeVerification(request, aChange(action, { now }));
    const claimed = async (given: Partial<DatedRequest> = {}) => {
      const request = await added(given);
      expect(await change(request, claim())).toMatchObject({ outcome: 'changed' });
      return request;
    };

    const hook = async (clientId = 'partner-a') => {
      const webhook = aWebhook({ clientId });
      expect(await bench.store.addWebhook(webhook, 10)).toBe(true);
      return webhook;
    };

    const eventsOf = ({ requestId }: NewVerificationRequest) =>
      bench.database.sql(
        `select status, created_at from events where resource_id = '${requestId}' order by created_at`,
      );

    test('50 concurrent calls on two instances that add the same id create one verification request', async () => {
      const [one, two] = bench.instances(2);
      const requests = Array.from({ length: 50 }, () => aVerificationRequest({ requestId: 'race' }));
      const outcomes = await Promise.all(
        requests.map((request, n) => (n % 2 ? one : two)?.addVerificationRequest(request)),
      );
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(49);
    });

    test('a refused request stores a hash instead of the user id, and deleting the account of the user removes the hash', async () => {
      const request = await added();
      await bench.store.changeVerification(request, aChange(refuse(), { identity: Uint8Array.of(1) }));
      const elsewhere = { ...request, clientId: 'partner-b' };
      expect(await change(elsewhere, claim())).toBeNull();
      expect(await bench.store.readVerificationContent(elsewhere)).toBeNull();
      const endedBy = ownerMark('user-1', request);
      expect(await find(request)).toMatchObject({ status: 'canceled', identity: null, ownerId: null, endedBy });
      await bench.store.disownVerification(request, 'user-2');
      expect(await find(request)).toMatchObject({ endedBy });
      await bench.store.disownVerification(request, 'user-1');
      expect(await find(request)).toMatchObject({ endedBy: null });
    });

    test('a request that the partner canceled has no owner, and a second cancellation changes nothing', async () => {
      await hook();
      const request = await claimed();
      expect(await change(request, cancel, T0 + 2)).toMatchObject({ outcome: 'changed' });
      const canceled = await find(request);
      expect(canceled).toMatchObject({ status: 'canceled', ownerId: null, endedBy: 'partner', finalizedAt: T0 + 2 });
      expect(await change(request, cancel, T0 + 3)).toEqual({ outcome: 'unchanged' });
      expect(await find(request)).toEqual(canceled);
      expect(await eventsOf(request)).toEqual([
        { status: 'incomplete', created_at: T0 + 1 },
        { status: 'canceled', created_at: T0 + 2 },
      ]);
    });

    test('events of a request are in order, even if the clock of an instance is behind', async () => {
      const webhook = await hook();
      const request = await added();
      await change(request, claim(), T0 + 20);
      // Simulates an instance whose clock is behind: this change is dated before the previous change.
      await change(request, verify(), T0 + 10);
      const deliveries = (await bench.store.listDeliveries(webhook, { limit: 10 })) ?? [];
      expect(deliveries.map(({ event }) => [event.status, event.createdAt])).toEqual([
        ['incomplete', T0 + 20],
        ['verified', T0 + 21],
      ]);
    });

    test.each([
      ['refuse', refuse()],
      ['cancel', cancel],
    ])('when the actions "verify" and "%s" run concurrently, only one action succeeds, and only one event is created', async (_, ending) => {
      await hook();
      const [one, two] = bench.instances(2);
      const identity = Uint8Array.of(7);
      for (let round = 0; round < 20; round++) {
        const request = await claimed();
        const verified = aChange(verify(), { identity, now: T0 + 2 });
        const decisions = await Promise.all([
          one?.changeVerification(request, verified),
          change(request, ending, T0 + 2, two),
        ]);
        expect(decisions).toContainEqual({ outcome: 'refused' });
        const status = decisions[0]?.outcome === 'changed' ? 'verified' : 'canceled';
        expect(await find(request)).toMatchObject({ status, identity: status === 'verified' ? identity : null });
        expect(await eventsOf(request)).toEqual([
          { status: 'incomplete', created_at: T0 + 1 },
          { status, created_at: T0 + 2 },
        ]);
      }
      expect(await bench.count('deliveries')).toBe(40);
    });

    test('all changes of verification requests succeed while webhooks are added and deleted', async () => {
      const [one, two] = bench.instances(2);
      const requests = await Promise.all(Array.from({ length: 40 }, () => added()));
      const churn = async () => {
        for (let round = 0; round < 20; round++) await two?.deleteWebhook(await hook());
      };
      const changes = requests.map((request) => change(request, claim(), T0 + 1, one));
      const [decisions] = await Promise.all([Promise.all(changes), churn(), churn()]);
      expect(decisions.map((decision) => decision?.outcome)).toEqual(requests.map(() => 'changed'));
      expect(await bench.count('webhooks')).toBe(0);
      expect(await bench.count('deliveries')).toBe(0);
    });

    test('the store deletes old final requests of each partner, oldest first, and keeps open requests', async () => {
      const ended = async (at: number, action: VerificationAction | null, given: object = {}) => {
        const request = await claimed(given);
        if (action !== null) await change(request, action, at);
        return request;
      };
      const first = await ended(T0 + 10, verify(), { requestId: 'same' });
      const others = [
        await ended(T0 + 30, verify(), { requestId: 'same', clientId: 'partner-b' }),
        await ended(T0 + 30, refuse()),
        await ended(0, null),
      ];
      const second = await ended(T0 + 20, refuse(), { clientId: 'partner-b' });
      const forget = (before: number) => bench.store.forgetVerifications({ now: before, age: 0, limit: 1 });
      expect(await forget(T0 + 9)).toBe(0);
      expect(await forget(T0 + 20)).toBe(1);
      expect(await find(first)).toBeUndefined();
      expect([await forget(T0 + 29), await forget(T0 + 29)]).toEqual([1, 0]);
      expect(await find(second)).toBeUndefined();
      for (const other of others) expect(await find(other)).toMatchObject({ requestId: other.requestId });
      // The partner can reuse the id of the deleted verification request.
      await added({ requestId: 'same' });
    });

    const expire = (now: number, limit = 1000, store = bench.store) =>
      store.expireVerifications({ now, window: WINDOW, limit });

    test('when requests of many partners expire, each event goes only to webhooks of the partner that created the request', async () => {
      const partners = Array.from({ length: 300 }, (_, n) => `partner-${n}`);
      for (const clientId of partners) {
        await added({ clientId });
        if (clientId.endsWith('7')) await hook(clientId);
      }
      expect(await expire(T0 + WINDOW)).toBe(300);
      expect(await bench.count('events')).toBe(30);
      expect(await bench.count('deliveries')).toBe(30);
      expect(
        await bench.database.sql(
          `select 1 from deliveries join events on events.event_id = deliveries.event_id
           join webhooks on webhooks.id = deliveries.webhook_id where webhooks.client_id <> events.client_id`,
        ),
      ).toEqual([]);
    });

    test('four concurrent instances cancel each expired request once, and create one event for each request', async () => {
      await hook();
      const requests = Array.from({ length: MANY }, (_, n) => aVerificationRequest({ createdAt: T0 + n }));
      await Promise.all(requests.map((request) => bench.store.addVerificationRequest(request)));
      const untilDone = async (store: typeof bench.store) => {
        for (let total = 0; ; ) {
          const count = await expire(T0 + 2 * WINDOW, 64, store);
          total += count;
          if (count === 0) return total;
        }
      };
      const totals = await Promise.all(bench.instances(4).map(untilDone));
      expect(totals.reduce((sum, total) => sum + total)).toBe(MANY);
      expect(await bench.count("verification_requests where status = 'canceled'")).toBe(MANY);
      expect(await bench.count('events')).toBe(MANY);
      expect(await bench.count('(select distinct resource_id from events) as e')).toBe(MANY);
      expect(await bench.count('deliveries')).toBe(MANY);
    });
  });
}
