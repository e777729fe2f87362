import { expect, test } from 'vitest';
import type { Engine } from '../../server/store/engine/engine.ts';
import { createStore } from '../../server/store/store.ts';

/** Returns a store whose pings resolve when the test says so. */
function pingedStore() {
  const started: { resolve(): void; reject(reason: unknown): void }[] = [];
  const ping = () =>
    new Promise<void>((resolve, reject) => {
      started.push({ resolve, reject });
    });
  const engine = { ping, isUnavailable: () => true } as unknown as Engine;
  return { store: createStore(engine), started };
}

test('concurrent pings share the ping in flight, and a later ping queries again', async () => {
  const { store, started } = pingedStore();
  const first = Promise.all([store.ping(), store.ping(), store.ping()]);
  expect(started).toHaveLength(1);
  started[0]?.resolve();
  await first;
  const second = store.ping();
  expect(started).toHaveLength(2);
  started[1]?.resolve();
  await second;
});

test('a failed ping rejects for all calls that share it, and a later ping queries again', async () => {
  const { store, started } = pingedStore();
  const answers = Promise.allSettled([store.ping(), store.ping()]);
  started[0]?.reject(new Error('down'));
  for (const answer of await answers) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
  }
  const next = store.ping();
  started[1]?.resolve();
  await expect(next).resolves.toBeUndefined();
});
