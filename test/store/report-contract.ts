import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import { aChange, anEvent, aSubmission, aVerificationRequest, aWebhook, submissionAt, T0, WINDOW } from './samples.ts';

/** What every store guarantees of the operator's report. */
export function describeReport(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`the report on ${engine}`, () => {
    const bench = useBench(createDatabase);

    beforeEach(async () => {
      const { store } = bench;
      const chained = { origins: [['Acme', 'Globex']] };
      const submissions = [
        aSubmission(chained),
        aSubmission(chained),
        aSubmission({ ...chained, clientId: 'partner-b' }),
        aSubmission({ origins: [['Globex'], ['Acme', 'Globex']] }),
        aSubmission({ kind: 'right_to_work' }),
      ];
      await store.addSubmissions(submissions, WINDOW);
      const act = (n: number, kind: 'open' | 'consent' | 'decline') =>
        store.changeSubmission(submissions[n] ?? submissionAt(''), {
          action: { kind, userId: 'user-1' },
          now: T0 + 1,
          window: WINDOW,
        });
      for (const n of [0, 1]) await act(n, 'open');
      await act(0, 'consent');
      await act(1, 'decline');
      const [open, done] = [aVerificationRequest(), aVerificationRequest({ origins: [['Job board']] })];
      for (const request of [open, done]) await store.addVerificationRequest(request);
      for (const kind of ['open', 'cancel'] as const)
        await store.changeVerification(done, aChange({ kind, userId: 'user-1' }));
    });

    test('counts what came of submissions and requests by partner, kind and origin, also of what was erased', async () => {
      const report = await bench.store.reportPartners();
      const line = (clientId: string, kind: string, origins: string[][], counts: number[]) => {
        const [incomplete, verified, canceled] = counts;
        return { clientId, kind, origins, incomplete, verified, canceled };
      };
      expect(report).toHaveLength(6);
      expect(report).toEqual(
        expect.arrayContaining([
          line('partner-a', 'education', [['Acme', 'Globex']], [0, 1, 1]),
          line('partner-b', 'education', [['Acme', 'Globex']], [1, 0, 0]),
          line('partner-a', 'education', [['Globex'], ['Acme', 'Globex']], [1, 0, 0]),
          line('partner-a', 'right_to_work', [], [1, 0, 0]),
          line('partner-a', 'verification_request', [], [1, 0, 0]),
          line('partner-a', 'verification_request', [['Job board']], [0, 0, 1]),
        ]),
      );
    });

    test('of the outbox it says which webhooks wait for how much, and since when', async () => {
      const { store } = bench;
      const [busy, idle] = [aWebhook(), aWebhook()];
      const other = aWebhook({ clientId: 'partner-b' });
      for (const webhook of [busy, idle, other]) await store.addWebhook(webhook, 10);
      const due = (webhook: typeof busy, createdAt: number, deliveryId: string = randomUUID()) =>
        store.addTestDelivery(webhook, { deliveryId, event: anEvent({ clientId: webhook.clientId, createdAt }) });
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
        (await store.reportQueue(now)).toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1));
      expect(await sorted(T0 + 7)).toEqual([
        { clientId: 'partner-a', webhookId: busy.id, due: 2, pending: 3, dueSince: T0 + 5 },
        { clientId: 'partner-b', webhookId: other.id, due: 0, pending: 1, dueSince: null },
      ]);
      expect(await store.countWaiting()).toEqual({ webhooks: 3, documents: 0 });
    });
  });
}
