import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { cancelExpired } from '../../server/lifecycle/cancel-expired.ts';
import { collectLooseFiles } from '../../server/lifecycle/loose-files.ts';
import { sweep } from '../../server/lifecycle/sweep.ts';
import { engines, type OpenService } from '../support/engines.ts';
import { startService, type TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { person } from '../user-app/person.ts';
import { act, contentOf, countFiles, type Submitted, startWithUndeletable, submit, submitBatch } from './support.ts';

const WINDOW = hours(48);

describe.each(engines)('submissions whose window has passed, on $engine', ({ open }) => {
  let opened: OpenService;
  let service: TestService;
  let createdAt: number;
  let token: string;

  beforeEach(async () => {
    opened = await open();
    service = opened.service;
    createdAt = service.clock.now();
    token = await service.token();
  });
  afterEach(async () => {
    await service.stop();
    await opened.drop();
  });

  const statusOf = async ({ id }: Submitted) => {
    // The clock may have outrun the token that the submissions were sent with.
    const options = { token: await service.token() };
    const { body } = await service.call('GET', `/api/partner/v2/submissions/${id}/status.json`, options);
    return [body.status, body.finalized_at];
  };

  test('are canceled and erased from the 48th hour on, not a microsecond before', async () => {
    const pending = await submit(service, token, 'EducationWithTranscript');
    const associated = await submitBatch(service, token, 2);
    await act(service, associated, 'open', 'user-1');
    expect(await countFiles(service)).toBe(2);
    service.clock.advance(WINDOW - 1);
    expect(await sweep(service.services)).toEqual({ canceled: 0, stripped: 0 });
    expect(await statusOf(pending)).toEqual(['incomplete', null]);
    expect(await contentOf(service, pending)).toEqual(pending.body);
    expect(await countFiles(service)).toBe(2);
    service.clock.advance(1);
    const canceled = ['canceled', toTimestamp(createdAt + WINDOW)];
    // The same before it is swept and after that, however late.
    for (const submission of [pending, associated]) expect(await statusOf(submission)).toEqual(canceled);
    service.clock.advance(hours(1));
    expect(await sweep(service.services)).toEqual({ canceled: 2, stripped: 0 });
    for (const submission of [pending, associated]) {
      expect(await statusOf(submission)).toEqual(canceled);
      expect(await contentOf(service, submission)).toBeNull();
    }
    expect(await countFiles(service)).toBe(0);
    expect(await sweep(service.services)).toEqual({ canceled: 0, stripped: 0 });
  });

  test('a completed one and a younger one stay as they are', async () => {
    const completed = await submitBatch(service, token, 1);
    await act(service, completed, 'open', 'user-1');
    service.clock.advance(hours(47));
    await act(service, completed, 'consent', 'user-1');
    const younger = await submit(service, await service.token(), 'EducationWithTranscript');
    service.clock.advance(hours(1));
    expect(await sweep(service.services)).toEqual({ canceled: 0, stripped: 0 });
    expect(await statusOf(completed)).toEqual(['verified', toTimestamp(createdAt + hours(47))]);
    expect(await statusOf(younger)).toEqual(['incomplete', null]);
    expect(await contentOf(service, completed)).toEqual(completed.body);
    expect(await contentOf(service, younger)).toEqual(younger.body);
    expect(await countFiles(service)).toBe(1);
  });

  test('more than one transaction takes, by two sweeps at once, each counted once', async () => {
    const { store } = service.services;
    await store.addSubmissions(manySubmissions(450, createdAt), WINDOW);
    service.clock.advance(WINDOW);
    const counts = await Promise.all([cancelExpired(service.services), cancelExpired(service.services)]);
    // The second one may end while the first is still at work on the last ones.
    const rest = await cancelExpired(service.services);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(450);
  });

  test('a sweep while adds go on: every add is answered, and its submission stays', async () => {
    const { store } = service.services;
    await store.addSubmissions(manySubmissions(2000, createdAt), WINDOW);
    service.clock.advance(WINDOW + seconds(1));
    const fresh = await service.token();
    let isSwept = false;
    const added: Submitted[] = [];
    const addOn = async () => {
      while (!isSwept) added.push(await submit(service, fresh, 'EducationWithTranscript'));
    };
    const swept = sweep(service.services).finally(() => {
      isSwept = true;
    });
    await Promise.all([swept, ...Array.from({ length: 8 }, addOn)]);
    expect(await swept).toEqual({ canceled: 2000, stripped: 0 });
    expect(added.length).toBeGreaterThan(8);
    for (const submission of added) expect(await contentOf(service, submission)).toEqual(submission.body);
  });
});

function manySubmissions(count: number, createdAt: number) {
  return Array.from({ length: count }, (_, n) => ({
    requestId: `many-${n}`,
    clientId: 'sandbox-partner',
    partnerRef: `MANY-${n}`,
    kind: 'education' as const,
    documentType: 'pdf',
    content: { keyId: 'k', bytes: new Uint8Array(2000).fill(n) },
    assets: [],
    createdAt,
  }));
}

describe('on the embedded database', () => {
  let service: TestService;
  let isUndeletable = false;

  beforeEach(async () => {
    isUndeletable = false;
    service = await startWithUndeletable(() => isUndeletable);
  });
  afterEach(() => service.stop());

  test('many expired submissions are swept while adds go on, and no add fails', {
    timeout: 60_000,
  }, async () => {
    const { store } = service.services;
    const count = sized(2000, 10_000);
    const many = manySubmissions(count, service.clock.now());
    for (let n = 0; n < many.length; n += 1000) await store.addSubmissions(many.slice(n, n + 1000), WINDOW);
    service.clock.advance(WINDOW);
    const token = await service.token();
    let isSwept = false;
    const statuses = new Set<number>();
    const addOn = async (worker: number) => {
      for (let n = 0; !isSwept; n++) {
        const answer = await submit(service, token, 'EducationWithTranscript');
        statuses.add(answer.requestId === '' ? 0 : 201);
        // Some use the id of one that is about to be swept.
        const taken = { ...answer.body, id: `MANY-${(worker * count) / 4 + n}` };
        const { status } = await service.call('POST', '/api/partner/v1/add/education.json', {
          token,
          body: taken,
        });
        statuses.add(status);
      }
    };
    const swept = sweep(service.services).finally(() => {
      isSwept = true;
    });
    await Promise.all([swept, ...[0, 1, 2, 3].map(addOn)]);
    expect([...statuses]).toEqual([201]);
    expect(await store.cancelExpiredSubmissions({ now: service.clock.now(), window: WINDOW, limit: 1 })).toEqual({
      canceled: 0,
      looseFiles: [],
    });
    for (const { requestId } of many.slice(0, 200)) expect(await store.readContent(requestId)).toBeNull();
  });

  test('files that cannot be deleted now are deleted with the loose ones', async () => {
    await submitBatch(service, await service.token(), 2);
    service.clock.advance(WINDOW);
    isUndeletable = true;
    expect(await sweep(service.services)).toEqual({ canceled: 1, stripped: 0 });
    expect(await countFiles(service)).toBe(2);
    isUndeletable = false;
    service.clock.advance(hours(1));
    await collectLooseFiles(service.services);
    expect(await countFiles(service)).toBe(0);
  });
});

const PIECE_BYTES = 32;

/** Pieces of sealed bytes: as little as one of them in a file would tell who has the key two words of a record. */
const piecesOf = (sealed: Uint8Array): Buffer[] =>
  Array.from({ length: Math.floor(sealed.length / PIECE_BYTES) }, (_, n) =>
    Buffer.from(sealed.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES)),
  );

