import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ClaimedDocument, DownloadResult } from '../../../server/storage/database/documents/document-store.ts';
import type { NewDocument, NewSubmission } from '../../../server/storage/database/submissions/submission.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import type { DatedStore } from './dated-store.ts';
import type { DatedSubmission } from './samples.ts';
import { aSubmission, ROOM, T0, WINDOW } from './samples.ts';

const aDocument = (change: Partial<NewDocument> = {}): NewDocument => ({
  documentKey: randomUUID(),
  ref: 'REF-1',
  assetType: 'pdf',
  ...change,
});

const withDocuments = (count = 1, change: Partial<DatedSubmission> = {}): DatedSubmission =>
  aSubmission({
    clientId: `partner-${randomUUID()}`,
    documents: Array.from({ length: count }, (_, n) => aDocument({ ref: `REF-${count - n}` })),
    ...change,
  });

const WAITS = { state: 'pending', error: 'no_room', delay: 55 } as const;

const stored = (fileKey: string = randomUUID(), quota = ROOM.quota): DownloadResult => ({
  state: 'stored',
  file: { fileKey, size: 7 },
  quota,
  ifFull: WAITS,
});

export function describeDocuments(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`Linked documents on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const added = async (submission = withDocuments()) => {
      const [result] = await bench.store.addSubmissions([submission], WINDOW);
      expect(result?.outcome).toBe('created');
      return submission;
    };
    const claim = (now = T0, change: Partial<Parameters<DatedStore['claimDocuments']>[0]> = {}) =>
      bench.store.claimDocuments({ now, lease: 100, claim: 'claim-1', limit: 10, busy: [], ...change });
    const claimedOne = async (now = T0): Promise<ClaimedDocument> => {
      const [document] = await claim(now);
      if (document === undefined) throw new Error('No document to claim');
      return document;
    };
    const record = (document: ClaimedDocument, result: DownloadResult, now = T0 + 5, store = bench.store) => {
      const { documentKey, claim, submission } = document;
      return store.recordDocument({ ...submission, documentKey, claim, now, window: WINDOW, result });
    };
    const documentsOf = (submission: NewSubmission) => bench.store.listDocuments([submission]);
    const act = (submission: NewSubmission, kind: 'take' | 'consent' | 'decline', now = T0 + 1, store = bench.store) =>
      store.changeSubmission(submission, { action: { kind, userId: 'u' }, now, window: WINDOW });
    const orphanedFiles = async () =>
      (await bench.store.listOrphanedFiles({ before: Number.MAX_SAFE_INTEGER, limit: 1000 })).map(
        ({ fileKey }) => fileKey,
      );

    test('a repeated submission adds no documents, and a new submission with the id of an expired submission adds its own documents', async () => {
      const first = await added();
      const { clientId, partnerRef } = first;
      const again = withDocuments(1, { clientId, partnerRef, createdAt: T0 + 1 });
      expect(await bench.store.addSubmissions([again], WINDOW)).toMatchObject([{ outcome: 'replayed' }]);
      expect(await bench.count('documents')).toBe(1);
      const anew = await added(withDocuments(1, { clientId, partnerRef, createdAt: T0 + WINDOW }));
      expect(await documentsOf(first)).toEqual([]);
      expect(await documentsOf(anew)).toHaveLength(1);
    });

    test('an instance claims the earliest due document of each partner that has no download in progress', async () => {
      const old = await added(withDocuments(1, { clientId: 'a' }));
      const young = await added(withDocuments(1, { clientId: 'a', createdAt: T0 + 1 }));
      const other = await added(withDocuments(1, { clientId: 'b', createdAt: T0 + 2 }));
      const ids = async (busy: string[] = []) =>
        (await claim(T0 + 9, { busy })).map(({ submission }) => submission.requestId).sort();
      expect(await ids(['a', 'b'])).toEqual([]);
      expect(await ids(['a'])).toEqual([other.requestId]);
      expect(await ids()).toEqual([old.requestId]);
      expect(await ids()).toEqual([young.requestId]);
    });

    test('instances claim documents of all partners in turn, regardless of how many documents a partner has', async () => {
      const documents = Array.from({ length: 30 }, () => withDocuments(1, { clientId: 'a' }));
      await bench.store.addSubmissions(documents, WINDOW);
      for (const clientId of ['b', 'c']) await added(withDocuments(1, { clientId, createdAt: T0 + 1 }));
      const served = [];
      for (let n = 0; n < 4; n++) {
        const [document] = await claim(T0 + 9, { limit: 1 });
        served.push(document?.submission.clientId);
      }
      expect(new Set(served.slice(0, 3))).toEqual(new Set(['a', 'b', 'c']));
    });

    test('four concurrent instances claim each of 200 documents once', async () => {
      const submissions = Array.from({ length: 200 }, (_, n) => withDocuments(1, { clientId: `p-${n % 7}` }));
      await bench.store.addSubmissions(submissions, WINDOW);
      const keys: string[] = [];
      const untilDone = async (store: DatedStore) => {
        for (let idle = 0; idle < 3; ) {
          const options = { now: T0, lease: 9, claim: randomUUID(), limit: 4, busy: [] };
          const claimed = await store.claimDocuments(options);
          keys.push(...claimed.map(({ documentKey }) => documentKey));
          idle = claimed.length === 0 ? idle + 1 : 0;
        }
      };
      await Promise.all(bench.instances(4).map(untilDone));
      expect(keys).toHaveLength(200);
      expect(new Set(keys).size).toBe(200);
    });

    test('a document that exceeds the file quota is retried later, and files count towards the quota until the user consents', async () => {
      const clientId = `partner-${randomUUID()}`;
      const submissions = [];
      for (let n = 0; n < 3; n++) submissions.push(await added(withDocuments(1, { clientId })));
      const [first, second, third] = submissions;
      if (first === undefined || second === undefined || third === undefined) throw new Error('Too few submissions');
      const recordNext = async (quota: number) => record(await claimedOne(), stored(undefined, quota));
      await act(first, 'take');
      expect(await recordNext(7)).toBe('recorded');
      await bench.store.registerFile('file-1', T0);
      expect(await record(await claimedOne(), stored('file-1', 13))).toBe('dropped');
      const waiting = { state: 'pending', attemptsMade: 1, error: 'no_room', availableAt: T0 + 60, file: null };
      expect(await documentsOf(second)).toMatchObject([waiting]);
      expect(await orphanedFiles()).toEqual(['file-1']);
      await act(first, 'consent');
      expect(await recordNext(7)).toBe('recorded');
      // The document is stored although the quota is 0, because accepted submissions do not count towards the quota.
      await act(second, 'take');
      await act(second, 'consent');
      expect(await record(await claimedOne(T0 + 60), stored(undefined, 0))).toBe('recorded');
    });

    test('a document that is downloaded after its submission expired is unavailable, and its file is listed as orphaned', async () => {
      const submission = await added();
      const document = await claimedOne();
      await bench.store.registerFile('file-1', T0);
      expect(await record(document, stored('file-1'), T0 + WINDOW)).toBe('dropped');
      expect(await documentsOf(submission)).toMatchObject([{ state: 'unavailable', file: null }]);
      expect(await orphanedFiles()).toEqual(['file-1']);
    });

    test('when documents are deleted, the store lists their files as orphaned, and discards the download in progress', async () => {
      const submission = await added(withDocuments(2));
      await act(submission, 'take');
      await act(submission, 'consent', T0 + 2);
      const first = await claimedOne();
      await record(first, stored('file-1'));
      const inProgress = await claimedOne();
      const content = Uint8Array.of(1);
      expect(await bench.store.deleteDocuments(submission, content, T0 + 9)).toEqual(['file-1']);
      expect(await orphanedFiles()).toEqual(['file-1']);
      expect(await record(inProgress, stored('file-2'))).toBe('dropped');
      const states = new Map((await documentsOf(submission)).map((each) => [each.documentKey, each]));
      expect(states.get(first.documentKey)).toMatchObject({ state: 'deleted', file: null });
      expect(states.get(inProgress.documentKey)).toMatchObject({ state: 'unavailable', file: null });
      expect(await claim(T0 + WINDOW)).toEqual([]);
    });

    test('if a download completes while the user declines, no row references the downloaded file', async () => {
      const [one, two] = bench.instances(2);
      for (let round = 0; round < 20; round++) {
        const submission = await added();
        await act(submission, 'take');
        const document = await claimedOne();
        const fileKey = randomUUID();
        await bench.store.registerFile(fileKey, T0);
        await Promise.all([record(document, stored(fileKey), T0 + 5, one), act(submission, 'decline', T0 + 6, two)]);
        expect(await documentsOf(submission)).toEqual([]);
        expect(await orphanedFiles()).toContain(fileKey);
      }
    });
  });
}
