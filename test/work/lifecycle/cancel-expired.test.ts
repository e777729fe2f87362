import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { createSecurityLog } from '../../../server/platform/security-log.ts';
import { sweep } from '../../../server/work/lifecycle/sweep.ts';
import { person } from '../../pages/person.ts';
import { example } from '../../support/contract.ts';
import { startService, type TestService } from '../../support/service.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { contentOf, type Submitted, submitBatch } from './support.ts';

const PIECE_BYTES = 32;

/** Splits encrypted bytes into pieces, because an attacker with the data key could decrypt even a short piece. */
const piecesOf = (encrypted: Uint8Array): Buffer[] =>
  Array.from({ length: Math.floor(encrypted.length / PIECE_BYTES) }, (_, n) =>
    Buffer.from(encrypted.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES)),
  );

describe('Data that remains on disk, for an attacker with the data key', () => {
  let service: TestService;
  const logged: string[] = [];
  const log = createLogger('info', { write: (line) => logged.push(line) });

  beforeEach(async () => {
    // Fakes the timers before the service starts, because the first commit schedules the truncation of the WAL file.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    service = await startService({ change: () => ({ log, security: createSecurityLog(log, () => undefined) }) });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await service.stop();
  });

  const readAll = async () => {
    const entries = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Promise.all(
      files.map(async ({ parentPath, name }) => ({
        name,
        // A file can be deleted after it was listed and before it is read.
        bytes: await readFile(path.join(parentPath, name)).catch(() => Buffer.of()),
      })),
    );
  };

  const filesWith = async (pieces: readonly Buffer[]) =>
    (await readAll()).filter(({ bytes }) => pieces.some((piece) => bytes.includes(piece))).map(({ name }) => name);

  /** Erases a submission. Resolves to additional bytes, such as an account ID, that must disappear from the disk. */
  type Erase = (submission: Submitted & { link: string }) => Promise<Buffer[]>;
  const declined: Erase = async ({ link }) => {
    const alex = person(service.services);
    const page = await alex.openAs('alex@example.com', link);
    await alex.submit(await alex.submit(page, { decision: 'decline' }), { decision: 'decline_confirmed' });
    return [];
  };
  const withTheAccount: Erase = async ({ link, ...submission }) => {
    const { store } = service.services;
    const alex = person(service.services);
    await alex.submit(await alex.openAs('alex@example.com', link), { decision: 'accept' });
    const body = { ...example('VerificationMinimal'), request_id: 'SHARED' };
    const token = await service.token();
    const created = await service.call('POST', operations.createVerificationRequest.path, { token, body });
    const { pathname, search } = new URL(created.body.redirect_uri);
    const page = await alex.visit(pathname + search);
    const identity = /name="identity" [^>]*value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    await alex.submit(page, { decision: 'verify', identity });

    const ownerId = (await store.findLinkedSubmission(submission))?.ownerId ?? '';
    const account = (await store.findUser(ownerId))?.accountHash ?? '';
    const [shared] = await store.findVerificationRequests(submission.clientId, ['SHARED']);
    const traces = [Buffer.from(ownerId), Buffer.from(account), ...piecesOf(shared?.identity ?? Buffer.of())];
    expect(traces.length).toBeGreaterThan(2);
    for (const trace of traces) expect(await filesWith([trace])).toContain('service.db-wal');
    const sure = await alex.submit(await alex.visit('/account'), { decision: 'delete' }, /account$/);
    const gone = await alex.submit(sure, { decision: 'delete_confirmed' }, /account$/);
    expect(gone.html).toContain('Your account is deleted');
    for (const secret of ['alex@example.com', 'Alex Example', account])
      expect(logged.join(''), 'the log').not.toContain(secret);
    expect(logged.join('')).toContain('account_deleted');
    return traces;
  };
  const swept: Erase = async () => {
    service.clock.advance(SUBMISSION_WINDOW);
    await sweep(service.services);
    return [];
  };

  test.each([
    ['declined', declined],
    ['erased by the sweep', swept],
    ['deleted with the account', withTheAccount],
  ])('the disk contains no data of a submission ten seconds after the submission was %s', async (_, erase) => {
    const { store, encryptor } = service.services;
    const { prefix } = encryptor;
    const submission = await submitBatch(service, await service.token(), 1);
    const encrypted = await store.readContent(submission);
    if (encrypted === null) throw new Error('The submission has no content');
    const files = await readAll();
    const file = files.find(({ name }) => /^[0-9a-f]{32}$/.test(name));
    if (file === undefined) throw new Error('The submission has no file');

    // Checks that the data is readable and on disk before the erasure.
    expect(await contentOf(service, submission)).toEqual(submission.body);
    const pdf = Buffer.from((await service.services.files.get(file.name, submission)) ?? []);
    expect(pdf.toString('latin1')).toMatch(/^%PDF/);
    const content = piecesOf(encrypted.subarray(prefix.length));
    const stored = piecesOf(file.bytes.subarray(prefix.length));
    expect(await filesWith(content)).toEqual(['service.db-wal']);
    expect(await filesWith(stored)).toEqual([file.name]);

    const traces = await erase(submission);
    expect(await filesWith(stored)).toEqual([]);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => filesWith([...content, ...traces]), { timeout: 5_000 }).toEqual([]);
    const words = ['alex@example.com', 'Alex Example'].map((word) => Buffer.from(word));
    expect(await filesWith(words)).toEqual([]);
    expect((await readAll()).map(({ name }) => name)).toContain('service.db');
  });
});
