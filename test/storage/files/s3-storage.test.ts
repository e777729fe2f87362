import { createSecretKey, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { FileStoreUnavailable } from '../../../server/domain/unavailable.ts';
import { DecryptionError, Encryptor, UnknownDataKey } from '../../../server/storage/encryption/encryptor.ts';
import { type FileStore, withEncryption } from '../../../server/storage/files/file-store.ts';
import { folderStorage } from '../../../server/storage/files/folder-storage.ts';
import { s3Storage } from '../../../server/storage/files/s3-storage.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { listen } from '../../support/listen.ts';
import { CREDENTIALS, hasGo, type S3Server, startS3Server, startVersitygw } from '../../support/s3-server.ts';
import { sized } from '../../support/size.ts';

const newKey = (id: string) => ({ id, secret: createSecretKey(randomBytes(32)) });
const key = newKey('test');
const encryptor = new Encryptor([key]);
const content = Buffer.from('%PDF-1.7 of Ada Lovelace');
const owner = { clientId: 'acme', requestId: 'degree' };

let server: S3Server;
let gateway: S3Server | undefined;
/** Only nightly builds also test against the versitygw gateway. */
const withGateway = sized(false, hasGo());
beforeAll(async () => {
  server = await startS3Server();
  if (withGateway) gateway = await startVersitygw();
}, 600_000);
afterAll(() => Promise.all([server.stop(), gateway?.stop()]));

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});

async function put(files: FileStore, bytes: Uint8Array): Promise<string> {
  const fileKey = files.newKey();
  await files.put(fileKey, owner, bytes);
  return fileKey;
}

async function listed(files: FileStore): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const page of files.list()) for (const { fileKey, changedAt } of page) found.set(fileKey, changedAt);
  return found;
}

const s3 = (prefix: string, using = encryptor, at = server) =>
  withEncryption(s3Storage({ ...at.place, prefix }), using);

const inBucket =
  (at?: S3Server) =>
  (using = encryptor) =>
    s3(`${path.basename(dataDir)}/`, using, at);
describe.each([
  { store: 'a folder', open: (using = encryptor) => withEncryption(folderStorage(dataDir), using) },
  { store: 'a bucket', open: inBucket() },
  ...(withGateway ? [{ store: 'a bucket of versitygw', open: (using = encryptor) => inBucket(gateway)(using) }] : []),
])('Files in $store', ({ open }) => {
  test.each([
    ['text', content],
    ['an empty file', Buffer.alloc(0)],
    ['10 MiB', randomBytes(10 * 1024 * 1024)],
  ])('the file store returns the content that was written: %s', async (_, bytes) => {
    const fileKey = await put(open(), bytes);
    expect(Buffer.compare((await open().get(fileKey, owner)) ?? Buffer.of(1), bytes)).toBe(0);
  });

  test('the file store returns null for a missing file, and deleting a file does not affect other files', async () => {
    const files = open();
    const [gone, kept] = [await put(files, content), await put(files, content)];
    for (let times = 0; times < 2; times++) {
      await files.delete(gone);
      expect(await files.get(gone, owner)).toBeNull();
    }
    expect(await files.reencrypt(gone, owner)).toBe(false);
    expect(await files.get(kept, owner)).toEqual(content);
  });

  test.each([
    ...['', '..', '../../etc/passwd', 'A'.repeat(32), `${'a'.repeat(32)}\n`],
    ...[`../${'a'.repeat(29)}`, `aa\0${'a'.repeat(29)}`, 'a'.repeat(33)],
  ])('the file store rejects the invalid file key %j', async (name) => {
    await expect(open().get(name, owner)).rejects.toThrow(TypeError);
    await expect(open().delete(name)).rejects.toThrow(TypeError);
    await expect(open().put(name, owner, content)).rejects.toThrow(TypeError);
  });

  test('the file store rejects a file that the database assigns to another partner or submission', async () => {
    const files = open();
    const fileKey = await put(files, content);
    const newer = open(new Encryptor([newKey('newer'), key]));
    for (const change of [{ clientId: 'other' }, { requestId: 'other' }]) {
      await expect(files.get(fileKey, { ...owner, ...change })).rejects.toThrow(DecryptionError);
      await expect(newer.reencrypt(fileKey, { ...owner, ...change })).rejects.toThrow(DecryptionError);
    }
    expect(await files.get(fileKey, owner)).toEqual(content);
  });

  test('a file store lists every stored file with the time of the last change, and lists nothing else', async () => {
    const files = open();
    expect(await listed(files)).toEqual(new Map());
    await files.name('named');
    const before = Date.now() - 1000;
    const keys = await Promise.all(Array.from({ length: 20 }, () => put(files, content)));
    const found = await listed(files);
    expect([...found.keys()].toSorted()).toEqual(keys.toSorted());
    for (const changedAt of found.values()) {
      expect(changedAt / 1000).toBeGreaterThanOrEqual(before - 1000);
      expect(changedAt / 1000).toBeLessThanOrEqual(Date.now() + 1000);
    }
  });

  test('the file store returns the name that was last assigned to the store', async () => {
    expect(await open().findName()).toBeNull();
    for (const name of ['one', 'two']) await open().name(name);
    expect(await open().findName()).toBe('two');
  });

  test('the file store re-encrypts a file with the newest data key only once', async () => {
    const fileKey = await put(open(), content);
    const newest = newKey('newer');
    const renewed = open(new Encryptor([newest, key]));
    expect(await renewed.reencrypt(fileKey, owner)).toBe(true);
    expect(await renewed.reencrypt(fileKey, owner)).toBe(false);
    expect(await open(new Encryptor([newest])).get(fileKey, owner)).toEqual(content);
    await expect(open().get(fileKey, owner)).rejects.toThrow(UnknownDataKey);
  });
});

