import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownerMark } from '../../../server/domain/link-state.ts';
import type { SubmissionAction } from '../../../server/domain/submission-lifecycle.ts';
import type { ClaimedDocument } from '../../../server/storage/database/documents/document-store.ts';
import type {
  HeldSubmission,
  NewSubmission,
  SubmissionId,
} from '../../../server/storage/database/submissions/submission.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import type { DatedSubmission } from './samples.ts';
import {
  aBatch,
  aChange,
  aSubmission,
  assetAt,
  aVerificationRequest,
  MANY,
  ROOM,
  submissionAt,
  T0,
  WINDOW,
} from './samples.ts';

const claim = (userId = 'user-1'): SubmissionAction => ({ kind: 'take', userId });
const consent = (userId = 'user-1'): SubmissionAction => ({ kind: 'consent', userId });
const decline = (userId = 'user-1'): SubmissionAction => ({ kind: 'decline', userId });
const cancel: SubmissionAction = { kind: 'cancel' };

const asAdded = ({ content: _, assets: __, documents: ___, ...rest }: DatedSubmission): HeldSubmission => ({
  ...rest,
  state: 'pending',
  finalizedAt: null,
  ownerId: null,
  endedBy: null,
  documentsDeletedAt: null,
});

const STORED = { outcome: 'stored' };
const aFile = (size = 5) => ({ fileKey: randomUUID(), size, uploadedAt: T0 + 1 });

