import { describe, expect, test } from 'vitest';
import type { WebhookCondition } from '../../../server/storage/database/webhooks/webhook-store.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import { aWebhook, T0 } from './samples.ts';

const NO_PREVIOUS = { previousSecret: null, previousEndsAt: null };

export function describeWebhooks(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`Webhooks on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const added = async (change: Parameters<typeof aWebhook>[0] = {}) => {
      const webhook = aWebhook(change);
      expect(await bench.store.addWebhook(webhook, 10)).toBe(true);
      return webhook;
    };

    test('a rotation keeps the current secret as the previous secret, and drops the older secret', async () => {
      const webhook = await added();
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
      const webhook = await added();
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
    ])('of concurrent changes to the same version, only one %s succeeds', async (_name, change) => {
      const webhook = await added();
      const before = { ...webhook, ...NO_PREVIOUS };
      expect(await change({ ...webhook, versions: [0, 2] })).toBeFalsy();
      expect(await bench.store.findWebhook(webhook)).toEqual(before);
      const condition = { ...webhook, versions: [0, 1] };
      const changes = await Promise.all(Array.from({ length: 4 }, () => change(condition)));
      expect(changes.filter(Boolean)).toHaveLength(1);
    });

    describe('The webhook limit', () => {
      test('the limit applies per partner, and a deleted webhook no longer counts', async () => {
        const webhooks = [await added(), await added()];
        expect(await bench.store.addWebhook(aWebhook(), 2)).toBe(false);
        expect(await bench.store.addWebhook(aWebhook({ clientId: 'partner-b' }), 2)).toBe(true);
        expect(await bench.store.listWebhooks('partner-a')).toHaveLength(2);
        await bench.store.deleteWebhook(webhooks[0] ?? aWebhook());
        expect(await bench.store.addWebhook(aWebhook(), 2)).toBe(true);
        expect(await bench.store.addWebhook(aWebhook({ clientId: 'partner-c' }), 0)).toBe(false);
      });

      test('with a limit of ten, 50 concurrent additions on two instances store ten webhooks', async () => {
        const [one, two] = bench.instances(2);
        const webhooks = Array.from({ length: 50 }, () => aWebhook());
        const results = await Promise.all(webhooks.map((webhook, n) => (n % 2 ? one : two)?.addWebhook(webhook, 10)));
        const stored = webhooks.filter((_, n) => results[n]).map(({ id }) => id);
        expect(stored).toHaveLength(10);
        const listed = await bench.store.listWebhooks('partner-a');
        expect(listed.map(({ id }) => id).sort()).toEqual(stored.sort());
      });
    });
  });
}
