import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { bundled } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { figuresOf, judge } from './webhooks/ledger.ts';
import { runFaults } from './webhooks/run.ts';
import { summaryOf } from './webhooks/summary.ts';

// `npm run fault-run` does the same at any size.

const SEED = 20_260_131;
const CHANGES = sized(60, 2000);

test('receivers that fail in every way, and instances that are killed: every event is delivered or marked failed', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase('tables');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fault-run-'));
  try {
    const record = await runFaults({
      databaseUrl: database.url,
      dataDir,
      changes: CHANGES,
      changesMs: sized(6_000, 120_000),
      speed: 3_000,
      killEveryMs: sized(1_000, 2_500),
      kills: sized(4, Number.POSITIVE_INFINITY),
      seed: SEED,
      // Only what hangs takes as long, however busy the machine is.
      limitMs: 500_000,
      instance: bundled('test/faults/webhooks/instance.ts'),
    });
    const violations = judge(record);
    const figures = figuresOf(record);
    const found = Object.values(violations).flat();
    expect(found, summaryOf(figures, violations)).toEqual([]);

    // Had nothing of this happened, nothing would have been shown.
    // On a busy machine a request may end before its user comes, which is one change and not two.
    expect(figures.changes).toBeGreaterThan(0.9 * CHANGES);
    expect(figures).toMatchObject({ events: figures.changes, webhooks: 10 });
    for (const happened of ['kills', 'failed', 'delivered', 'expired', 'signedTwice', 'afterOverlap'] as const) {
      expect(figures[happened], happened).toBeGreaterThan(0);
    }
    const outcomes = ['500', 'tls_failure', 'dns_failure', 'timeout'];
    expect(Object.keys(figures.outcomes)).toEqual(expect.arrayContaining(outcomes));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await database.drop();
  }
});
