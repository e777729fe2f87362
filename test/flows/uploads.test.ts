import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { seconds, toUnixSeconds } from '../../server/domain/clock.ts';
import { signUploadLink } from '../../server/domain/upload-link.ts';
import { example } from '../support/contract.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { act } from '../work/lifecycle/support.ts';

const types = {
  pdf: { mediaType: 'application/pdf', file: Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n') },
  open_cert: { mediaType: 'application/json', file: Buffer.from('{"certificate":{"name":"Ada"}}') },
  jpg: { mediaType: 'image/jpeg', file: Buffer.from('ffd8ffc0000b080001000101011100ffd9', 'hex') },
  png: {
    mediaType: 'image/png',
    file: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  },
} as const;

type Type = keyof typeof types;
const typeNames = Object.keys(types) as Type[];
const LIMIT = operations.uploadAsset.bodyLimit;

const pdf = (size: number, mark = 'x') => Buffer.from(`%PDF-1.7\n${mark.repeat(size - 15)}\n%%EOF`);

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

async function restart(options: Parameters<typeof startService>[0]): Promise<void> {
  await service.stop();
  service = await startService(options);
}

async function links(): Promise<Record<Type, URL>> {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  const asset = (type: Type) => ({ asset_id: type, asset_type: type });
  body.education_items[0].assets = [asset('pdf'), asset('open_cert')];
  body.microcredential_items = [{ ...body.microcredential_items[0], assets: [asset('jpg'), asset('png')] }];
  for (const item of [...body.education_items.slice(1), ...body.english_proficiency_items]) delete item.assets;
  const added = await service.call('POST', operations.addCredentialBatch.path, {
    token: await service.token(),
    body,
  });
  const uploads: { asset_id: Type; url: string }[] = added.body.asset_uploads;
  return Object.fromEntries(uploads.map(({ asset_id, url }) => [asset_id, new URL(url)])) as Record<Type, URL>;
}

const upload = (url: URL, body: Uint8Array, mediaType = 'application/pdf'): Promise<Answer> =>
  service.call('PUT', url.href, { body, headers: { 'Content-Type': mediaType } });

const findAsset = (url: URL) =>
  service.services.store.findAsset({
    clientId: url.searchParams.get('client_id') ?? '',
    assetKey: url.pathname.split('/').at(-1) ?? '',
  });

async function stored(url: URL): Promise<Uint8Array | null> {
  const asset = await findAsset(url);
  return asset?.file == null ? null : service.services.files.get(asset.file.fileKey, asset.submission);
}

async function filesOnDisk(): Promise<string[]> {
  const folder = join(service.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test.each(
  typeNames,
)('the service stores an uploaded file of type %s, and does not replace the file with a later file of another type', async (type) => {
  const { mediaType, file } = types[type];
  const { [type]: url } = await links();
  const { status, body } = await upload(url, file, mediaType);
  expect([status, body]).toEqual([200, { asset_id: type, asset_type: type, size: file.length }]);
  for (const other of typeNames.filter((name) => name !== type)) {
    const refused = await upload(url, types[other].file, mediaType);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '', code: 'wrong_content' }] } });
    expect(await stored(url)).toEqual(file);
  }
});

test('the server accepts an upload of 10 MiB, and rejects a larger upload without changing the stored file', async () => {
  const { pdf: url } = await links();
  const largest = pdf(LIMIT);
  expect(await upload(url, largest)).toMatchObject({ status: 200, body: { size: LIMIT } });
  const { status, body } = await upload(url, pdf(LIMIT + 1));
  expect([status, body.code]).toEqual([413, 'payload_too_large']);
  expect(largest.equals((await stored(url)) ?? Buffer.of())).toBe(true);
});

test('if an upload exceeds the quota of the partner, the server rejects the upload until a user declines another submission', async () => {
  await restart({ change: () => ({ pendingUploadsQuota: 2 ** 20 }) });
  const [first, second] = [(await links()).pdf, (await links()).pdf];
  const file = pdf(600 * 1024);
  expect((await upload(first, file)).status).toBe(200);
  const { status, body } = await upload(second, file);
  expect([status, body.code]).toEqual([413, 'payload_too_large']);
  expect(await stored(second)).toBeNull();
  expect(await filesOnDisk()).toHaveLength(1);
  const asset = await findAsset(first);
  if (asset === null) throw new Error('The asset does not exist');
  for (const kind of ['take', 'decline'] as const) await act(service, asset.submission, kind, 'user-1');
  expect((await upload(second, file)).status).toBe(200);
});

test.each([
  ['with a Content-Length', 'Content-Length: 1000000\r\n\r\n', ''],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n7a120\r\n', '\r\n'],
])('an interrupted upload that is sent %s keeps the previous file and leaves no partial file', async (_, head, after) => {
  const { pdf: url } = await links();
  await upload(url, pdf(1000, 'a'));
  const before = await filesOnDisk();
  // The sent bytes are a complete PDF, so only the missing end of the request shows that the upload is incomplete.
  const half = pdf(500_000, 'b');
  const line = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: api.test\r\nContent-Type: application/pdf\r\n`;
  for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.resume();
      socket.write(line + head);
      socket.write(half);
      socket.write(after, () => setTimeout(() => socket[leave](), 50));
    });
  }
  // A faulty implementation would store the file during this pause.
  await sleep(100);
  expect(await stored(url)).toEqual(pdf(1000, 'a'));
  expect(before).toHaveLength(1);
  expect(await filesOnDisk()).toEqual(before);
});

async function refusalOf(url: URL): Promise<void> {
  const { status, body } = await upload(url, types.pdf.file);
  expect([url.href, status, body.code]).toEqual([url.href, 403, 'invalid_upload_link']);
}
test('the server rejects a correctly signed link to an asset that does not exist', async () => {
  const [key = Buffer.of()] = service.services.uploadLinkKeys;
  const assetKey = 'A'.repeat(22);
  const expires = toUnixSeconds(service.clock.now()) + 1000;
  const path = operations.uploadAsset.path.replace('{asset_key}', assetKey);
  const signature = signUploadLink(key, assetKey, expires);
  await refusalOf(new URL(service.url + path));
  await refusalOf(new URL(`${service.url}${path}?expires=${expires}&signature=${signature}`));
});

test('the service ignores the Authorization header of an upload', async () => {
  const { pdf: url } = await links();
  for (const Authorization of ['Bearer x', 'Basic eDp5', '']) {
    const headers = { 'Content-Type': 'application/pdf', Authorization };
    expect((await service.call('PUT', url.href, { body: types.pdf.file, headers })).status).toBe(200);
  }
});

test('an upload link expires in the same second as its submission', async () => {
  const { pdf: url } = await links();
  service.clock.advance(SUBMISSION_WINDOW - seconds(1));
  expect((await upload(url, types.pdf.file)).status).toBe(200);
  service.clock.advance(seconds(1));
  await refusalOf(url);
});

test('the service stores no file if the submission is completed before the upload, or ends during the upload', async () => {
  const { pdf: url } = await links();
  const { store } = service.services;
  vi.spyOn(store, 'recordUpload').mockResolvedValueOnce({ outcome: 'closed' });
  await refusalOf(url);
  const asset = await findAsset(url);
  if (asset === null) throw new Error('The asset does not exist');
  for (const kind of ['take', 'consent'] as const) await act(service, asset.submission, kind, 'user-1');
  await refusalOf(url);
  expect(await filesOnDisk()).toEqual([]);
});
