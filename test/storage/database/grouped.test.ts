import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Engine } from '../../../server/storage/database/engine/database-access.ts';
import { createStore, groupCommits, type Store } from '../../../server/storage/database/store.ts';
import type { NewSubmission } from '../../../server/storage/database/submissions/submission.ts';
import { aSubmission, WINDOW } from './samples.ts';

const MIB = new Uint8Array(1024 * 1024);

function recordingStore({ stalled = false } = {}) {
  const commitSizes: number[] = [];
  const addSubmissions = async (submissions: readonly NewSubmission[], window: number) => {
    expect(window).toBe(WINDOW);
    commitSizes.push(submissions.length);
    if (stalled) await new Promise(() => {});
    return submissions.map(() => ({ outcome: 'created' }));
  };
  return { store: { addSubmissions } as unknown as Store, commitSizes };
}

const large = () => aSubmission({ content: MIB });

test('while the database does not respond, up to 64 MiB of submissions wait in memory, and further submissions are rejected', async () => {
  const { store, commitSizes } = recordingStore({ stalled: true });
  const { addSubmission } = groupCommits(store, WINDOW);
  void addSubmission(large());
  await expect.poll(() => commitSizes, { interval: 1 }).toEqual([1]);
  for (let waiting = 0; waiting < 64; waiting++) void addSubmission(large());
  await expect(addSubmission(aSubmission())).rejects.toBeInstanceOf(StoreUnavailable);
});

test('concurrent database pings share one query, and a later ping sends a new query', async () => {
  const queries: (() => void)[] = [];
  const ping = () => new Promise<null>((resolve) => queries.push(() => resolve(null)));
  const store = createStore({ ping, isUnavailable: () => true } as unknown as Engine);
  const pings = [store.ping(), store.ping(), store.ping()];
  queries[0]?.();
  await Promise.all(pings);
  void store.ping();
  expect(queries).toHaveLength(2);
});