describe('what the disk still has, for somebody with the data key', () => {
  let service: TestService;

  beforeEach(async () => {
    // Before the service starts: its first commit sets the time at which the log is emptied.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    service = await startService();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await service.stop();
  });

  const readAll = async () => {
    const entries = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    // A file may be deleted between the two.
    const missing = () => Buffer.of();
    return Promise.all(
      files.map(async (file) => ({ name: path.basename(file), bytes: await readFile(file).catch(missing) })),
    );
  };

  /** The names of the files that have some of the pieces. */
  const filesWith = async (pieces: readonly Buffer[]) =>
    (await readAll()).filter(({ bytes }) => pieces.some((piece) => bytes.includes(piece))).map(({ name }) => name);

  type Erase = (submission: Submitted & { link: string }) => Promise<unknown>;
  const declined: Erase = async ({ link }) => {
    const alex = person(service.services);
    const asked = await alex.openAs('alex@example.com', link);
    return alex.submit(await alex.submit(asked, { decision: 'decline' }), { decision: 'decline_confirmed' });
  };
  const swept: Erase = async () => {
    service.clock.advance(WINDOW);
    return sweep(service.services);
  };

  test.each([
    ['declined', declined],
    ['swept', swept],
  ])('nothing of a submission that was %s, ten seconds later', async (_, erase) => {
    const { store, sealer } = service.services;
    const submission = await submitBatch(service, await service.token(), 1);
    const sealed = await store.readContent(submission.requestId);
    if (sealed === null) throw new Error('There is no content');
    const files = await readAll();
    const file = files.find(({ name }) => /^[0-9a-f]{32}$/.test(name));
    if (file === undefined) throw new Error('There is no file');

    // What is looked for is what the key opens, and is found as long as it is there.
    expect(await contentOf(service, submission)).toEqual(submission.body);
    const raw = { keyId: sealed.keyId, bytes: file.bytes.subarray(1 + Buffer.byteLength(sealed.keyId)) };
    const pdf = Buffer.from(sealer.open(raw, `file:${file.name}`));
    expect(pdf.toString('latin1')).toMatch(/^%PDF/);
    const [content, stored] = [piecesOf(sealed.bytes), piecesOf(raw.bytes)];
    expect(await filesWith(content)).toEqual(['service.db-wal']);
    expect(await filesWith(stored)).toEqual([file.name]);

    await erase(submission);
    expect(await filesWith(stored)).toEqual([]);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => filesWith(content), { timeout: 5_000 }).toEqual([]);
    expect((await readAll()).map(({ name }) => name)).toContain('service.db');
  });
});
