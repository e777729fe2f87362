import { createHash, randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { loadOrCreateDataKey } from '../../server/start/open-data-keys.ts';
import { submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { Encryptor, parseDataKeys } from '../../server/storage/encryption/encryptor.ts';
import { type FileStore, withEncryption } from '../../server/storage/files/file-store.ts';
import { folderStorage } from '../../server/storage/files/folder-storage.ts';
import { type DatedStore, datedClock, datedStore } from '../storage/database/dated-store.ts';
import { example } from '../support/contract.ts';
import { openOnClock } from '../support/open-on-clock.ts';
import type { Answer, BrokenCall, ServiceProcess } from '../support/process.ts';
import { submissionOf } from '../work/lifecycle/support.ts';

const RETRY_TIMEOUT_MS = 120_000;

export const soon = <T>(read: () => T) => expect.poll(read, { interval: 5, timeout: 15_000 });

export type Caller = Pick<ServiceProcess, 'call'>;

/** Returns a client that sends each request to a random instance, and retries if a request gets 503 or no response. */
export function callerOf(
  instances: readonly ServiceProcess[],
  repeated: { unanswered: number; unavailable: number },
): Caller {
  return {
    async call(method, target, options) {
      for (const end = performance.now() + RETRY_TIMEOUT_MS; performance.now() < end; await sleep(20)) {
        const instance = instances[Math.floor(Math.random() * instances.length)];
        const answer = await instance?.call(method, target, options).catch(() => null);
        if (answer && answer.status !== 503) return answer;
        if (answer) repeated.unavailable += 1;
        else repeated.unanswered += 1;
      }
      throw new Error(`${method} ${target} never got a response`);
    },
  };
}

export interface Post {
  id: string;
  target: string;
  body: Record<string, unknown>;
}

export interface Upload {
  asset_id: string;
  url: string;
}

export interface Acknowledged extends Post {
  redirectUri: string;
  uploads: readonly Upload[] | undefined;
}

export interface Uploads {
  url: string;
  files: { bytes: Buffer; isAcknowledged: boolean }[];
}

const makers = [
  ['education', 'EducationWithTranscript'],
  ['english_proficiency', 'EnglishProficiencyMinimal'],
  ['microcredential', 'MicrocredentialPdf'],
  ['right_to_work', 'RightToWorkAustralia'],
  ['batch', 'MicrocredentialBatchOfThree'],
] as const;

/** Returns a submission with a new ID. `turn` selects its type. */
export function aPost(turn = 0): Post {
  const [path, name] = makers[turn % (makers.length + 1)] ?? [];
  if (path === undefined) return batchWithAssets();
  const id = `LOAD-${randomUUID()}`;
  return { id, target: `/api/partner/v1/add/${path}.json`, body: { ...example(name), id } };
}

export function batchWithAssets(): Post {
  const id = `LOAD-${randomUUID()}`;
  const body = example('CredentialBatchOfEveryKind');
  body.credential_id = id;
  body.education_items[0].assets = ['degree', 'transcript'].map((asset_id) => ({ asset_id, asset_type: 'pdf' }));
  for (const item of [...body.microcredential_items, ...body.english_proficiency_items]) item.assets = [];
  return { id, target: '/api/partner/v2/add/requests/batch.json', body };
}

export const aPdf = (): Buffer =>
  Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`);

export const upload = (service: Caller, url: string, bytes: Buffer, agent?: Agent): Promise<Answer> =>
  service.call('PUT', url, {
    body: bytes,
    headers: { 'Content-Type': 'application/pdf' },
    ...(agent && { agent }),
  });

export interface Ledger {
  acknowledged: Acknowledged[];
  uploads: Uploads[];
  refused: Post[];
  /** Submissions whose connection failed before a response arrived. */
  unanswered: Post[];
  failures: BrokenCall[];
  wrong: Answer[];
}

export const emptyLedger = (): Ledger => ({
  acknowledged: [],
  uploads: [],
  refused: [],
  unanswered: [],
  failures: [],
  wrong: [],
});

/**
 * Keeps `inFlight` requests in flight: submissions of each type in turn, and uploads for each batch. Some files are
 * uploaded twice. A worker stops when its connection fails. The load ends when all workers stop or `stop` is called.
 */
export function putUnderLoad(
  service: Caller,
  { token, inFlight, ledger, agent }: { token: string; inFlight: number; ledger: Ledger; agent?: Agent },
): { stop(): Promise<void>; ended: Promise<void> } {
  let turn = 0;
  let isStopped = false;

  async function uploadFile(uploads: Uploads): Promise<void> {
    const file = { bytes: aPdf(), isAcknowledged: false };
    uploads.files.push(file);
    const answer = await upload(service, uploads.url, file.bytes, agent);
    if (answer.status === 200) file.isAcknowledged = true;
    else if (answer.status !== 503) ledger.wrong.push(answer);
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      const post = aPost(turn++);
      let isAnswered = false;
      try {
        const answer = await service.call('POST', post.target, { token, body: post.body, ...(agent && { agent }) });
        isAnswered = true;
        if (answer.status === 503) {
          ledger.refused.push(post);
          // Without a pause, an unavailable service would reject thousands of submissions.
          await sleep(20);
        } else if (answer.status === 201) ledger.acknowledged.push(acknowledgedOf(post, answer));
        else ledger.wrong.push(answer);
        for (const { url } of answer.body.asset_uploads ?? []) {
          const uploads: Uploads = { url, files: [] };
          ledger.uploads.push(uploads);
          await uploadFile(uploads);
          if (turn % 2 === 0) await uploadFile(uploads);
        }
      } catch (error) {
        ledger.failures.push(error as BrokenCall);
        if (!isAnswered) ledger.unanswered.push(post);
        return;
      }
    }
  }

  const ended = Promise.all(Array.from({ length: inFlight }, work)).then(() => {});
  return {
    ended,
    stop() {
      isStopped = true;
      return ended;
    },
  };
}

export const acknowledgedOf = (post: Post, { body }: Answer): Acknowledged => ({
  ...post,
  redirectUri: body.redirect_uri,
  uploads: body.asset_uploads,
});

export async function forEachOf<T>(items: readonly T[], concurrency: number, work: (item: T) => Promise<void>) {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** Returns the acknowledged submissions that have no status, or whose repeated POST gets a different response. */
export async function lostAdds(
  service: Caller,
  token: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const lost: string[] = [];
  const thirties = Array.from({ length: Math.ceil(acknowledged.length / 30) }, (_, n) =>
    acknowledged.slice(n * 30, n * 30 + 30).map(({ id }) => id),
  );
  await forEachOf(thirties, 8, async (ids) => {
    const { path } = operations.listSubmissionStatusesV2;
    const found: { id: string; status: string }[] = (await service.call('POST', path, { token, body: { ids } })).body
      .credentials;
    const incomplete = new Set(found.filter(({ status }) => status === 'incomplete').map(({ id }) => id));
    lost.push(...ids.filter((id) => !incomplete.has(id)).map((id) => `${id} has no status`));
  });
  await forEachOf(acknowledged, 32, async ({ id, target, body, redirectUri, uploads }) => {
    const again = await service.call('POST', target, { token, body });
    const isSame =
      again.status === 201 &&
      again.headers['idempotent-replayed'] === 'true' &&
      again.body.redirect_uri === redirectUri &&
      JSON.stringify(again.body.asset_uploads) === JSON.stringify(uploads);
    if (!isSame) lost.push(`${id} got ${again.status} ${JSON.stringify(again.body)}`);
  });
  return lost;
}

export interface DataFolder {
  dataDir: string;
  databaseUrl?: string | undefined;
  dataKeys?: string | undefined;
}

interface OpenData {
  store: DatedStore;
  files: FileStore;
  encryptor: Encryptor;
}

export async function openData<T>(
  { dataDir, databaseUrl, dataKeys }: DataFolder,
  look: (data: OpenData) => Promise<T>,
): Promise<T> {
  const keys = dataKeys === undefined ? [await loadOrCreateDataKey(dataDir)] : parseDataKeys(dataKeys).keys;
  const encryptor = new Encryptor(keys);
  const place = { databaseUrl: databaseUrl ?? null, dataDir };
  const store = datedStore(openOnClock(place, { machine: datedClock(systemClock) }));
  try {
    return await look({ store, files: withEncryption(folderStorage(dataDir), encryptor), encryptor });
  } finally {
    await store.close();
  }
}

/** Returns the acknowledged submissions whose stored content is missing or differs from the request. */
export async function lostContents(
  { store, encryptor }: Pick<OpenData, 'store' | 'encryptor'>,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const lost: string[] = [];
  await forEachOf(acknowledged, 8, async ({ id, body, redirectUri }) => {
    const key = submissionOf(redirectUri);
    const encrypted = await store.readContent(key);
    const content = encrypted && Buffer.from(encryptor.decrypt(encrypted, submissionContent(key))).toString();
    if (content !== JSON.stringify(body)) lost.push(`${id} has lost its content`);
  });
  return lost;
}

/** Returns the upload links for which neither the last acknowledged file nor a file sent later is stored. */
export async function lostUploads(
  { store, files }: Pick<OpenData, 'store'> & { files: Pick<FileStore, 'get'> },
  uploads: readonly Uploads[],
): Promise<string[]> {
  const lost: string[] = [];
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const acknowledged = uploads.filter((link) => link.files.some((file) => file.isAcknowledged));
  await forEachOf(acknowledged, 8, async (link) => {
    const { pathname, searchParams } = new URL(link.url);
    const assetKey = pathname.split('/').at(-1) ?? '';
    const asset = await store.findAsset({ clientId: searchParams.get('client_id') ?? '', assetKey });
    const stored = asset?.file ? await files.get(asset.file.fileKey, asset.submission) : null;
    const last = link.files.findLastIndex((file) => file.isAcknowledged);
    const possible = link.files.slice(last).map(({ bytes }) => digest(bytes));
    if (stored === null) lost.push(`${link.url} has ${asset?.file ? 'a row but no file' : 'no file'}`);
    else if (!possible.includes(digest(stored))) lost.push(`${link.url} has a different file`);
  });
  return lost;
}

export async function retryRefused(service: ServiceProcess, token: string, ledger: Ledger): Promise<void> {
  await forEachOf(ledger.refused, 16, async (post) => {
    const again = await service.call('POST', post.target, { token, body: post.body });
    expect(again.status).toBe(201);
    ledger.acknowledged.push(acknowledgedOf(post, again));
  });
}

export async function expectNothingLost(
  service: ServiceProcess,
  token: string,
  ledger: Ledger,
  data: DataFolder,
): Promise<void> {
  expect(ledger.wrong).toEqual([]);
  expect(await lostAdds(service, token, ledger.acknowledged)).toEqual([]);
  expect((await service.kill('SIGTERM')).end).toBe(0);
  const lost = await openData(data, async (opened) => [
    ...(await lostContents(opened, ledger.acknowledged)),
    ...(await lostUploads(opened, ledger.uploads)),
  ]);
  expect(lost).toEqual([]);
}
