import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Libsql from 'libsql';
import { expect, test, vi } from 'vitest';
import { openSqliteStore } from '../../server/storage/database/store.ts';
import type { NewSubmission } from '../../server/storage/database/submissions/submission.ts';
import { aSubmission, WINDOW } from '../storage/database/samples.ts';
import { temporaryFolder } from '../support/folders.ts';
import { sized } from '../support/size.ts';

// A power cut can lose data that was written but not synced. Each disk sector then has either its old or its new
// content. This test assumes that SQLite syncs its log at the end of each commit and before a checkpoint.
// `test/storage/database/sqlite.test.ts` checks the settings that cause these syncs.

const SECTOR_BYTES = 512;

const COMMITS = sized(30, 60);
const ROWS = 64;
const CUTS = sized(1, 4);

interface Files {
  database: Buffer;
  log: Buffer;
}

/** Reads the log first, so that the test fails if SQLite confirms a commit before SQLite writes the log. */
function readFiles(file: string): Files {
  const log = readFileSync(`${file}-wal`);
  return { log, database: readFileSync(file) };
}

/** Returns `before` with the changed sectors of `after` up to a random sector, and sometimes with a few later ones. */
function someSectors(before: Buffer, after: Buffer): Buffer {
  const left = Buffer.alloc(Math.max(before.length, after.length));
  before.copy(left);
  const changed: number[] = [];
  for (let at = 0; at < left.length; at += SECTOR_BYTES) {
    if (!left.subarray(at, at + SECTOR_BYTES).equals(after.subarray(at, at + SECTOR_BYTES))) changed.push(at);
  }
  const inOrder = Math.floor(Math.random() * (changed.length + 1));
  const later = Math.max(0, Math.random() * 2 - 1);
  for (const [index, at] of changed.entries()) {
    if (index < inOrder || Math.random() < later) left.set(after.subarray(at, at + SECTOR_BYTES), at);
  }
  return left;
}

/** Returns files that a power cut during a commit can leave. A commit writes the log, and sometimes a checkpoint. */
function aCut(before: Files, after: Files): Files[] {
  const inLog = { database: before.database, log: someSectors(before.log, after.log) };
  const inCheckpoint = { database: someSectors(before.database, after.database), log: after.log };
  return after.database.equals(before.database) ? [inLog] : [inLog, inCheckpoint];
}

test('after a power cut, every acknowledged submission exists, and no commit is stored in part', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'service.db');
  const store = openSqliteStore(file);
  const acknowledged = new Map<string, NewSubmission>();
  const seen = { nothing: 0, all: 0, checkpoints: 0 };

  /** Opens the files that a power cut left, as the next start of the service does. Checks that no data is lost. */
  async function expectAllIn(left: Files, pending: readonly NewSubmission[]): Promise<void> {
    // Each copy has its own folder, because libsql closes a file only when its statements are garbage-collected.
    const copy = path.join(await mkdtemp(path.join(folder, 'cut-')), 'service.db');
    await writeFile(copy, left.database);
    await writeFile(`${copy}-wal`, left.log);
    const database = new Libsql(copy);
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const rows = database.prepare('select request_id, content from submissions').all() as {
      request_id: string;
      content: ArrayBuffer;
    }[];
    database.close();
    await rm(path.dirname(copy), { recursive: true });
    const found = new Map(rows.map((row) => [row.request_id, Buffer.from(row.content)]));
    const lost = [...acknowledged].filter(([id, { content }]) => !found.get(id)?.equals(content));
    expect(lost.map(([id]) => id)).toEqual([]);
    const storedCount = pending.filter(({ requestId }) => found.has(requestId)).length;
    expect(found.size).toBe(acknowledged.size + storedCount);
    expect([0, pending.length]).toContain(storedCount);
    if (storedCount === 0) seen.nothing++;
    else seen.all++;
  }

  // Fake timers stop the checkpoint timer, so that only commits write.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    await store.migrate();
    let before = readFiles(file);
    for (let commit = 0; commit < COMMITS; commit++) {
      const submissions = Array.from({ length: ROWS }, () => aSubmission());
      await store.addSubmissions(submissions, WINDOW);
      const after = readFiles(file);
      for (let cut = 0; cut < CUTS; cut++) {
        const [inLog, inCheckpoint] = aCut(before, after);
        if (inLog) await expectAllIn(inLog, submissions);
        if (inCheckpoint) await expectAllIn(inCheckpoint, submissions);
      }
      if (!after.database.equals(before.database)) seen.checkpoints++;
      for (const submission of submissions) acknowledged.set(submission.requestId, submission);
      await expectAllIn(after, []);
      before = after;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
    await store.close();
  }
}, 120_000);
