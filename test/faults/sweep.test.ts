import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
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

/** Number of expired submissions. It is large enough that a sweep needs several batches. */
const EXPIRED = sized(1000, 1500);
/** Number of submissions per uploaded file. */
const FILE_EVERY = 25;

afterEach(cleanUp);

interface Seeded {
  /** Submissions whose window has ended, oldest first. */
  expired: string[];
  /** Submissions that a user who never signed in to the mobile app completed long ago. */
  forgotten: string[];
  /** Submissions that a user of the mobile app completed long ago, and submissions whose window has not ended. */
  kept: string[];
}

const BODY = example('EducationWithTranscript');
const CLIENT = 'sandbox-partner';

/** Adds submissions of different ages to the store without starting the service. */
const seed = (data: ServiceOptions, count: number): Promise<Seeded> =>
  openData(data, async ({ store, files, encryptor }) => {
    await store.migrate();
    const now = systemClock.now();

    const add = async (count: number, createdAt: number) => {
      const submissions = Array.from({ length: count }, (_, n) => {
        const requestId = randomUUID();
        const assets = [{ assetKey: randomUUID(), assetId: 'a', assetType: 'pdf' as const }];
        const content = encryptor.encrypt(
          Buffer.from(JSON.stringify(BODY)),
          submissionContent({ clientId: CLIENT, requestId }),
        );
        const kind = 'education' as const;
        const partnerRef = `SEED-${randomUUID()}`;
        const identity = { clientId: CLIENT, partnerRef, kind, documentType: 'pdf' };
        return { ...identity, requestId, content, assets, createdAt: createdAt + n };
      });
      // One call for each submission, because all submissions of a call have the same time.
      for (const submission of submissions) await store.addSubmissions([submission], SUBMISSION_WINDOW);
      for (const { assets, requestId, createdAt: uploadedAt } of submissions.filter((_, n) => n % FILE_EVERY === 0)) {
        const fileKey = files.newKey();
        await store.registerFile(fileKey, uploadedAt);
        await files.put(fileKey, { clientId: CLIENT, requestId }, Buffer.from('%PDF-'));
        await store.recordUpload(
          { clientId: CLIENT, assetKey: assets[0]?.assetKey ?? '' },
          { fileKey, size: 5, uploadedAt },
          { window: SUBMISSION_WINDOW, quota: 2 ** 40 },
        );
      }
      return submissions.map(({ requestId }) => requestId);
    };
    const complete = async (requestIds: string[], userId: string, at: number) => {
      for (const requestId of requestIds) {
        for (const kind of ['take', 'consent'] as const) {
          await store.changeSubmission(
            { clientId: CLIENT, requestId },
            { action: { kind, userId }, now: at, window: SUBMISSION_WINDOW },
          );
        }
      }
      return requestIds;
    };

    const expired = await add(count, now - SUBMISSION_WINDOW - hours(1));
    const young = await add(50, now - hours(1));
    const mobileUser = randomUUID();
    await store.ensureUser({ id: mobileUser, accountHash: 'm', createdAt: now - SUBMISSION_WINDOW });
    await store.noteMobileSignIn(mobileUser, now - SUBMISSION_WINDOW);
    const before = now - SUBMISSION_WINDOW - hours(1);
    const forgotten = await complete(await add(50, before - hours(1)), 'web-user', before);
    const kept = await complete(await add(50, before - hours(1)), mobileUser, before);
    return { expired, forgotten, kept: [...kept, ...young] };
  });

const stateOf = async (store: DatedStore, requestId: string | undefined) =>
  (await store.findLinkedSubmission({ clientId: CLIENT, requestId: requestId ?? '' }))?.state;

/** Returns the submissions that are only partly swept and, with `isDone`, the due submissions that are not swept. */
const findWrongData = (data: ServiceOptions, { expired, forgotten, kept }: Seeded, isDone: boolean) =>
  openData(data, async ({ store, files, encryptor }) => {
    const wrong: string[] = [];
    const contentOf = async (requestId: string) => {
      const encrypted = await store.readContent({ clientId: CLIENT, requestId });
      return (
        encrypted &&
        Buffer.from(encryptor.decrypt(encrypted, submissionContent({ clientId: CLIENT, requestId }))).toString()
      );
    };
    const referenced = new Set<string>();
    const whole = JSON.stringify(BODY);
    const stripped = JSON.stringify(withoutDocuments('education', BODY));
    const look = async (requestId: string, isAllowed: (found: string) => boolean) => {
      const assets = await store.listAssets({ clientId: CLIENT, requestId });
      for (const { file, submission } of assets) {
        if (file === null) continue;
        referenced.add(file.fileKey);
        if ((await files.get(file.fileKey, submission)) === null) wrong.push(`${requestId} has a row but no file`);
      }
      const content = await contentOf(requestId);
      const held = content === whole ? 'whole' : content === stripped ? 'stripped' : String(content);
      const found = [await stateOf(store, requestId), held, `${assets.length} asset`].join(', ');
      if (!isAllowed(found)) wrong.push(`${requestId} is ${found}`);
    };
    const wasPending = 'pending, whole, 1 asset';
    const wasCompleted = 'completed, whole, 1 asset';
    const either = (was: string, becomes: string) => (found: string) => found === becomes || (!isDone && found === was);
    for (const each of expired) await look(each, either(wasPending, 'canceled, null, 0 asset'));
    for (const each of forgotten) await look(each, either(wasCompleted, 'completed, stripped, 1 asset'));
    for (const each of kept) await look(each, (found) => [wasPending, wasCompleted].includes(found));

    const orphaned = await store.listOrphanedFiles(Number.MAX_SAFE_INTEGER, 10_000);
    for (const { fileKey } of orphaned) referenced.add(fileKey);
    const entries = await readdir(`${data.dataDir}/files`, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile() && !referenced.has(entry.name)) wrong.push(`${entry.name} is not in the database`);
    }
    return wrong;
  });

async function killWhileSweeping(data: ServiceOptions): Promise<void> {
  const seeded = await seed(data, EXPIRED);
  const { expired, forgotten } = seeded;
  for (const [round, portion] of sized([0.2], [0.2, 0.6]).entries()) {
    const service = await startProcess(data);
    await openData(data, ({ store }) =>
      soon(() => stateOf(store, expired[Math.floor(EXPIRED * portion)])).toBe('canceled'),
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
    const last = await store.findLinkedSubmission({ clientId: CLIENT, requestId: forgotten.at(-1) ?? '' });
    expect(last?.documentsDeletedAt).not.toBeNull();
  });
  expect((await service.kill('SIGTERM')).end).toBe(0);
  expect(await findWrongData(data, seeded, true)).toEqual([]);
}

test.each(
  sized(['PostgreSQL'], ['PostgreSQL', 'the embedded database']),
)('a restart completes a sweep that kill -9 interrupted, on %s', {
  timeout: 240_000,
}, async (engine) => {
  const database = engine === 'PostgreSQL' ? await createTestDatabase('tables') : undefined;
  try {
    await killWhileSweeping({ dataDir: await temporaryFolder(), databaseUrl: database?.url });
  } finally {
    await cleanUp();
    await database?.drop();
  }
});
