import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { cleanUp } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { judge } from './webhooks/judge.ts';
import { runFaults } from './webhooks/run.ts';

/** FAULT_SEED reproduces a run. FAULT_CHANGES sets its number of status changes. */
const SEED = Number(process.env['FAULT_SEED'] ?? 20_260_131);
const CHANGES = Number(process.env['FAULT_CHANGES'] ?? sized(60, 2000));

afterEach(cleanUp);

test('every event is delivered or marked as failed despite failing receivers and killed instances', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase('tables');
  try {
    const options = { databaseUrl: database.url, dataDir: await temporaryFolder(), changes: CHANGES, seed: SEED };
    const record = await runFaults(options);
    const { figures, violations } = await judge(record);
    const found = Object.entries(violations).flatMap(([rule, some]) => some.map((each) => `${rule}: ${each}`));
    expect(found, JSON.stringify({ seed: SEED, ...figures })).toEqual([]);

    // The run is valid only if each of these events happened. On a busy machine, a request can expire early.
    expect(figures.changes).toBeGreaterThan(0.9 * CHANGES);
    expect(figures).toMatchObject({ events: figures.changes, webhooks: 6 });
    for (const happened of ['kills', 'failed', 'delivered', 'expired'] as const)
      expect(figures[happened], happened).toBeGreaterThan(0);
    expect(figures.outcomes).toEqual(expect.arrayContaining(['200', '500', 'connection_closed', 'timeout']));
  } finally {
    await database.drop();
  }
});
