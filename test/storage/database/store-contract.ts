import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewSubmission, Submission } from '../../../server/storage/database/submissions/submission.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import type { DatedSubmission } from './samples.ts';
import { aBatch, anAsset, aPartner, aSigningKey, aSubmission, assetAt, aWebhook, ROOM, T0, WINDOW } from './samples.ts';

export function describeStore(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`The store on ${engine}`, () => {
    const bench = useBench(createDatabase);

    const add = async (submission: DatedSubmission) => {
      const [result] = await bench.store.addSubmissions([submission], WINDOW);
      if (!result) throw new Error('No result');
      return result;
    };

    const find = async ({ clientId, partnerRef }: NewSubmission) => {
      const found = await bench.store.findSubmissions([{ clientId, partnerRef }]);
      expect(found.length).toBeLessThanOrEqual(1);
      return found[0];
    };

    const asPending = ({ content, assets, ...rest }: DatedSubmission): Submission => ({
      ...rest,
      state: 'pending',
      finalizedAt: null,
    });

    const setState = ({ requestId }: NewSubmission, state: string, finalizedAt: number | null) =>
      bench.database.sql(
        `update submissions set state = '${state}', finalized_at = ${finalizedAt},
           content = case when '${state}' = 'canceled' then null else content end where request_id = '${requestId}'`,
      );
    const idsOf = (submissions: readonly { requestId: string }[]) =>
      submissions.map(({ requestId }) => requestId).sort();

    const aFile = (uploadedAt = T0 + 10, fileKey: string = randomUUID()) => ({ fileKey, size: 5, uploadedAt });
    const orphanedAt = async (at: number, limit = 100) =>
      (await bench.store.listOrphanedFiles({ before: at, limit: limit })).map(({ fileKey }) => fileKey);
    const stateOf = async ({ requestId }: NewSubmission) => {
      const [row] = await bench.database.sql(
        `select state, finalized_at, content from submissions where request_id = '${requestId}'`,
      );
      return row;
    };

    const added = async (change: Parameters<typeof aPartner>[0] = {}) => {
      const partner = aPartner(change);
      expect(await bench.store.addPartner(partner)).toBe(true);
      return partner;
    };

    test('if partners with similar-looking names are added or renamed at the same time, only one gets the name', async () => {
      await bench.store.assignEnvironment('sandbox');
      for (const letter of 'abcdefgh') {
        const partners = [await added(), await added()];
        const names = ['Globex', 'GLOBEX', 'Gl\u043ebex', 'globex'].map((name) => `${name} ${letter}`);
        const changes = await Promise.allSettled(
          names.map((name, i) => {
            const { clientId } = partners[i] ?? {};
            return clientId === undefined
              ? bench.store.addPartner(aPartner({ name }))
              : bench.store.updatePartner(clientId, { name });
          }),
        );
        expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const registered = await bench.store.listPartners();
        expect(registered.filter(({ name }) => names.includes(name))).toHaveLength(1);
      }
    });

    test('concurrent updates of one partner on two instances do not overwrite each other', async () => {
      const [one, other] = bench.instances(2);
      const partner = await added();
      for (let round = 0; round < 20; round++) {
        const [name, secretHash] = [`name ${round}`, `hash ${round}`];
        await Promise.all([
          one?.updatePartner(partner.clientId, { name }),
          other?.updatePartner(partner.clientId, { secretHash }),
        ]);
        expect(await bench.store.findPartner(partner.clientId)).toEqual({ ...partner, name, secretHash });
      }
    });

    test('the store deletes signing keys that a newer key replaced before the given time, and keeps the newer keys', async () => {
      const keys = [0, 10, 20].map((age) => aSigningKey({ createdAt: T0 + age }));
      for (const key of keys) await bench.store.addSigningKey(key);
      expect(await bench.store.deleteSigningKeysSupersededBefore(T0 + 10)).toBe(0);
      expect(await bench.store.deleteSigningKeysSupersededBefore(T0 + 11)).toBe(1);
      expect(await bench.store.listSigningKeys()).toEqual([keys[2], keys[1]]);
      expect(await bench.store.deleteSigningKeysSupersededBefore(T0 + 1000)).toBe(1);
      expect(await bench.store.deleteSigningKeysSupersededBefore(T0 + 1000)).toBe(0);
      expect(await bench.store.listSigningKeys()).toEqual([keys[2]]);
    });

    test('the store returns the content of a submission byte for byte, as a Uint8Array', async () => {
      const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const large = Uint8Array.from({ length: 1_500_000 }, (_, index) => (index * 7919) >> 3);
      const window = new Uint8Array(everyByte.buffer, 100, 50);
      for (const bytes of [new Uint8Array(0), everyByte, window, large]) {
        const submission = aSubmission({ content: bytes });
        await add(submission);
        const read = await bench.store.readContent(submission);
        expect(read?.constructor).toBe(Uint8Array);
        expect(Buffer.compare(read ?? Buffer.of(), bytes)).toBe(0);
      }
    });

    test('stored strings keep their case, accents, quotes, emoji, and trailing spaces', async () => {
      const refs = ['a\'b"c', 'Ä', 'ä', 'A\u0308', '😀', 'x ', 'x', 'X', '', '%_\\', '日本'];
      const submissions = refs.map((partnerRef) => aSubmission({ partnerRef }));
      const results = await bench.store.addSubmissions(submissions, WINDOW);
      expect(results.map(({ outcome }) => outcome)).toEqual(refs.map(() => 'created'));
      for (const submission of submissions) {
        expect((await find(submission))?.requestId).toBe(submission.requestId);
      }
    });

    test('if the database engine would change a string of one submission, the call adds none of the submissions', async () => {
      for (const partnerRef of ['a\0b', '\ud800', 'x\udfff']) {
        const bad = aSubmission({ partnerRef });
        const good = aSubmission();
        const refused = bench.store.addSubmissions([good, bad], WINDOW);
        await expect(refused).rejects.toBeInstanceOf(TypeError);
        expect(await find(good)).toBeUndefined();
      }
    });

    test.each([
      ['pending', null],
      ['associated', null],
      ['completed', T0 + 7],
      ['canceled', T0 + 3],
    ])('adding the id of an expired submission creates a submission, and erases the expired submission unless its state was final: %s', async (state, finalizedAt) => {
      const [first, bystander] = [aBatch(), aSubmission()];
      await bench.store.addSubmissions([first, bystander], WINDOW);
      await bench.store.registerFile('file-1', T0);
      await bench.store.recordUpload(assetAt(first.assets[0]?.assetKey), aFile(T0, 'file-1'), ROOM);
      await setState(first, state, finalizedAt);
      const replay = await add(aBatch({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW - 1 }));
      expect(replay).toMatchObject({
        outcome: 'replayed',
        submission: { requestId: first.requestId, state, finalizedAt },
      });
      const second = aBatch({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW });
      const { assets, content } = second;
      expect(await add(second)).toEqual({ outcome: 'created', submission: asPending(second), assets, content });
      expect(await find(first)).toEqual(asPending(second));
      const isFinal = finalizedAt !== null;
      const ended = isFinal ? { state, finalized_at: finalizedAt } : { state: 'canceled', finalized_at: T0 + WINDOW };
      expect(await stateOf(first)).toMatchObject(ended);
      expect(await bench.store.readContent(first)).toEqual(state === 'completed' ? first.content : null);
      expect(await bench.count('assets')).toBe(isFinal ? 6 : 3);
      const old = { ...asPending(first), state, finalizedAt };
      const asset = await bench.store.findAsset(assetAt(first.assets[0]?.assetKey));
      expect(asset).toEqual(
        isFinal ? expect.objectContaining({ submission: old, file: { fileKey: 'file-1', size: 5 } }) : null,
      );
      expect(await orphanedAt(T0 + WINDOW - 1)).toEqual([]);
      expect(await orphanedAt(T0 + WINDOW)).toEqual(isFinal ? [] : ['file-1']);
      expect(await find(bystander)).toEqual(asPending(bystander));
      expect(await bench.store.readContent(bystander)).toEqual(bystander.content);
      // The second submission has not expired, so adding a third submission with the same id is a replay.
      const third = aBatch({ partnerRef: first.partnerRef, createdAt: T0 + 2 * WINDOW - 1 });
      expect(await add(third)).toMatchObject({ outcome: 'replayed', submission: { requestId: second.requestId } });
    });

    test('a call that adds submissions with different outcomes returns the outcomes in the order of the submissions', async () => {
      const pending = aSubmission({ partnerRef: 'z-old' });
      const held = aBatch({ partnerRef: 'held', createdAt: T0 + WINDOW });
      await add(pending);
      await add(held);
      const at = T0 + WINDOW;
      const fresh = aBatch({ partnerRef: 'fresh', createdAt: at });
      const twin = aBatch({ partnerRef: 'fresh', createdAt: at });
      const alien = aSubmission({ partnerRef: 'fresh', createdAt: at });
      const anew = aSubmission({ partnerRef: 'z-old', createdAt: at });
      const again = aBatch({ partnerRef: 'held', createdAt: at });
      const clash = aSubmission({ partnerRef: 'held', createdAt: at });
      const results = await bench.store.addSubmissions([clash, fresh, twin, anew, alien, again], WINDOW);
      expect(results.map(({ outcome, submission, assets }) => [outcome, submission.requestId, assets])).toEqual([
        ['conflict', held.requestId, held.assets],
        ['created', fresh.requestId, fresh.assets],
        ['replayed', fresh.requestId, fresh.assets],
        ['created', anew.requestId, []],
        ['conflict', fresh.requestId, fresh.assets],
        ['replayed', held.requestId, held.assets],
      ]);
      expect(await bench.store.readContent(pending)).toBeNull();
    });

    test('one call can add or find more submissions, assets, and documents than fit into one SQL statement', async () => {
      const assets = () => Array.from({ length: 2 }, (_, n) => anAsset({ assetId: `a${n}` }));
      const documents = () => [{ documentKey: randomUUID(), ref: 'r', assetType: 'pdf' } as const];
      const submissions = Array.from({ length: 300 }, (_, n) =>
        aBatch({
          clientId: `partner-${n}`,
          content: Uint8Array.of(1),
          assets: assets(),
          documents: documents(),
        }),
      );
      const created = await bench.store.addSubmissions(submissions, WINDOW);
      expect(new Set(created.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
      expect(idsOf(await bench.store.findSubmissions(submissions))).toEqual(idsOf(submissions));
      expect([await bench.count('assets'), await bench.count('documents')]).toEqual([600, 300]);
      const again = submissions.map((one) => ({ ...one, requestId: randomUUID() }));
      const replayed = await bench.store.addSubmissions(again, WINDOW);
      expect(replayed.map(({ submission, assets }) => [submission.requestId, assets])).toEqual(
        submissions.map(({ requestId, assets }) => [requestId, assets]),
      );
      const later = submissions.map(({ clientId, partnerRef }) =>
        aSubmission({ clientId, partnerRef, createdAt: T0 + WINDOW }),
      );
      await bench.store.addSubmissions(later, WINDOW);
      expect(await bench.count('assets')).toBe(0);
      expect(await bench.count('submissions where content is not null')).toBe(300);
    });

    test('a call that repeats submissions returns the stored content, unless the content was erased or is large', async () => {
      const large = new Uint8Array(20_000).fill(7);
      const [small, big, erased] = [aSubmission(), aSubmission({ content: large }), aSubmission()];
      await bench.store.addSubmissions([small, big, erased], WINDOW);
      await setState(erased, 'canceled', T0 + 3);
      const again = [small, big, erased].map(({ partnerRef }) => aSubmission({ partnerRef }));
      const results = await bench.store.addSubmissions(again, WINDOW);
      expect(results.map(({ outcome, content }) => [outcome, content])).toEqual([
        ['replayed', small.content],
        ['replayed', null],
        ['replayed', null],
      ]);
    });

    test('if one of several submissions cannot be added, none of them is stored', async () => {
      const taken = aSubmission();
      await add(taken);
      const old = aBatch();
      await add(old);
      const first = aSubmission();
      const anew = aBatch({ partnerRef: old.partnerRef, createdAt: T0 + WINDOW });
      const clash = aSubmission({ requestId: taken.requestId });
      await expect(bench.store.addSubmissions([first, anew, clash], WINDOW)).rejects.toThrow();
      expect(await find(first)).toBeUndefined();
      expect(await find(old)).toEqual(asPending(old));
      const sameAsset = aBatch({ assets: [...old.assets] });
      await expect(bench.store.addSubmissions([sameAsset, first], WINDOW)).rejects.toThrow();
      expect(await find(first)).toBeUndefined();
      expect(await bench.store.readContent(old)).toEqual(old.content);
    });

    test('each of several concurrent uploads of one asset replaces a different file', async () => {
      const batch = aBatch();
      await add(batch);
      const key = assetAt(batch.assets[0]?.assetKey);
      const instances = bench.instances(2);
      const files = Array.from({ length: 8 }, () => aFile());
      const results = await Promise.all(files.map((file, n) => instances[n % 2]?.recordUpload(key, file, ROOM)));
      const replaced = results.map((result) => (result?.outcome === 'stored' ? result.replaced : 'closed'));
      const last = (await bench.store.findAsset(key))?.file?.fileKey;
      expect(new Set([...replaced, last])).toEqual(new Set([null, ...files.map((file) => file.fileKey)]));
    });

    const upload = async (assetKey: string, fileKey: string, uploadedAt = T0 + 10) => {
      await bench.store.registerFile(fileKey, uploadedAt);
      return bench.store.recordUpload(assetAt(assetKey), { fileKey, size: 1, uploadedAt }, ROOM);
    };

    test('a replaced file, and a file that is uploaded after the expiry, are listed as orphaned', async () => {
      const batch = aBatch();
      await add(batch);
      const assetKey = batch.assets[0]?.assetKey ?? '';
      await upload(assetKey, 'file-1');
      await upload(assetKey, 'file-2', T0 + 20);
      expect(await upload(assetKey, 'file-3', T0 + WINDOW)).toEqual({ outcome: 'closed' });
      expect(await orphanedAt(T0 + WINDOW)).toEqual(['file-1', 'file-3']);
      expect(await orphanedAt(T0 + 20)).toEqual(['file-1']);
      expect(await orphanedAt(T0 + WINDOW, 1)).toEqual(['file-1']);
      await bench.store.forgetOrphanedFiles(['file-1', 'unknown']);
      expect(await orphanedAt(T0 + WINDOW)).toEqual(['file-3']);
    });

    test('submissions that the store adds or reads in a shared transaction have the same results as in separate calls', async () => {
      const { addSubmission, findSubmission } = bench.store;
      const first = aBatch();
      const { clientId, partnerRef } = first;
      const added = [first, aBatch({ partnerRef }), aSubmission({ partnerRef }), aSubmission()].map((one) =>
        addSubmission(one),
      );
      const outcomes = (await Promise.all(added)).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['created', 'replayed', 'conflict', 'created']);
      const keys = [first, { clientId, partnerRef: 'unknown' }, { clientId: 'partner-b', partnerRef }];
      expect(await Promise.all(keys.map((key) => findSubmission(key)))).toEqual([asPending(first), null, null]);
    });

    test('an invalid submission does not cause the other submissions in its transaction to fail', async () => {
      const good = [aSubmission(), aSubmission(), aSubmission()];
      const all = [...good, aSubmission({ partnerRef: 'bad\0' })];
      const answers = await Promise.allSettled(all.map((one) => bench.store.addSubmission(one)));
      const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.outcome : 'refused'));
      expect(outcomes).toEqual(['created', 'created', 'created', 'refused']);
      expect(await bench.store.findSubmissions(good)).toHaveLength(3);
    });

    test('200 concurrent calls on two instances that add the same id create one submission', async () => {
      const adders = bench.instances(2).map(({ addSubmission }) => addSubmission);
      const partnerRef = randomUUID();
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, n) => adders[n % 2]?.(aSubmission({ partnerRef }))),
      );
      expect(results.filter((result) => result?.outcome === 'created')).toHaveLength(1);
      expect(new Set(results.map((result) => result?.submission.requestId)).size).toBe(1);
      expect(await bench.count('submissions')).toBe(1);
    });

    test('concurrent calls on four instances that add the id of an expired submission create one submission', async () => {
      const instances = bench.instances(4);
      await bench.store.addWebhook(aWebhook({ eventTypes: ['submission'] }), 1);
      for (let round = 0; round < 10; round++) {
        const first = aBatch();
        await add(first);
        const results = await Promise.all(
          instances.map((one) =>
            one.addSubmissions([aBatch({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW })], WINDOW),
          ),
        );
        const outcomes = results.map(([result]) => result?.outcome).sort();
        expect(outcomes).toEqual(['created', 'replayed', 'replayed', 'replayed']);
        expect(new Set(results.map(([result]) => result?.submission.requestId)).size).toBe(1);
        expect(await bench.store.readContent(first)).toBeNull();
      }
      expect(await bench.count('submissions where is_current = 1')).toBe(10);
      expect(await bench.count('assets')).toBe(30);
      expect(await bench.count("events where status = 'canceled'")).toBe(10);
    });

    test('after the store is closed, its methods reject with StoreUnavailable, and closing the store again has no effect', async () => {
      const closed = bench.database.open();
      await closed.ping();
      await closed.close();
      await closed.close();
      const calls = [closed.migrate(), closed.ping(), closed.listPartners(), closed.addPartner(aPartner())];
      for (const answer of await Promise.allSettled(calls)) {
        expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
      }
    });

    test('closing the store waits for calls in flight', async () => {
      const closing = bench.database.open();
      const submissions = Array.from({ length: 5 }, () => aSubmission());
      const answers = submissions.map((one) => closing.addSubmissions([one], WINDOW));
      await closing.close();
      expect((await Promise.all(answers)).flat()).toMatchObject(submissions.map(() => ({ outcome: 'created' })));
      expect(await bench.store.findSubmissions(submissions)).toHaveLength(5);
    });
  });
}
