import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours } from '../../server/domain/clock.ts';
import { StartupError } from '../../server/platform/startup-error.ts';
import { adoptFilesOf } from '../../server/start/files.ts';
import { loadConfig } from '../../server/start/settings.ts';
import { cancelExpired, collectUnknownFiles } from '../../server/work/lifecycle/sweep.ts';
import { example } from '../support/contract.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { randomKey } from '../support/production.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';
import { submitBatch } from '../work/lifecycle/support.ts';

let database: TestDatabase;
let bucket: S3Server;
const owner = { clientId: 'sandbox-partner', requestId: 'unknown' };
const running: TestService[] = [];
const databases: TestDatabase[] = [];
const keys = { DATA_KEYS: `k1:${randomKey('k1')}` };

beforeAll(async () => {
  bucket = await startS3Server();
});
afterAll(() => bucket.stop());
beforeEach(async () => {
  database = await newDatabase();
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
  for (const each of databases.splice(0)) await each.drop();
});

async function newDatabase(): Promise<TestDatabase> {
  const created = await createTestDatabase('tables');
  databases.push(created);
  return created;
}

/** Starts an instance with its own folder, unless `env` sets the folder of another instance. */
async function start(env: Record<string, string> = {}, databaseUrl = database.url): Promise<TestService> {
  const service = await startService({ databaseUrl, env: { ...keys, ...env } });
  running.push(service);
  return service;
}

const inBucket = (prefix: string) => ({
  ...bucket.settings,
  FILES_URL: bucket.settings.FILES_URL.replace('service/', `${prefix}/`),
});

async function keysIn({ services }: TestService): Promise<string[]> {
  const found: string[] = [];
  for await (const page of services.files.list()) found.push(...page.map(({ fileKey }) => fileKey));
  return found;
}

test('an instance with its own data folder cannot start on a shared database, and the error names the file settings', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(StartupError);
  await expect(start()).rejects.toThrow(/^The files of this database are not in DATA_DIR .* FILES_URL.*files adopt/);
  await start({ DATA_DIR: first.dataDir });
});

test('an instance rejects the files of another database until the operator adopts the files', async () => {
  const { dataDir } = await start();
  const other = await newDatabase();
  await expect(start({ DATA_DIR: dataDir }, other.url)).rejects.toThrow(/the files of another database/);
  const config = loadConfig({ ...keys, DATA_DIR: dataDir, DATABASE_URL: other.url });
  await adoptFilesOf(config);
  await start({ DATA_DIR: dataDir }, other.url);
});

test('instances that share a bucket can start at the same time on an empty database', async () => {
  const shared = await Promise.all(Array.from({ length: 3 }, () => start(inBucket('at-once'))));
  expect(new Set(await Promise.all(shared.map(({ services }) => services.files.findName()))).size).toBe(1);
});

test('an instance reads and erases files that another instance stored in the bucket', async () => {
  const [one, other] = [await start(inBucket('two')), await start(inBucket('two'))];
  await submitBatch(one, await one.token(), 2);
  const stored = await other.services.store.listFiles({ limit: 10 });
  expect(await keysIn(other)).toEqual(stored.map(({ fileKey }) => fileKey));
  expect(stored).toHaveLength(2);
  for (const { fileKey, ...file } of stored)
    expect(await other.services.files.get(fileKey, file)).toEqual(Buffer.from(example('PdfFile')));
  other.clock.advance(other.services.submissionWindow);
  await cancelExpired(other.services);
  expect(await keysIn(one)).toEqual([]);
});

test('the server deletes only files that are unknown to the database, and only after a day', async () => {
  const service = await start(inBucket('unknown'));
  await submitBatch(service, await service.token(), 1);
  const known = await keysIn(service);
  const { files } = service.services;
  const unknown = files.newKey();
  await files.put(unknown, owner, Buffer.from('left'));
  await collectUnknownFiles(service.services);
  expect((await keysIn(service)).toSorted()).toEqual([...known, unknown].toSorted());
  service.clock.advance(Date.now() * 1000 - service.clock.now() + hours(25));
  await collectUnknownFiles(service.services);
  expect(await keysIn(service)).toEqual(known);
});

/** Submits a batch. Resolves to a function that uploads a file for the batch. */
async function prepareUpload(service: TestService): Promise<() => Promise<Answer>> {
  const { path } = operations.addCredentialBatch;
  const added = await service.call('POST', path, {
    token: await service.token(),
    body: example('CredentialBatchOfEveryKind'),
  });
  expect(added.status).toBe(201);
  const headers = { 'Content-Type': 'application/pdf' };
  return () => service.call('PUT', added.body.asset_uploads[0].url, { body: Buffer.from(example('PdfFile')), headers });
}

test('an instance that starts while the bucket does not respond rejects only uploads, and accepts uploads as soon as the bucket responds again', async () => {
  await bucket.pause();
  let upload: () => Promise<Answer>;
  try {
    const service = await start(inBucket('late'));
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    upload = await prepareUpload(service);
    const refused = await upload();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(await service.services.checkFiles()).toBe('The file store does not respond');
  } finally {
    await bucket.resume();
  }
  await expect.poll(async () => (await upload()).status, { timeout: 20_000, interval: 200 }).toBe(200);
  await bucket.pause();
  expect((await upload().finally(() => bucket.resume())).status).toBe(503);
  expect((await upload()).status).toBe(200);
});

test('an instance that starts while the bucket does not respond never uses the files of another database', async () => {
  const other = await newDatabase();
  await start(inBucket('taken'), other.url);
  await bucket.pause();
  const service = await start(inBucket('taken')).finally(() => bucket.resume());
  const { files } = service.services;
  await expect
    .poll(() => files.put(files.newKey(), owner, Buffer.from('x')).catch(String), { timeout: 20_000 })
    .toMatch('FileStoreUnavailable: The files belong to another database');
});
