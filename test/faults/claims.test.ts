import { expect, test } from 'vitest';
import type { ClaimedDelivery } from '../../server/storage/database/webhooks/delivery-store.ts';
import { openDatedPostgres } from '../storage/database/database-under-test.ts';
import { anAttempt, anEvent, aWebhook, T0 } from '../storage/database/samples.ts';
import { queryPostgres } from '../support/postgres.ts';
import { startOwnPostgres } from '../support/postgres-server.ts';
import { sized } from '../support/size.ts';

// This test crashes its own PostgreSQL server, which is slow, so only the nightly build runs it.
sized(test.skip, test)(
  'after a crash of PostgreSQL, recorded webhook attempts still exist, and a leased delivery is due again when the lease expires',
  { timeout: 60_000 },
  async () => {
    // With this delay, only a synchronous commit writes the WAL before the crash.
    const postgres = await startOwnPostgres({ syncs: false, flags: ['-c', 'wal_writer_delay=10s'] });
    const store = openDatedPostgres(postgres.url);
    const webhook = aWebhook();
    const claim = (claim: string, now = T0) => {
      const shares = [{ clientId: webhook.clientId, webhookId: webhook.id, share: 1 }];
      return store.claimDeliveries({ now, shares, lease: 9, claim });
    };
    const record = (delivery: ClaimedDelivery) =>
      store.recordAttempts([{ delivery, claim: delivery.claim, attempt: anAttempt(), next: { state: 'delivered' } }]);
    try {
      await store.migrate();
      await store.addWebhook(webhook, 1);
      for (const deliveryId of ['1', '2'])
        await store.addTestDelivery(webhook, {
          deliveryId,
          event: anEvent({ createdAt: T0 - 2 + Number(deliveryId) }),
        });
      for (const recorded of await claim('first')) await record(recorded);
      const [taken] = await claim('second');

      const serverProcess = async () => {
        const [row] = await queryPostgres(
          postgres.url,
          `select pid, backend_start::text as start from pg_stat_activity where backend_type = 'checkpointer'`,
        );
        return row as { pid: number; start: string };
      };
      const killed = await serverProcess();
      // PostgreSQL restarts all its processes and recovers from the WAL after one process is killed.
      process.kill(killed.pid, 'SIGKILL');
      const hasRestarted = () =>
        serverProcess()
          .then(({ start }) => start !== killed.start)
          .catch(() => false);
      await expect.poll(hasRestarted, { interval: 50, timeout: 30_000 }).toBe(true);

      const again = await claim('third', T0 + 9).catch(() => claim('third', T0 + 9));
      expect(again.map(({ id }) => id)).toEqual(['2']);
      for (const delivery of [taken, ...again]) if (delivery) await record(delivery);
      expect(await store.listDeliveries(webhook, { limit: 3 })).toMatchObject([
        { id: '2', state: 'delivered', attempts: [{}] },
        { id: '1', state: 'delivered', attempts: [{}] },
      ]);
    } finally {
      await store.close();
      await postgres.stop();
    }
  },
);