export function describeLifecycle(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`The lifecycle of submissions on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const added = async (submission = aSubmission()) => {
      const [result] = await bench.store.addSubmissions([submission], WINDOW);
      expect(result?.outcome).toBe('created');
      return submission;
    };
    const change = (id: SubmissionId, action: SubmissionAction, now = T0 + 1, store = bench.store) =>
      store.changeSubmission(id, { action, now, window: WINDOW });
    const held = (submission: NewSubmission) => bench.store.findLinkedSubmission(submission);
    const claimed = async (submission = aSubmission(), userId = 'user-1') => {
      await added(submission);
      expect(await change(submission, claim(userId), submission.createdAt)).toMatchObject({ outcome: 'changed' });
      return submission;
    };
    const completed = async (submission = aSubmission(), at = T0 + 2, userId = 'user-1') => {
      await claimed(submission, userId);
      expect(await change(submission, consent(userId), at)).toMatchObject({ outcome: 'changed' });
      return submission;
    };
    const declined = async (submission = aSubmission(), at = T0 + 2) => {
      await claimed(submission);
      expect(await change(submission, decline(), at)).toMatchObject({ outcome: 'changed' });
      return submission;
    };
    const contentOfStored = (submission: NewSubmission) => bench.store.readContent(submission);
    const filesOf = async (submission: NewSubmission) =>
      (await bench.store.listAssets(submission)).map(({ file }) => file?.fileKey ?? null).sort();
    const uploaded = async ({ clientId, assets }: NewSubmission) => {
      const files = assets.map(() => aFile());
      for (const [n, { assetKey }] of assets.entries())
        expect(await bench.store.recordUpload({ clientId, assetKey }, files[n] ?? aFile(), ROOM)).toMatchObject(STORED);
      return files.map(({ fileKey }) => fileKey).sort();
    };
    const orphanedFiles = async () => {
      const orphaned = await bench.store.listOrphanedFiles({ before: Number.MAX_SAFE_INTEGER, limit: 10_000 });
      return orphaned.map(({ fileKey }) => fileKey).sort();
    };
    const quotaBytesByPartner = async () => {
      const rows = await bench.database.sql('select client_id, cast(bytes as text) as bytes from pending_uploads');
      return Object.fromEntries(rows.map((row) => [row['client_id'], row['bytes']]));
    };
    const expectErased = async (submission: NewSubmission) => {
      const { clientId, requestId, assets } = submission;
      expect(await contentOfStored(submission)).toBeNull();
      expect(await bench.store.listAssets(submission)).toEqual([]);
      for (const { assetKey } of assets) expect(await bench.store.findAsset({ clientId, assetKey })).toBeNull();
      const [row] = await bench.database.sql(`select content from submissions where request_id = '${requestId}'`);
      expect(row).toEqual({ content: null });
    };

    test('if 50 users claim a submission concurrently on two instances, exactly one user becomes the owner, and the other users are rejected', async () => {
      const [one, two] = bench.instances(2);
      const submission = await added();
      const users = Array.from({ length: 50 }, (_, n) => `user-${n}`);
      const decisions = await Promise.all(
        users.map((userId, n) => change(submission, claim(userId), T0 + 1, n % 2 === 0 ? one : two)),
      );
      const winners = users.filter((_, n) => decisions[n]?.outcome === 'changed');
      expect(winners).toHaveLength(1);
      expect(decisions.filter((decision) => decision?.outcome === 'refused')).toEqual(
        Array.from({ length: 49 }, () => ({ outcome: 'refused' })),
      );
      expect(await held(submission)).toMatchObject({ state: 'associated', ownerId: winners[0] });
    });

    test('an unknown submission can be neither claimed nor erased', async () => {
      const id = submissionAt('unknown');
      expect(await change(id, claim())).toBeNull();
      expect(await bench.store.eraseSubmission(id, { userId: 'user-1', now: T0, window: WINDOW })).toBeNull();
    });

    test('consent completes a submission, keeps its content, assets, and files, and rejects further uploads', async () => {
      const submission = await claimed(aBatch());
      const fileKeys = await uploaded(submission);
      const next = { state: 'completed', ownerId: 'user-1', createdAt: T0, finalizedAt: T0 + 2 };
      const decision = { outcome: 'changed', next, orphanedFiles: [] };
      expect(await change(submission, consent(), T0 + 2)).toEqual(decision);
      expect(await held(submission)).toEqual({ ...asAdded(submission), ...next });
      expect(await contentOfStored(submission)).toEqual(submission.content);
      expect(await filesOf(submission)).toEqual(fileKeys);
      expect(await quotaBytesByPartner()).toEqual({ 'partner-a': '0' });
      const key = assetAt(submission.assets[0]?.assetKey);
      expect(await bench.store.recordUpload(key, aFile(), ROOM)).toEqual({ outcome: 'closed' });
      expect(await orphanedFiles()).toEqual([]);
    });

    const atEnd = T0 + WINDOW;
    type End = (submission: NewSubmission) => Promise<unknown>;
    const expire = () => bench.store.cancelExpiredSubmissions({ now: atEnd, window: WINDOW, limit: 9 });
    const reuseId = ({ clientId, partnerRef }: NewSubmission) =>
      bench.store.addSubmissions([aSubmission({ clientId, partnerRef, createdAt: atEnd })], WINDOW);
    const byUser = (submission: NewSubmission) => ownerMark('user-1', submission);
    const byPartner = () => 'partner';
    const byNobody = () => null;
    type Mark = (submission: NewSubmission) => string | null;
    test.each<[string, End, finalizedAt: number, Mark]>([
      ['the user declines', (submission) => change(submission, decline(), T0 + 2), T0 + 2, byUser],
      ['the partner cancels', (submission) => change(submission, cancel, T0 + 2), T0 + 2, byPartner],
      ['the submission expires', expire, atEnd, byNobody],
      ['the id is reused after the expiry', reuseId, atEnd, byNobody],
    ])('when %s, the submission is canceled and erased with its files and documents, and no other submission changes', async (_, end, finalizedAt, markOf) => {
      const documents = ['a', 'b'].map((ref) => ({ documentKey: randomUUID(), ref, assetType: 'pdf' as const }));
      const submission = await claimed(aBatch({ documents }));
      const bystander = await added(aBatch({ clientId: 'partner-b', createdAt: atEnd }));
      const [fileKeys, kept] = [await uploaded(submission), await uploaded(bystander)];
      const claims = { now: T0 + 1, lease: 100, claim: 'claim', limit: 1, busy: [] };
      const record = async (fileKey: string, [document] = [] as ClaimedDocument[]) => {
        await bench.store.registerFile(fileKey, T0);
        const file = { fileKey, size: 5 };
        const result = {
          state: 'stored',
          file,
          quota: ROOM.quota,
          ifFull: { state: 'unavailable', error: 'full' },
        } as const;
        const key = { clientId: submission.clientId, documentKey: document?.documentKey ?? '', claim: 'claim' };
        return bench.store.recordDocument({ ...key, now: T0 + 1, window: WINDOW, result });
      };
      expect(await record('downloaded', await bench.store.claimDocuments(claims))).toBe('recorded');
      const inProgress = await bench.store.claimDocuments(claims);
      const files = [...fileKeys, 'downloaded'].sort();
      const { orphanedFiles: returned = files } = Object(await end(submission)) as { orphanedFiles?: string[] };
      expect(returned.toSorted()).toEqual(files);
      const final = { state: 'canceled', ownerId: null, finalizedAt, endedBy: markOf(submission) };
      expect(await held(submission)).toEqual({ ...asAdded(submission), ...final });
      await expectErased(submission);
      expect(await record('late', inProgress)).toBe('dropped');
      expect(await bench.count('documents')).toBe(0);
      expect(await orphanedFiles()).toEqual([...files, 'late'].sort());
      expect(await quotaBytesByPartner()).toEqual({ 'partner-a': '0', 'partner-b': '15' });
      expect(await held(bystander)).toEqual(asAdded(bystander));
      expect(await contentOfStored(bystander)).toEqual(bystander.content);
      expect(await filesOf(bystander)).toEqual(kept);
    });

    test.each([
      ['decline', decline()],
      ['a cancellation by the partner', cancel],
    ])('when consent and %s run concurrently on two instances, the store accepts only one of them', async (_, ending) => {
      const [one, two] = bench.instances(2);
      for (let round = 0; round < 20; round++) {
        const submission = await claimed(aBatch());
        const decisions = await Promise.all([
          change(submission, consent(), T0 + 2, one),
          change(submission, ending, T0 + 2, two),
        ]);
        const isCompleted = decisions[0]?.outcome === 'changed';
        expect(decisions).toContainEqual({ outcome: 'refused' });
        expect(await held(submission)).toMatchObject({ state: isCompleted ? 'completed' : 'canceled' });
        if (isCompleted) expect(await contentOfStored(submission)).not.toBeNull();
        else await expectErased(submission);
      }
    });

    test('files that are uploaded while the user declines are listed as orphaned', async () => {
      const [one, two] = bench.instances(2);
      for (let round = 0; round < 20; round++) {
        const submission = await claimed(aBatch());
        const files = submission.assets.map(() => aFile());
        for (const { fileKey } of files) await bench.store.registerFile(fileKey, T0);
        await Promise.all([
          ...submission.assets.map(({ assetKey }, n) =>
            one?.recordUpload(assetAt(assetKey), files[n] ?? aFile(), ROOM),
          ),
          change(submission, decline(), T0 + 2, two),
        ]);
        await expectErased(submission);
        expect(await orphanedFiles()).toEqual(expect.arrayContaining(files.map(({ fileKey }) => fileKey)));
      }
    });

    test('the list of submissions for a user contains the submissions that the user opened or accepted, newest first', async () => {
      const first = await completed(aSubmission(), T0 + 5);
      const third = await completed(aBatch(), T0 + 9);
      const second = await completed(aSubmission({ clientId: 'partner-b' }), T0 + 7);
      await completed(aSubmission(), T0 + 6, 'user-2');
      await added();
      const waiting = await claimed();
      await declined();
      const listed = await bench.store.listHeldSubmissions('user-1');
      expect(listed).toEqual([await held(third), await held(second), await held(first), await held(waiting)]);
      expect(await bench.store.listHeldSubmissions('user-3')).toEqual([]);
      // A new submission with the id of a completed submission does not remove the completed submission from the list.
      await added(aSubmission({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW }));
      expect(await bench.store.listHeldSubmissions('user-1')).toEqual(listed);
    });

    const upload = (submission: NewSubmission, n: number, size: number, quota: number, store = bench.store) => {
      const key = { clientId: submission.clientId, assetKey: submission.assets[n]?.assetKey ?? '' };
      return store.recordUpload(key, aFile(size), { window: WINDOW, quota });
    };
    const stored = { outcome: 'stored', replaced: null };
    const full = { outcome: 'full' };

    test('the file quota applies per partner, and a replaced file no longer counts towards the quota', async () => {
      const batch = await added(aBatch());
      const [one, two] = [await upload(batch, 0, 5, 12), await upload(batch, 1, 7, 12)];
      expect([one, two]).toEqual([stored, stored]);
      expect(await upload(batch, 2, 1, 12)).toEqual(full);
      expect(await upload(batch, 0, 6, 12)).toEqual(full);
      expect(await upload(batch, 0, 5, 12)).toMatchObject({ outcome: 'stored' });
      // A smaller replacement is accepted even if the operator has since lowered the quota.
      expect(await upload(batch, 0, 4, 1)).toMatchObject({ outcome: 'stored' });
      expect(await upload(batch, 2, 1, 12)).toEqual(stored);
      const assets = await bench.store.listAssets(batch);
      expect(assets.map(({ file }) => file?.size)).toEqual([4, 7, 1]);
      const other = await added(aBatch({ clientId: 'partner-b' }));
      expect(await upload(other, 0, 12, 12)).toEqual(stored);
    });

    test('concurrent uploads on two instances do not exceed the file quota', async () => {
      const [one, two] = bench.instances(2);
      const batches = await Promise.all(Array.from({ length: 6 }, () => added(aBatch())));
      const outcomes = await Promise.all(batches.map((batch, n) => upload(batch, 0, 5, 16, n % 2 ? one : two)));
      expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(3);
      expect(await quotaBytesByPartner()).toEqual({ 'partner-a': '15' });
    });

    const cancelExpired = (now: number, limit = 1000, store = bench.store) =>
      store.cancelExpiredSubmissions({ now, window: WINDOW, limit });

    test('four concurrent instances cancel each expired submission once, while the partner reuses the ids', async () => {
      const submissions = Array.from({ length: MANY }, (_, n) => aSubmission({ createdAt: T0 + n }));
      await bench.store.addSubmissions(submissions, WINDOW);
      const now = T0 + 2 * WINDOW;
      const instances = bench.instances(4);
      const untilDone = async (store: typeof bench.store) => {
        for (let total = 0; ; ) {
          const { canceled } = await cancelExpired(now, 64, store);
          total += canceled;
          if (canceled === 0) return total;
        }
      };
      const reuseIds = async (part: number) => {
        for (let n = (part * MANY) / 4; n < ((part + 1) * MANY) / 4; n += 10) {
          const again = submissions
            .slice(n, n + 10)
            .map(({ partnerRef }) => aSubmission({ partnerRef, createdAt: now }));
          const results = await instances[part]?.addSubmissions(again, WINDOW);
          expect(results?.map(({ outcome }) => outcome)).toEqual(again.map(() => 'created'));
        }
      };
      const [totals] = await Promise.all([
        Promise.all(instances.map(untilDone)),
        Promise.all([0, 1, 2, 3].map(reuseIds)),
      ]);
      expect(totals.reduce((sum, total) => sum + total)).toBeLessThanOrEqual(MANY);
      await cancelExpired(now);
      const ended = `submissions where state = 'canceled' and content is null and is_current = 0`;
      expect(await bench.count(`${ended} and finalized_at = created_at + ${WINDOW}`)).toBe(MANY);
      expect(await bench.count("submissions where state = 'pending' and content is not null")).toBe(MANY);
    });

    test('the store deletes documents only of completed submissions', async () => {
      const [pending, associated, refused] = [await added(), await claimed(), await declined()];
      for (const submission of [pending, associated, refused, aSubmission()])
        expect(await bench.store.deleteDocuments(submission, Uint8Array.of(1, 2, 3), T0 + 9)).toBeNull();
      for (const kept of [pending, associated]) expect(await contentOfStored(kept)).toEqual(kept.content);
      expect(await contentOfStored(refused)).toBeNull();
    });

    const aUser = (accountHash = `hash-${randomUUID()}`) => ({ id: randomUUID(), accountHash, createdAt: T0 });

    test('50 concurrent sign-ins to one account on two instances create one user', async () => {
      const instances = bench.instances(2);
      const candidates = Array.from({ length: 50 }, () => aUser('hash-of-one'));
      const users = await Promise.all(candidates.map((candidate, n) => instances[n % 2]?.ensureUser(candidate)));
      expect(new Set(users.map((user) => user?.id)).size).toBe(1);
      expect(candidates.map(({ id }) => id)).toContain(users[0]?.id);
      expect(await bench.count('users')).toBe(1);
    });

    test('the store remembers an ended session until the cookie or token of the session expires', async () => {
      const { store } = bench;
      await store.endSession('one', 10, T0);
      expect([await store.isSessionEnded('one'), await store.isSessionEnded('other')]).toEqual([true, false]);
      await store.endSession('other', 10, T0 + 9);
      expect(await store.isSessionEnded('one')).toBe(true);
      await store.endSession('other', 10, T0 + 10);
      expect([await store.isSessionEnded('one'), await store.isSessionEnded('other')]).toEqual([false, true]);
    });

    test('users without submissions, verification requests, or recent sign-ins are deleted in batches', async () => {
      const user = async () => (await bench.store.ensureUser(aUser())).id;
      const held = async (userId: string, ...actions: (typeof claim | typeof consent)[]) => {
        const submission = await added();
        for (const act of [claim, ...actions]) await change(submission, act(userId));
        return userId;
      };
      const gone = [await user(), await user(), await held(await user(), decline)];
      const stays = [await held(await user()), await held(await user(), consent), await user(), await user()];
      await bench.store.noteSignIn(stays[2] ?? '', T0 + 9);
      const request = aVerificationRequest();
      await bench.store.addVerificationRequest(request);
      await bench.store.changeVerification(request, aChange({ kind: 'take', userId: stays[3] ?? '' }));
      let forgotten = 0;
      for (let after: string | null = ''; after !== null; ) {
        const batch = { now: T0 + 8, age: 0, limit: 2, after };
        const some: { forgotten: number; last: string | null } = await bench.store.forgetUsers(batch);
        forgotten += some.forgotten;
        after = some.last;
      }
      expect(forgotten).toBe(gone.length);
      for (const id of gone) expect(await bench.store.findUser(id)).toBeNull();
      for (const id of stays) expect(await bench.store.findUser(id)).toMatchObject({ id });
    });
  });
}
