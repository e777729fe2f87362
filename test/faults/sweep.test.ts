import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { hours, seconds, systemClock } from '../../server/domain/clock.ts';
import { withoutDocuments } from '../../server/domain/documents.ts';
import { submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import type { DatedStore } from '../storage/database/dated-store.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { cleanUp, type ServiceOptions, startProcess } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { openData, soon } from './load.ts';

/** Number of expired submissions, large enough that a sweep processes them in several batches. */
const EXPIRED_COUNT = 1500;
const SUBMISSIONS_PER_FILE = 25;

afterEach(cleanUp);

interface Seeded {
  /** IDs of the expired submissions, oldest first. */
  expired: string[];
  /** Submissions whose documents are due for deletion, because their user never signed in to the mobile app. */
  forgotten: string[];
  young: string[];
}

const BODY = example('EducationWithTranscript');
const CLIENT = 'sandbox-partner';
const keyOf = (requestId = '') => ({ clientId: CLIENT, requestId });

const seed = (data: ServiceOptions): Promise<Seeded> =>
  openData(data, async ({ store, files, encryptor }) => {
    await store.migrate();
    const now = systemClock.now();
    async function add(count: number, from: number): Promise<string[]> {
      const ids: string[] = [];
      for (let createdAt = from; ids.length < count; createdAt++) {
        const submissions = Array.from({ length: SUBMISSIONS_PER_FILE }, () => {
          const requestId = randomUUID();
          const content = encryptor.encrypt(Buffer.from(JSON.stringify(BODY)), submissionContent(keyOf(requestId)));
          const assets = [{ assetKey: randomUUID(), assetId: 'a', assetType: 'pdf' as const }];
          const identity = { ...keyOf(requestId), partnerRef: `SEED-${requestId}`, kind: 'education' as const };
          return { ...identity, documentType: 'pdf', content, assets, createdAt };
        });
        await store.addSubmissions(submissions, SUBMISSION_WINDOW);
        ids.push(...submissions.map(({ requestId }) => requestId));
        const { requestId, assets: [asset] = [] } = submissions[0] ?? {};
        const [fileKey, assetKey] = [files.newKey(), asset?.assetKey ?? ''];
        await store.registerFile(fileKey, createdAt);
        await files.put(fileKey, keyOf(requestId), Buffer.from('%PDF-'));
        const file = { fileKey, size: 5, uploadedAt: createdAt };
        await store.recordUpload({ clientId: CLIENT, assetKey }, file, { window: SUBMISSION_WINDOW, quota: 2 ** 40 });
      }
      return ids;
    }
    const before = now - SUBMISSION_WINDOW - hours(1);
    const expired = await add(EXPIRED_COUNT, before);
    const young = await add(50, now - hours(1));
    const forgotten = await add(50, before - hours(1));
    for (const requestId of forgotten)
      for (const kind of ['take', 'consent'] as const) {
        const change = { action: { kind, userId: 'web-user' }, now: before, window: SUBMISSION_WINDOW };
        await store.changeSubmission(keyOf(requestId), change);
      }
    return { expired, forgotten, young };
  });

const stateOf = async (store: DatedStore, requestId?: string) =>
  (await store.findLinkedSubmission(keyOf(requestId)))?.state;

/** Finds wrong data after a sweep. If `isDone`, also reports due submissions that did not change. */
const findWrongData = (data: ServiceOptions, { expired, forgotten, young }: Seeded, isDone: boolean) =>
  openData(data, async ({ store, files, encryptor }) => {
    const wrong: string[] = [];
    const referenced = new Set<string>();
    const stripped = JSON.stringify(withoutDocuments('education', BODY));
    const names = new Map<string, string>([[JSON.stringify(BODY), 'whole']]).set(stripped, 'stripped');
    async function look(requestId: string, before: string, after: string): Promise<void> {
      const assets = await store.listAssets(keyOf(requestId));
      for (const { file, submission } of assets) {
        if (file === null) continue;
        referenced.add(file.fileKey);
        if ((await files.get(file.fileKey, submission)) === null) wrong.push(`${requestId} has a row but no file`);
      }
      const encrypted = await store.readContent(keyOf(requestId));
      const content = encrypted && Buffer.from(encryptor.decrypt(encrypted, submissionContent(keyOf(requestId))));
      const held = names.get(String(content)) ?? String(content);
      const found = [await stateOf(store, requestId), held, `${assets.length} asset`].join(', ');
      if (found !== after && (isDone || found !== before)) wrong.push(`${requestId} is ${found}`);
    }
    const pending = 'pending, whole, 1 asset';
    for (const each of expired) await look(each, pending, 'canceled, null, 0 asset');
    for (const each of forgotten) await look(each, 'completed, whole, 1 asset', 'completed, stripped, 1 asset');
    for (const each of young) await look(each, pending, pending);

    const orphaned = await store.listOrphanedFiles({ before: Number.MAX_SAFE_INTEGER, limit: 10_000 });
    for (const { fileKey } of orphaned) referenced.add(fileKey);
    for (const entry of await readdir(`${data.dataDir}/files`, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !referenced.has(entry.name)) wrong.push(`${entry.name} is not in the database`);
    return wrong;
  });

async function killWhileSweeping(data: ServiceOptions): Promise<void> {
  const seeded = await seed(data);
  const { expired, forgotten } = seeded;
  for (const [round, portion] of [0.2, 0.6].entries()) {
    const service = await startProcess(data);
    await openData(data, ({ store }) =>
      soon(() => stateOf(store, expired[Math.floor(EXPIRED_COUNT * portion)])).toBe('canceled'),
    );
    expect((await service.kill('SIGKILL')).end).toBe('SIGKILL');
    expect(await openData(data, ({ store }) => stateOf(store, expired.at(-1))), `in round ${round}`).toBe('pending');
    expect(await findWrongData(data, seeded, false)).toEqual([]);
  }

  const service = await startProcess(data);
  await openData(data, async ({ store }) => {
    await soon(() => stateOf(store, expired.at(-1))).toBe('canceled');
    const due = { completedBy: systemClock.now() - SUBMISSION_WINDOW + seconds(1), limit: 1 };
    await soon(() => store.listDueDocuments(due)).toEqual([]);
    const last = await store.findLinkedSubmission(keyOf(forgotten.at(-1)));
    expect(last?.documentsDeletedAt).not.toBeNull();
  });
  expect((await service.kill('SIGTERM')).end).toBe(0);
  expect(await findWrongData(data, seeded, true)).toEqual([]);
}

// Only the nightly build runs this test, which is slow. test/faults/kill.test.ts is the quick test of kill -9.
sized(test.skip, test).each(['PostgreSQL', 'the embedded database'])(
  'after kill -9 interrupts the deletion of expired data on %s, a restarted service completes the deletion',
  { timeout: 240_000 },
  async (engine) => {
    const database = engine === 'PostgreSQL' ? await createTestDatabase('tables') : undefined;
    onTestFinished(async () => database?.drop());
    await killWhileSweeping({ dataDir: await temporaryFolder(), databaseUrl: database?.url });
  },
);
