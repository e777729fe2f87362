import { expect, test } from 'vitest';
import type { Engine } from '../../../server/storage/database/engine/database-access.ts';
import { createStore } from '../../../server/storage/database/store.ts';

function pingedStore() {
  const started: { resolve(): void; reject(reason: unknown): void }[] = [];
  const ping = () =>
    new Promise<null>((resolve, reject) => {
      started.push({ resolve: () => resolve(null), reject });
    });
  const engine = { ping, isUnavailable: () => true } as unknown as Engine;
  return { store: createStore(engine), started };
}

test('concurrent pings share one query, and a later ping sends a new query', async () => {
  const { store, started } = pingedStore();
  const pings = [store.ping(), store.ping(), store.ping()];
  started[0]?.resolve();
  await Promise.all(pings);
  void store.ping();
  expect(started).toHaveLength(2);
});
