import { createSecretKey, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { hours, type Micros, seconds } from '../../../server/domain/clock.ts';
import { DOCUMENTS_KEPT } from '../../../server/domain/submission-lifecycle.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { Encryptor } from '../../../server/storage/encryption/encryptor.ts';
import { CACHE_LIFETIME } from '../../../server/storage/partner-directory.ts';
import { Downloader, type DownloaderOptions } from '../../../server/work/documents/downloader.ts';
import type { FetchDocument, Fetched } from '../../../server/work/documents/fetch-document.ts';
import { collectOrphanedFiles, sweep } from '../../../server/work/lifecycle/sweep.ts';
import { example } from '../../support/contract.ts';
import { addPartner, startService, type TestService } from '../../support/service.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { openLog } from '../delivery/support.ts';
import { act, countFiles, type Submitted, submissionOf, submit } from '../lifecycle/support.ts';

const PDF: Fetched = { bytes: Buffer.from(example('PdfFile')) };
const USER = 'user-1';

let service: TestService;
let token: string;

beforeEach(async () => {
  service = await startService();
  token = await service.token();
});
afterEach(() => service.stop());

function downloader(fetchDocument: FetchDocument, change: Partial<DownloaderOptions> = {}) {
  return new Downloader({ ...service.services, destinations: { allowLoopback: true }, fetchDocument, ...change });
}

const submitted = () => submit(service, token, 'MicrocredentialPdf', 'microcredential');

async function documentOf(submission: Submitted) {
  const [document] = await service.services.store.listDocuments([submission]);
  return document;
}

/** Creates a fake `fetchDocument`. Each fetch stays in flight until the test calls `end`. */
function heldFetch() {
  const urls: string[] = [];
  const ends: ((fetched: Fetched) => void)[] = [];
  return {
    urls,
    fetchDocument: (url: string) =>
      new Promise<Fetched>((resolve) => {
        urls.push(url);
        ends.push(resolve);
      }),
    end: (fetched: Fetched) => ends.shift()?.(fetched),
  };
}

function succeedingFetch() {
  const calls: unknown[][] = [];
  const fetchDocument: FetchDocument = async (...call) => {
    calls.push(call);
    return PDF;
  };
  return { calls, fetchDocument };
}

test('the downloader fetches and stores each document of a batch', async () => {
  const body = { ...example('MicrocredentialBatchOfThree'), id: 'DOCS-BATCH' };
  const [one, two, three] = body.credentials;
  const url = (name: string) => `https://documents.example.edu/${name}.pdf`;
  Object.assign(one, { document_type: 'pdf', data: { ...one.data, document: url('one') } });
  Object.assign(two, { document_type: 'pdf', data: { ...two.data, document: url('two') } });
  Object.assign(three, { document_type: 'none', data: { ...three.data, document: null } });
  const { path } = operations.addMicrocredentialBatch;
  const { body: answer } = await service.call('POST', path, { token, body });
  const submission = submissionOf(answer.redirect_uri);
  const { calls, fetchDocument } = succeedingFetch();
  await downloader(fetchDocument).drain();
  expect(calls.sort()).toEqual([
    [url('one'), 'pdf'],
    [url('two'), 'pdf'],
  ]);
  const { store, files } = service.services;
  const documents = await store.listDocuments([submission]);
  const stored = { state: 'stored', attemptsMade: 1, error: null };
  expect(documents).toMatchObject([one, two].map(({ id }) => ({ ref: id, ...stored })));
  for (const { file } of documents)
    expect(Buffer.from((await files.get(file?.fileKey ?? '', submission)) ?? [])).toEqual(PDF.bytes);
});

test('the downloader fetches no document from a domain that the operator has removed, until the domain is registered again', async () => {
  const { store } = service.services;
  const submission = await submitted();
  const { calls, fetchDocument } = succeedingFetch();
  const downloads = downloader(fetchDocument);
  await store.updatePartner(submission.clientId, { domains: ['kept.example'] });
  service.clock.advance(CACHE_LIFETIME);
  await downloads.drain();
  expect(calls).toEqual([]);
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', error: 'unregistered_domain' });
  await store.updatePartner(submission.clientId, { domains: ['documents.example.edu'] });
  service.clock.advance(seconds(60));
  await downloads.drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'stored' });
});

async function attemptSecondsDuring(duration: Micros, result: Fetched) {
  const from = service.clock.now();
  const at: number[] = [];
  const downloads = downloader(async () => {
    at.push((service.clock.now() - from) / seconds(1));
    return result;
  });
  for (; service.clock.now() - from < duration; service.clock.advance(seconds(60))) await downloads.drain();
  return at;
}
const sixHourly = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n * 6 * 3600);