async function behind(listener: RequestListener, work: (files: FileStore) => Promise<void>, timeoutMs = 10_000) {
  let requestCount = 0;
  const refusing = createServer((request, response) => {
    requestCount++;
    request.resume();
    listener(request, response);
  });
  const { url: endpoint } = await listen(refusing);
  await work(withEncryption(s3Storage({ ...server.place, endpoint }, timeoutMs), encryptor));
  return requestCount;
}

const answer = (status: number, code: string): RequestListener => {
  const body = `<Error><Code>${code}</Code><Message>of Ada Lovelace</Message></Error>`;
  return (_, response) => void response.writeHead(status).end(body);
};

async function refusals(files: FileStore): Promise<void> {
  const fileKey = files.newKey();
  const calls = [
    () => files.put(fileKey, owner, content),
    () => files.get(fileKey, owner),
    () => files.delete(fileKey),
    () => files.findName(),
  ];
  for (const call of calls) {
    const error = await call().catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(FileStoreUnavailable);
    expect(`${error} ${(error as Error).cause}`).not.toMatch(/Ada|S3RVER/);
  }
  await expect(listed(files)).rejects.toThrow(FileStoreUnavailable);
}

test.each([
  [403, 'SignatureDoesNotMatch', 1],
  [404, 'NoSuchBucket', 1],
  [301, 'PermanentRedirect', 1],
  [500, 'InternalError', 3],
])('the file store reports the error %i %s of an S3 server after %i attempts', async (status, code, attempts) => {
  expect(await behind(answer(status, code), refusals)).toBe(5 * attempts);
});

test('the file store is unavailable after a timeout if the S3 server never responds', async () => {
  await behind(
    () => {},
    async (files) => expect(files.get(files.newKey(), owner)).rejects.toThrow(FileStoreUnavailable),
    300,
  );
});

test('the file store reads every page of the list of objects in a bucket', async () => {
  const names = Array.from({ length: 25 }, (_, n) => n.toString(16).padStart(32, '0'));
  const listener: RequestListener = ({ url = '' }, response) => {
    const start = Number(new URL(url, 'http://s3').searchParams.get('continuation-token') ?? '0');
    const contents = names
      .slice(start, start + 10)
      .map((name) => `<Key>${server.place.prefix}${name}</Key><LastModified>2026-11-22T00:00:00.000Z</LastModified>`)
      .map((about) => `<Contents>${about}</Contents>`);
    const isTruncated = start + 10 < names.length;
    const next = isTruncated ? `<NextContinuationToken>${start + 10}</NextContinuationToken>` : '';
    const head = `<IsTruncated>${isTruncated}</IsTruncated>${next}`;
    response.end(`<ListBucketResult>${head}${contents.join('')}</ListBucketResult>`);
  };
  const pages = await behind(listener, async (files) => expect([...(await listed(files)).keys()]).toEqual(names));
  expect(pages).toBe(3);
});

test('a file store in a bucket is unavailable if no S3 credentials are configured', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of Object.keys(CREDENTIALS)) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('HOME', dataDir);
  await expect(put(s3('keyless/'), content)).rejects.toThrow(FileStoreUnavailable);
});
