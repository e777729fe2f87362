import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { groupCommits } from '../../../server/storage/database/submissions/grouped.ts';
import type { NewSubmission, Submission } from '../../../server/storage/database/submissions/submission.ts';
import { killChildren, startChild } from './child-process.ts';
import type { DatabaseUnderTest } from './database-under-test.ts';
import type { DatedStore } from './dated-store.ts';
import type { DatedSubmission } from './samples.ts';
import {
  aBatch,
  anAsset,
  aPartner,
  aSigningKey,
  aSubmission,
  assetAt,
  contentOf,
  ROOM,
  submissionAt,
  T0,
  WINDOW,
} from './samples.ts';

/** Tests the behaviour that the store guarantees on every database engine. */
export function describeStore(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`The store on ${engine}`, () => {
    let database: DatabaseUnderTest;
    let store: DatedStore;

    beforeAll(async () => {
      database = await createDatabase();
      store = database.open();
      await store.migrate();
    });

    beforeEach(async () => {
      for (const table of ['assets', 'submissions', 'signing_keys', 'partners', 'orphaned_files']) {
        await database.sql(`delete from ${table}`);
      }
    });

    afterEach(killChildren);

    afterAll(async () => {
      await store?.close();
      await database?.drop();
    });

    const add = async (submission: NewSubmission) => {
      const [result] = await store.addSubmissions([submission], WINDOW);
      if (!result) throw new Error('No result');
      return result;
    };

    const find = async ({ clientId, partnerRef }: NewSubmission) => {
      const found = await store.findSubmissions([{ clientId, partnerRef }]);
      expect(found.length).toBeLessThanOrEqual(1);
      return found[0];
    };

    const asPending = ({ content, assets, ...rest }: DatedSubmission): Submission => ({
      ...rest,
      state: 'pending',
      finalizedAt: null,
    });

    const setState = (requestId: string, state: string, finalizedAt: number | null) =>
      database.sql(
        `update submissions set state = '${state}', finalized_at = ${finalizedAt} where request_id = '${requestId}'`,
      );

    const countRows = async (table: string) => {
      const [row] = await database.sql(`select count(*) as n from ${table}`);
      return row?.['n'];
    };

    describe('Partners', () => {
      test('a partner is read with the values it was added with', async () => {
        const partner = aPartner({ disabledAt: T0 + 1 });
        expect(await store.addPartner(partner)).toBe(true);
        expect(await store.findPartner(partner.clientId)).toEqual(partner);
      });

      test('findPartner returns null for an unknown client id', async () => {
        expect(await store.findPartner('nobody')).toBeNull();
      });

      test('a client id that is already used is rejected, and the stored partner does not change', async () => {
        const partner = aPartner();
        await store.addPartner(partner);
        expect(await store.addPartner({ ...partner, name: 'other' })).toBe(false);
        expect(await store.findPartner(partner.clientId)).toEqual(partner);
      });

      test('the list contains all partners, oldest first', async () => {
        const second = aPartner({ createdAt: T0 + 1 });
        const first = aPartner();
        await store.addPartner(second);
        await store.addPartner(first);
        expect(await store.listPartners()).toEqual([first, second]);
      });

      test('an update changes the given properties and leaves the others unchanged', async () => {
        const partner = aPartner();
        const bystander = aPartner();
        await store.addPartner(partner);
        await store.addPartner(bystander);
        const change = { scopes: [], domains: ['*'], disabledAt: T0 + 5 };
        expect(await store.updatePartner(partner.clientId, change)).toBe(true);
        expect(await store.findPartner(partner.clientId)).toEqual({ ...partner, ...change });
        const second = {
          name: 'new',
          secretHash: 'h2',
          previousSecret: { hash: 'h1', endsAt: T0 + 9 },
          disabledAt: null,
        };
        expect(await store.updatePartner(partner.clientId, second)).toBe(true);
        expect(await store.findPartner(partner.clientId)).toEqual({ ...partner, ...change, ...second });
        expect(await store.findPartner(bystander.clientId)).toEqual(bystander);
        await store.updatePartner(partner.clientId, { previousSecret: null });
        expect(await store.findPartner(partner.clientId)).not.toHaveProperty('previousSecret');
      });

      test('a name that looks like the name of another partner is rejected, and nothing changes', async () => {
        const [first, second] = [aPartner({ name: 'PayPal' }), aPartner({ name: 'Acme' })];
        await store.addPartner(first);
        await store.addPartner(second);
        const taken = expect.objectContaining({ name: 'NameTaken', clientId: first.clientId });
        for (const name of ['PayPal', 'paypal ', 'PayPaI', '\u0440ay\u0440al']) {
          await expect(store.addPartner(aPartner({ name }))).rejects.toEqual(taken);
          await expect(store.updatePartner(second.clientId, { name, scopes: [] })).rejects.toEqual(taken);
        }
        expect(await store.listPartners()).toEqual(expect.arrayContaining([first, second]));
        expect(await store.listPartners()).toHaveLength(2);
        expect(await store.updatePartner(first.clientId, { name: 'PAYPAL' })).toBe(true);
        expect(await store.updatePartner(second.clientId, { name: 'PayPal Ltd' })).toBe(true);
      });

      test('of partners whose names look alike, and who are added or renamed at the same time, one gets the name', async () => {
        await store.assignEnvironment('sandbox');
        for (const letter of 'abcdefgh') {
          const partners = [aPartner(), aPartner()];
          for (const partner of partners) await store.addPartner(partner);
          const names = ['Globex', 'GLOBEX', 'Gl\u043ebex', 'globex'].map((name) => `${name} ${letter}`);
          const changes = await Promise.allSettled(
            names.map((name, i) => {
              const { clientId } = partners[i] ?? {};
              return clientId === undefined
                ? store.addPartner(aPartner({ name }))
                : store.updatePartner(clientId, { name });
            }),
          );
          expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
          const registered = await store.listPartners();
          expect(registered.filter(({ name }) => names.includes(name))).toHaveLength(1);
        }
      });

      test('an update without properties, or for an unknown partner, changes nothing', async () => {
        const partner = aPartner();
        await store.addPartner(partner);
        expect(await store.updatePartner(partner.clientId, {})).toBe(true);
        expect(await store.updatePartner('nobody', {})).toBe(false);
        expect(await store.updatePartner('nobody', { name: 'x' })).toBe(false);
      });
    });

    describe('Signing keys', () => {
      test('the keys are sorted by creation time, newest first, then by kid', async () => {
        const old = aSigningKey({ kid: 'm' });
        const b = aSigningKey({ kid: 'b', createdAt: T0 + 1 });
        const upper = aSigningKey({ kid: 'C', createdAt: T0 + 1 });
        for (const key of [b, old, upper]) await store.addSigningKey(key);
        expect(await store.listSigningKeys()).toEqual([upper, b, old]);
      });

      test('adding the same kid twice throws an error', async () => {
        const key = aSigningKey();
        await store.addSigningKey(key);
        const again = store.addSigningKey(key);
        await expect(again).rejects.toThrow();
        await expect(again).rejects.not.toBeInstanceOf(StoreUnavailable);
      });

      test('keys superseded before the given time are deleted, and their successors remain', async () => {
        const keys = [0, 10, 20].map((age) => aSigningKey({ createdAt: T0 + age }));
        for (const key of keys) await store.addSigningKey(key);
        expect(await store.deleteSigningKeysSupersededBefore(T0 + 10)).toBe(0);
        expect(await store.deleteSigningKeysSupersededBefore(T0 + 11)).toBe(1);
        expect(await store.listSigningKeys()).toEqual([keys[2], keys[1]]);
        expect(await store.deleteSigningKeysSupersededBefore(T0 + 1000)).toBe(1);
        expect(await store.deleteSigningKeysSupersededBefore(T0 + 1000)).toBe(0);
        expect(await store.listSigningKeys()).toEqual([keys[2]]);
      });
    });

    describe('Adding submissions', () => {
      test('a new submission is stored and can be found', async () => {
        const submission = aSubmission();
        expect(await add(submission)).toEqual({
          outcome: 'created',
          submission: asPending(submission),
          assets: [],
        });
        expect(await find(submission)).toEqual(asPending(submission));
        expect(await store.readContent(submission)).toEqual(submission.content);
      });

      test('content is returned byte for byte, as a Uint8Array', async () => {
        const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
        const large = Uint8Array.from({ length: 1_500_000 }, (_, index) => (index * 7919) >> 3);
        const window = new Uint8Array(everyByte.buffer, 100, 50);
        for (const bytes of [new Uint8Array(0), everyByte, window, large]) {
          const submission = aSubmission({ content: bytes });
          await add(submission);
          const read = await store.readContent(submission);
          expect(read?.constructor).toBe(Uint8Array);
          expect(Buffer.compare(read ?? Buffer.of(), bytes)).toBe(0);
        }
      });

      test('strings keep their case, accents, quotes, emoji, and trailing spaces', async () => {
        const refs = ['a\'b"c', 'Ä', 'ä', 'A\u0308', '😀', 'x ', 'x', 'X', '', '%_\\', '日本'];
        const submissions = refs.map((partnerRef) => aSubmission({ partnerRef }));
        const results = await store.addSubmissions(submissions, WINDOW);
        expect(results.map(({ outcome }) => outcome)).toEqual(refs.map(() => 'created'));
        for (const submission of submissions) {
          expect((await find(submission))?.requestId).toBe(submission.requestId);
        }
      });

      test('a string that an engine would change fails the whole call', async () => {
        for (const partnerRef of ['a\0b', '\ud800', 'x\udfff']) {
          const bad = aSubmission({ partnerRef });
          const good = aSubmission();
          const refused = store.addSubmissions([good, bad], WINDOW);
          await expect(refused).rejects.toBeInstanceOf(TypeError);
          expect(await find(good)).toBeUndefined();
        }
      });

      test('a repeated id returns the stored submission until the last microsecond of the window', async () => {
        const first = aBatch();
        await add(first);
        for (const age of [-1, 0, 1, WINDOW - 1]) {
          const again = aBatch({ partnerRef: first.partnerRef, createdAt: T0 + age, documentType: 'pdf' });
          expect(await add(again)).toEqual({
            outcome: 'replayed',
            submission: asPending(first),
            assets: first.assets,
          });
          expect(await store.readContent(again)).toBeNull();
        }
        expect(await countRows('submissions')).toBe(1);
        expect(await countRows('assets')).toBe(3);
        expect(await store.readContent(first)).toEqual(first.content);
      });

      test('a repeated id after the window adds a new submission, and cancels and erases the pending submission', async () => {
        const first = aBatch();
        await add(first);
        const second = aBatch({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW });
        expect(await add(second)).toEqual({
          outcome: 'created',
          submission: asPending(second),
          assets: second.assets,
        });
        expect(await find(first)).toEqual(asPending(second));
        expect(await store.readContent(first)).toBeNull();
        expect(await store.findAsset(assetAt(first.assets[0]?.assetKey))).toBeNull();
        expect(await countRows('assets')).toBe(3);
        const [old] = await database.sql(
          `select state, finalized_at, content from submissions where request_id = '${first.requestId}'`,
        );
        expect(old).toEqual({ state: 'canceled', finalized_at: T0 + WINDOW, content: null });
        // The window of the second submission applies now.
        const third = aBatch({ partnerRef: first.partnerRef, createdAt: T0 + 2 * WINDOW - 1 });
        expect(await add(third)).toMatchObject({
          outcome: 'replayed',
          submission: { requestId: second.requestId },
        });
      });

      test('reusing an id after the window also erases an associated submission, but no other submission', async () => {
        const first = aSubmission();
        const bystander = aSubmission();
        await store.addSubmissions([first, bystander], WINDOW);
        await setState(first.requestId, 'associated', null);
        await add(aSubmission({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW + 5 }));
        expect(await store.readContent(first)).toBeNull();
        const [old] = await database.sql(
          `select state, finalized_at from submissions where request_id = '${first.requestId}'`,
        );
        expect(old).toEqual({ state: 'canceled', finalized_at: T0 + WINDOW });
        expect(await find(bystander)).toEqual(asPending(bystander));
        expect(await store.readContent(bystander)).toEqual(bystander.content);
      });

      test('a completed submission keeps its content and assets when its id is reused', async () => {
        const first = aBatch();
        await add(first);
        await setState(first.requestId, 'completed', T0 + 7);
        const second = aBatch({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW });
        expect((await add(second)).outcome).toBe('created');
        expect(await store.readContent(first)).toEqual(first.content);
        expect((await store.findAsset(assetAt(first.assets[0]?.assetKey)))?.submission).toEqual({
          ...asPending(first),
          state: 'completed',
          finalizedAt: T0 + 7,
        });
        expect((await find(first))?.requestId).toBe(second.requestId);
      });

      test('a canceled submission is returned within the window, and replaced after it', async () => {
        const first = aSubmission();
        await add(first);
        await database.sql(`update submissions set state = 'canceled', finalized_at = ${T0 + 3}, content = null`);
        const replay = await add(aSubmission({ partnerRef: first.partnerRef, createdAt: T0 + 4 }));
        expect(replay).toMatchObject({
          outcome: 'replayed',
          submission: { requestId: first.requestId, state: 'canceled', finalizedAt: T0 + 3 },
        });
        const second = aSubmission({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW });
        expect((await add(second)).outcome).toBe('created');
        const [old] = await database.sql(
          `select state, finalized_at from submissions where request_id = '${first.requestId}'`,
        );
        expect(old).toEqual({ state: 'canceled', finalized_at: T0 + 3 });
      });

      test('an id with a different kind is a conflict within the window, and a new submission after it', async () => {
        const first = aBatch();
        await add(first);
        const other = aSubmission({ partnerRef: first.partnerRef, createdAt: T0 + WINDOW - 1 });
        expect(await add(other)).toEqual({ outcome: 'conflict', submission: asPending(first), assets: [] });
        expect(await find(first)).toEqual(asPending(first));
        const later = { ...other, createdAt: T0 + WINDOW };
        expect((await add(later)).outcome).toBe('created');
      });

      test('two partners can use the same id', async () => {
        const mine = aSubmission({ clientId: 'partner-a' });
        const theirs = aSubmission({
          clientId: 'partner-b',
          partnerRef: mine.partnerRef,
          kind: 'right_to_work',
        });
        expect((await add(mine)).outcome).toBe('created');
        expect((await add(theirs)).outcome).toBe('created');
        expect(await find(mine)).toEqual(asPending(mine));
        expect(await find(theirs)).toEqual(asPending(theirs));
      });

      test('one call with every possible outcome returns the results in input order', async () => {
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
        const results = await store.addSubmissions([clash, fresh, twin, anew, alien, again, fresh], WINDOW);
        expect(results.map(({ outcome, submission, assets }) => [outcome, submission.requestId, assets])).toEqual([
          ['conflict', held.requestId, []],
          ['created', fresh.requestId, fresh.assets],
          ['replayed', fresh.requestId, fresh.assets],
          ['created', anew.requestId, []],
          ['conflict', fresh.requestId, []],
          ['replayed', held.requestId, held.assets],
          ['replayed', fresh.requestId, fresh.assets],
        ]);
        expect(await store.readContent(pending)).toBeNull();
      });

      test('one call can add more submissions and assets than the parameter limit of a statement allows', async () => {
        const submissions = Array.from({ length: 700 }, () =>
          aSubmission({
            kind: 'credential_batch',
            content: Uint8Array.of(1),
            assets: Array.from({ length: 10 }, (_, n) => anAsset({ assetId: `a${n}` })),
          }),
        );
        const created = await store.addSubmissions(submissions, WINDOW);
        expect(new Set(created.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
        const replayed = await store.addSubmissions(
          submissions.map((one) => ({ ...one, requestId: randomUUID() })),
          WINDOW,
        );
        expect(replayed.map(({ submission, assets }) => [submission.requestId, assets])).toEqual(
          submissions.map(({ requestId, assets }) => [requestId, assets]),
        );
        const later = submissions.map((one) => aSubmission({ partnerRef: one.partnerRef, createdAt: T0 + WINDOW }));
        await store.addSubmissions(later, WINDOW);
        expect(await countRows('assets')).toBe(0);
        expect(await countRows('submissions where content is not null')).toBe(700);
      });

      test('a failed call stores nothing', async () => {
        const taken = aSubmission();
        await add(taken);
        const old = aBatch();
        await add(old);
        const first = aSubmission();
        const anew = aBatch({ partnerRef: old.partnerRef, createdAt: T0 + WINDOW });
        const clash = aSubmission({ requestId: taken.requestId });
        await expect(store.addSubmissions([first, anew, clash], WINDOW)).rejects.toThrow();
        expect(await find(first)).toBeUndefined();
        expect(await find(old)).toEqual(asPending(old));
        const sameAsset = aBatch({ assets: [...old.assets] });
        await expect(store.addSubmissions([sameAsset, first], WINDOW)).rejects.toThrow();
        expect(await find(first)).toBeUndefined();
        expect(await store.readContent(old)).toEqual(old.content);
      });
    });

    describe('Finding submissions', () => {
      test('one call finds submissions of several partners, and omits ids that do not exist', async () => {
        const mine = [aSubmission(), aSubmission(), aSubmission()];
        const theirs = aSubmission({ clientId: 'partner-b' });
        await store.addSubmissions([...mine, theirs], WINDOW);
        const found = await store.findSubmissions([
          { clientId: 'partner-b', partnerRef: mine[0]?.partnerRef ?? '' },
          { clientId: 'partner-b', partnerRef: theirs.partnerRef },
          { clientId: 'partner-a', partnerRef: mine[2]?.partnerRef ?? '' },
          { clientId: 'partner-a', partnerRef: mine[0]?.partnerRef ?? '' },
          { clientId: 'partner-a', partnerRef: mine[0]?.partnerRef ?? '' },
          { clientId: 'partner-a', partnerRef: 'unknown' },
        ]);
        expect(found.map(({ requestId }) => requestId).sort()).toEqual(
          [mine[0], mine[2], theirs].map((one) => one?.requestId).sort(),
        );
      });

      test('one call can search for more keys than fit into one statement, each for a different partner', async () => {
        const submissions = Array.from({ length: 600 }, (_, n) => aSubmission({ clientId: `partner-${n}` }));
        await store.addSubmissions(submissions, WINDOW);
        const found = await store.findSubmissions(submissions);
        expect(new Set(found.map(({ requestId }) => requestId))).toEqual(
          new Set(submissions.map(({ requestId }) => requestId)),
        );
      });
    });

    describe('Uploads', () => {
      const aFile = (uploadedAt = T0 + 10) => ({ fileKey: randomUUID(), size: 10_485_760, uploadedAt });

      const aStoredAsset = async () => {
        const batch = aBatch();
        await add(batch);
        return { batch, assetKey: batch.assets[1]?.assetKey ?? '' };
      };

      test('an asset is found with its submission, and has no file before the first upload', async () => {
        const { batch, assetKey } = await aStoredAsset();
        expect(await store.findAsset(assetAt(assetKey))).toEqual({
          ...batch.assets[1],
          submission: asPending(batch),
          file: null,
        });
        expect(await store.findAsset(assetAt('unknown'))).toBeNull();
      });

      test('the first upload replaces no file, the second replaces the first, and other assets stay', async () => {
        const { batch, assetKey } = await aStoredAsset();
        const [first, second] = [aFile(), aFile(T0 + WINDOW - 1)];
        expect(await store.recordUpload(assetAt(assetKey), first, ROOM)).toEqual({
          outcome: 'stored',
          replaced: null,
        });
        expect((await store.findAsset(assetAt(assetKey)))?.file).toEqual({ fileKey: first.fileKey, size: first.size });
        await setState(batch.requestId, 'associated', null);
        expect(await store.recordUpload(assetAt(assetKey), second, ROOM)).toEqual({
          outcome: 'stored',
          replaced: first.fileKey,
        });
        expect((await store.findAsset(assetAt(assetKey)))?.file).toEqual({
          fileKey: second.fileKey,
          size: second.size,
        });
        expect((await store.findAsset(assetAt(batch.assets[0]?.assetKey)))?.file).toBeNull();
      });

      test('each of several concurrent uploads replaces a different file', async () => {
        const { assetKey } = await aStoredAsset();
        const files = Array.from({ length: 8 }, () => aFile());
        const other = database.open();
        try {
          const results = await Promise.all(
            files.map((file, n) => (n % 2 ? store : other).recordUpload(assetAt(assetKey), file, ROOM)),
          );
          const replaced = results.map((result) => (result.outcome === 'stored' ? result.replaced : 'closed'));
          const last = (await store.findAsset(assetAt(assetKey)))?.file?.fileKey;
          expect(new Set([...replaced, last])).toEqual(new Set([null, ...files.map((file) => file.fileKey)]));
        } finally {
          await other.close();
        }
      });

      test('uploads are closed once the window has ended', async () => {
        const { assetKey } = await aStoredAsset();
        expect(await store.recordUpload(assetAt(assetKey), aFile(T0 + WINDOW), ROOM)).toEqual({ outcome: 'closed' });
        expect((await store.findAsset(assetAt(assetKey)))?.file).toBeNull();
      });

      test('uploads are closed for a replaced submission and for a missing asset', async () => {
        const { batch, assetKey } = await aStoredAsset();
        await add(aBatch({ partnerRef: batch.partnerRef, createdAt: T0 + WINDOW }));
        expect(await store.recordUpload(assetAt(assetKey), aFile(), ROOM)).toEqual({ outcome: 'closed' });
        expect(await store.recordUpload(assetAt('unknown'), aFile(), ROOM)).toEqual({ outcome: 'closed' });
      });
    });

    describe('Orphaned files', () => {
      const orphanedAt = async (at: number, limit = 100) =>
        (await store.listOrphanedFiles(at, limit)).map(({ fileKey }) => fileKey);
      const upload = async (assetKey: string, fileKey: string, uploadedAt = T0 + 10) => {
        await store.registerFile(fileKey, uploadedAt);
        return store.recordUpload(assetAt(assetKey), { fileKey, size: 1, uploadedAt }, ROOM);
      };

      test('a registered file is orphaned until its upload is recorded', async () => {
        const batch = aBatch();
        await add(batch);
        await store.registerFile('file-1', T0);
        expect(await orphanedAt(T0 - 1)).toEqual([]);
        expect(await orphanedAt(T0)).toEqual(['file-1']);
        const file = { fileKey: 'file-1', size: 1, uploadedAt: T0 };
        await store.recordUpload(assetAt(batch.assets[0]?.assetKey), file, ROOM);
        expect(await orphanedAt(T0 + WINDOW)).toEqual([]);
      });

      test('a replaced file is orphaned, and so is a file that is uploaded too late', async () => {
        const batch = aBatch();
        await add(batch);
        const assetKey = batch.assets[0]?.assetKey ?? '';
        await upload(assetKey, 'file-1');
        await upload(assetKey, 'file-2', T0 + 20);
        expect(await upload(assetKey, 'file-3', T0 + WINDOW)).toEqual({ outcome: 'closed' });
        expect(await orphanedAt(T0 + WINDOW)).toEqual(['file-1', 'file-3']);
        expect(await orphanedAt(T0 + 20)).toEqual(['file-1']);
        expect(await orphanedAt(T0 + WINDOW, 1)).toEqual(['file-1']);
        await store.forgetOrphanedFiles(['file-1', 'unknown']);
        expect(await orphanedAt(T0 + WINDOW)).toEqual(['file-3']);
      });

      test('pages list each orphaned file once, even after the last file on a page is deleted', async () => {
        const [a, b, c, d] = [
          { fileKey: 'z', since: T0 },
          { fileKey: 'A', since: T0 + 1 },
          { fileKey: 'a', since: T0 + 1 },
          { fileKey: 'b', since: T0 + 2 },
        ] as const;
        for (const { fileKey, since } of [d, c, b, a]) await store.registerFile(fileKey, since);
        expect(await store.listOrphanedFiles(T0 + 2, 2)).toEqual([a, b]);
        await store.forgetOrphanedFiles([b.fileKey]);
        expect(await store.listOrphanedFiles(T0 + 2, 2, b)).toEqual([c, d]);
        expect(await store.listOrphanedFiles(T0 + 1, 2, b)).toEqual([c]);
        expect(await store.listOrphanedFiles(T0 + 2, 2, d)).toEqual([]);
      });

      test('the files of an incomplete submission become orphaned when its id is reused', async () => {
        const [pending, completed] = [aBatch(), aBatch()];
        for (const [batch, fileKey] of [
          [pending, 'file-1'],
          [completed, 'file-2'],
        ] as const) {
          await add(batch);
          await upload(batch.assets[1]?.assetKey ?? '', fileKey);
        }
        await setState(completed.requestId, 'completed', T0 + 20);
        for (const { partnerRef } of [pending, completed]) await add(aBatch({ partnerRef, createdAt: T0 + WINDOW }));
        expect(await orphanedAt(T0 + WINDOW - 1)).toEqual([]);
        expect(await orphanedAt(T0 + WINDOW)).toEqual(['file-1']);
        expect((await store.findAsset(assetAt(completed.assets[1]?.assetKey)))?.file?.fileKey).toBe('file-2');
      });
    });

    describe('Group commit', () => {
      test('grouped adds and reads return the same results as the store', async () => {
        const { addSubmission, findSubmission } = store;
        const first = aBatch();
        const [created, replayed, conflict, other] = await Promise.all([
          addSubmission(first),
          addSubmission(aBatch({ partnerRef: first.partnerRef })),
          addSubmission(aSubmission({ partnerRef: first.partnerRef })),
          addSubmission(aSubmission()),
        ]);
        expect([created, replayed, conflict, other].map(({ outcome }) => outcome)).toEqual([
          'created',
          'replayed',
          'conflict',
          'created',
        ]);
        const [found, missing, foreign] = await Promise.all([
          findSubmission(first),
          findSubmission({ clientId: first.clientId, partnerRef: 'unknown' }),
          findSubmission({ clientId: 'partner-b', partnerRef: first.partnerRef }),
        ]);
        expect(found).toEqual(asPending(first));
        expect([missing, foreign]).toEqual([null, null]);
      });

      test('concurrent reads share one statement', async () => {
        const batchSizes: number[] = [];
        const counting: DatedStore = {
          ...store,
          findSubmissions: (keys) => {
            batchSizes.push(keys.length);
            return store.findSubmissions(keys);
          },
        };
        const { findSubmission } = groupCommits(counting, WINDOW);
        const submissions = Array.from({ length: 100 }, () => aSubmission());
        await store.addSubmissions(submissions, WINDOW);
        const found = await Promise.all(submissions.map(findSubmission));
        expect(found).toEqual(submissions.map(asPending));
        expect(batchSizes).toEqual([100]);
      });

      test('an invalid submission does not cause the other submissions in its group to fail', async () => {
        const { addSubmission } = store;
        const good = [aSubmission(), aSubmission(), aSubmission()];
        const answers = await Promise.allSettled([
          ...good.map((one) => addSubmission(one)),
          addSubmission(aSubmission({ partnerRef: 'bad\0' })),
        ]);
        expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.outcome : 'refused'))).toEqual([
          'created',
          'created',
          'created',
          'refused',
        ]);
        expect(await store.findSubmissions(good)).toHaveLength(3);
      });
    });

    describe('Several instances on one database', () => {
      let other: DatedStore;
      beforeEach(() => {
        other = database.open();
      });
      afterEach(() => other.close());

      test('concurrent updates of one partner do not overwrite each other', async () => {
        const partner = aPartner();
        await store.addPartner(partner);
        for (let round = 0; round < 20; round++) {
          const [name, secretHash] = [`name ${round}`, `hash ${round}`];
          await Promise.all([
            store.updatePartner(partner.clientId, { name }),
            other.updatePartner(partner.clientId, { secretHash }),
          ]);
          expect(await store.findPartner(partner.clientId)).toEqual({ ...partner, name, secretHash });
        }
      });

      test('200 concurrent adds of one id on two instances create one submission', async () => {
        const adders = [store.addSubmission, other.addSubmission];
        const partnerRef = randomUUID();
        const results = await Promise.all(
          Array.from({ length: 200 }, (_, n) => adders[n % 2]?.(aSubmission({ partnerRef }))),
        );
        expect(results.filter((result) => result?.outcome === 'created')).toHaveLength(1);
        expect(new Set(results.map((result) => result?.submission.requestId)).size).toBe(1);
        expect(await countRows('submissions')).toBe(1);
      });

      test('concurrent adds of an expired id on all instances create one submission', async () => {
        const instances = [store, other, store, other];
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
          expect(await store.readContent(first)).toBeNull();
        }
        expect(await countRows('submissions where is_current = 1')).toBe(10);
        expect(await countRows('assets')).toBe(30);
      });
    });

    describe('The migration', () => {
      test('four concurrent processes all succeed, and the migration runs once', async () => {
        const fresh = await createDatabase();
        try {
          const children = await Promise.all(Array.from({ length: 4 }, () => startChild('migrate', fresh.location)));
          for (const child of children) child.go();
          const ends = await Promise.all(children.map((child) => child.ended));
          expect(ends).toEqual(children.map(() => ({ end: 0, errors: '' })));
          expect(await fresh.sql('select name from kysely_migration')).toEqual([{ name: '0001_initial_schema' }]);
        } finally {
          await fresh.drop();
        }
      });
    });

    describe('Availability and shutdown', () => {
      test('after close, methods reject with StoreUnavailable, and close can be called again', async () => {
        const closed = database.open();
        await closed.ping();
        await closed.close();
        await closed.close();
        const calls = [closed.migrate(), closed.ping(), closed.listPartners(), closed.addPartner(aPartner())];
        for (const answer of await Promise.allSettled(calls)) {
          expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
        }
      });

      test('close waits for calls in flight', async () => {
        const closing = database.open();
        const submissions = Array.from({ length: 5 }, () => aSubmission());
        const answers = submissions.map((one) => closing.addSubmissions([one], WINDOW));
        await closing.close();
        expect((await Promise.all(answers)).flat().map(({ outcome }) => outcome)).toEqual(
          submissions.map(() => 'created'),
        );
        expect(await store.findSubmissions(submissions)).toHaveLength(5);
      });

      test('every acknowledged submission is stored after kill -9 under load', async () => {
        const child = await startChild('write', database.location);
        child.go();
        await expect.poll(() => child.lines().length, { timeout: 15_000, interval: 5 }).toBeGreaterThan(500);
        child.kill('SIGKILL');
        expect(await child.ended).toEqual({ end: 'SIGKILL', errors: '' });
        const acknowledged = child.lines();

        const survivor = database.open();
        try {
          const stored = await database.sql('select request_id from submissions');
          const storedIds = new Set(stored.map((row) => row['request_id']));
          expect(acknowledged.filter((requestId) => !storedIds.has(requestId))).toEqual([]);
          for (const requestId of acknowledged.slice(-50)) {
            expect(await survivor.readContent(submissionAt(requestId))).toEqual(contentOf(requestId));
          }
          const [result] = await survivor.addSubmissions([aSubmission()], WINDOW);
          expect(result?.outcome).toBe('created');
        } finally {
          await survivor.close();
        }
      });
    });
  });
}