test('the downloader retries a missing document after 1 min, 10 min, 1 h, and then every 6 h', async () => {
  const submission = await submitted();
  const at = await attemptSecondsDuring(hours(44), { error: 'status_404' });
  const first = [0, 60, 660, 4260];
  expect(at).toEqual([...first, ...sixHourly(4260 + 6 * 3600, 7)]);
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', error: 'status_404', attemptsMade: 11 });
  service.clock.advance(SUBMISSION_WINDOW - hours(44));
  await downloader(async () => PDF).drain();
  expect(await countFiles(service)).toBe(0);
  await sweep(service.services);
  expect(await documentOf(submission)).toBeUndefined();
});

test('a missing document of a completed submission becomes unavailable when the retention period ends', async () => {
  const submission = await submitted();
  await act(service, submission, 'take', USER);
  service.clock.advance(hours(1));
  await act(service, submission, 'consent', USER);
  const at = await attemptSecondsDuring(DOCUMENTS_KEPT, { error: 'status_404' });
  expect(seconds(at.at(-1) ?? 0)).toBeGreaterThan(DOCUMENTS_KEPT - hours(6));
  expect(await documentOf(submission)).toMatchObject({ state: 'pending' });
  await downloader(async () => PDF).drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'unavailable', availableAt: null });
  expect(await countFiles(service)).toBe(0);
});

test('a document at a forbidden address becomes unavailable without a retry', async () => {
  const submission = await submitted();
  expect(await attemptSecondsDuring(hours(2), { error: 'refused_address' })).toEqual([0]);
  expect(await documentOf(submission)).toMatchObject({ state: 'unavailable', error: 'refused_address' });
});

test('the downloader retries a document that exceeds the file quota of the partner', async () => {
  const submission = await submitted();
  await downloader(async () => PDF, { pendingUploadsQuota: 1 }).drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', error: 'no_room', attemptsMade: 1 });
  expect(await countFiles(service)).toBe(0);
  service.clock.advance(seconds(60));
  await downloader(async () => PDF).drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'stored', attemptsMade: 2, error: null });
});

/** Returns the documents of a submission, and checks that all four status operations return the same documents. */
async function documentsInStatus({ id }: Submitted) {
  const token = await service.token();
  const found: unknown[] = [];
  for (const version of ['v1', 'v2']) {
    const at = `/api/partner/${version}/submissions`;
    const one = await service.call('GET', `${at}/${id}/status.json`, { token });
    const several = await service.call('POST', `${at}/status.json`, { token, body: { ids: [id] } });
    found.push(one.body.documents, several.body.credentials[0].documents);
  }
  expect(found).toEqual(Array(4).fill(found[0]));
  return found[0];
}

test('the submission status shows the state of a document, and the last download problem while the document is pending', async () => {
  const submission = await submitted();
  const { id } = submission;
  expect(await documentsInStatus(submission)).toEqual([{ id, state: 'pending' }]);
  const problems = [
    ['timeout', 'unreachable'],
    ['dns_failure', 'unreachable'],
    ['connection_failed', 'unreachable'],
    ['status_404', 'error_status'],
    ['redirected_elsewhere', 'redirected'],
    ['too_many_redirects', 'redirected'],
    ['too_large', 'too_large'],
    ['wrong_type', 'wrong_type'],
  ] as const;
  for (const [attempt, [error, problem]] of problems.entries()) {
    await downloader(async () => ({ error })).drain();
    expect(await documentsInStatus(submission), error).toEqual([{ id, state: 'pending', problem }]);
    service.clock.advance(hours(attempt < 3 ? 1 : 6));
  }
  await downloader(async () => PDF).drain();
  expect(await documentsInStatus(submission)).toEqual([{ id, state: 'stored' }]);
  for (const action of ['take', 'consent'] as const) await act(service, submission, action, USER);
  service.clock.advance(DOCUMENTS_KEPT);
  await sweep(service.services);
  expect(await documentsInStatus(submission)).toEqual([{ id, state: 'deleted' }]);
});

test('after the last download attempt fails, the submission status shows that the document is unavailable', async () => {
  const [refused, late] = [await submitted(), await submitted()];
  const errors = ['refused_address', 'wrong_type'] as const;
  let fetchCount = 0;
  await downloader(async () => ({ error: errors[fetchCount++] ?? 'timeout' })).drain();
  for (const action of ['take', 'consent'] as const) await act(service, late, action, USER);
  service.clock.advance(Math.max(SUBMISSION_WINDOW, DOCUMENTS_KEPT));
  const documents = (await Promise.all([refused, late].map(documentsInStatus))).flat();
  // The status shows only the document of `late`, because `refused` got no consent and was canceled.
  expect(documents).toEqual([{ id: late.id, state: 'unavailable', problem: 'wrong_type' }]);
});

