// The fault run at any size: `npm run fault-run -- --changes 2000 [--seed 1]`. Ends with 1 when a rule does not hold.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { figuresOf, judge } from './ledger.ts';
import { withPostgres } from './own-postgres.ts';
import { runFaults } from './run.ts';
import { summaryOf } from './summary.ts';

const { values } = parseArgs({
  options: { changes: { type: 'string', default: '2000' }, seed: { type: 'string' } },
});
const changes = Number(values.changes);
const seed = Number(values.seed ?? randomBytes(4).readUInt32LE());
if (!Number.isInteger(changes) || changes < 1 || !Number.isInteger(seed)) {
  throw new RangeError('--changes and --seed are whole numbers');
}
process.stdout.write(`${changes} changes, seed ${seed}\n`);

const dataDir = await mkdtemp(path.join(tmpdir(), 'fault-run-'));
try {
  const record = await withPostgres((databaseUrl) =>
    runFaults({
      databaseUrl,
      dataDir,
      changes,
      // At least as long as it takes to kill each instance a few times.
      changesMs: Math.max(10_000, changes * 30),
      speed: 1_500,
      killEveryMs: 3_000,
      kills: Number.POSITIVE_INFINITY,
      seed,
      limitMs: Math.max(10_000, changes * 30) + 180_000,
      onProgress: (progress) => process.stderr.write(`${progress}\n`),
    }),
  );
  const violations = judge(record);
  process.stdout.write(`${summaryOf(figuresOf(record), violations)}\n`);
  if (Object.values(violations).some((found) => found.length > 0)) process.exitCode = 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