async function expectOneFileAfterCollection(): Promise<void> {
  service.clock.advance(hours(2));
  await collectOrphanedFiles(service.services);
  expect(await countFiles(service)).toBe(1);
  const all = { before: Number.MAX_SAFE_INTEGER, limit: 10 };
  expect(await service.services.store.listOrphanedFiles(all)).toEqual([]);
}

test.each([
  ['failure of a stopped process', true, { error: 'connection_failed' } as const],
  ['document of a slow process', false, PDF],
])('if the lease of a download ends, another process downloads the document, and the late %s is ignored', async (_, isStopped, late) => {
  const submission = await submitted();
  const held = heldFetch();
  const first = downloader(held.fetchDocument);
  const draining = first.drain();
  await expect.poll(() => held.urls.length).toBe(1);
  const second = downloader(async () => PDF);
  await second.drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', attemptsMade: 0 });
  if (isStopped) expect(await first.stop(20)).toBe(false);
  service.clock.advance(seconds(120));
  await second.drain();
  const document = await documentOf(submission);
  expect(document).toMatchObject({ state: 'stored', attemptsMade: 1 });
  held.end(late);
  await draining;
  expect(await documentOf(submission)).toEqual(document);
  expect(await countFiles(service)).toBe(1);
});

test('the downloader pauses after a disk failure and retries without counting an attempt', async () => {
  const submission = await submitted();
  let isFull = true;
  const { files } = service.services;
  const put: typeof files.put = async (...file) => {
    if (isFull) throw new FileStoreUnavailable('The disk is full');
    return files.put(...file);
  };
  const { log, lines } = openLog();
  const { calls, fetchDocument } = succeedingFetch();
  const downloads = downloader(fetchDocument, { files: { ...files, put }, log });
  await downloads.drain();
  await downloads.drain();
  expect(calls).toHaveLength(1);
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', attemptsMade: 0 });
  expect(lines).toMatchObject([
    { msg: 'download', outcome: 'downloaded', attempt: 1, client_id: 'sandbox-partner', bytes: expect.any(Number) },
    { msg: 'document downloads are paused for a minute' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('documents.example.edu');
  isFull = false;
  service.clock.advance(seconds(120));
  await downloads.drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'stored', attemptsMade: 1 });
  await expectOneFileAfterCollection();
});

test.each([
  'claimDocuments',
  'readContent',
  'registerFile',
  'recordDocument',
] as const)('the downloader retries after a database failure in %s and leaves no unused file', async (method) => {
  const submission = await submitted();
  let isDown = true;
  const store = new Proxy(service.services.store, {
    get(target, name, receiver) {
      if (name === method && isDown) return () => Promise.reject(new StoreUnavailable('down'));
      return Reflect.get(target, name, receiver);
    },
  });
  const downloads = downloader(async () => PDF, { store });
  if (method === 'claimDocuments') await expect(downloads.drain()).rejects.toThrow(StoreUnavailable);
  else await downloads.drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', attemptsMade: 0 });
  isDown = false;
  service.clock.advance(seconds(120));
  await downloads.drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'stored', attemptsMade: 1 });
  await expectOneFileAfterCollection();
});

test('a submission that cannot be decrypted counts as a failed download attempt, and the log contains no personal data', async () => {
  const submission = await submitted();
  const { log, lines } = openLog();
  const encryptor = new Encryptor([{ id: 'other', secret: createSecretKey(randomBytes(32)) }]);
  await downloader(async () => PDF, { encryptor, log }).drain();
  expect(await documentOf(submission)).toMatchObject({ state: 'pending', error: 'unreadable_content' });
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('Alex');
});

test.each([
  ['up to four documents from different hosts at the same time', 4, (n: number) => `host-${n}.example.edu`],
  ['one document at a time from each host, across all partners', 1, () => 'shared.example.edu'],
])('the downloader fetches %s', async (_, most, hostOf) => {
  for (let n = 0; n < 6; n++) {
    const credentials = { clientId: `partner-${n}`, secret: 'secret' };
    await addPartner(service, { ...credentials, domains: ['*'] });
    const body = example('MicrocredentialPdf');
    body.data.document = `https://${hostOf(n)}/a.pdf`;
    const options = { token: await service.token(credentials), body };
    expect((await service.call('POST', operations.addMicrocredential.path, options)).status).toBe(201);
  }
  let inFlight = 0;
  let mostInFlight = 0;
  await downloader(async () => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 10));
    inFlight--;
    return PDF;
  }).drain();
  expect(mostInFlight).toBe(most);
});
