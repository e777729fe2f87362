import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assetMediaTypes } from '../../../generated/operations.ts';
import type { UploadLink, UploadSource } from '../../../server/sdk/client/client.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { clientOf, DOWN, failureOf, json, problem, startStub } from './stub.ts';

const BYTES = Buffer.from('%PDF-1.7\n'.repeat(40_000));
const DONE = json({ asset_id: 'A', asset_type: 'pdf', size: BYTES.length });
const linkAt = (stub: { url: string }): UploadLink => ({
  url: `${stub.url}/files/key?expires=1&signature=s`,
  asset_type: 'pdf',
});

async function file(): Promise<string> {
  const name = path.join(await temporaryFolder(), 'certificate.pdf');
  await writeFile(name, BYTES);
  return name;
}

const sources: [string, () => UploadSource | Promise<UploadSource>][] = [
  ['a Buffer', () => BYTES],
  ['a part of a larger Uint8Array', () => new Uint8Array(Buffer.concat([BYTES, BYTES])).subarray(0, BYTES.length)],
  ['an ArrayBuffer', () => new Uint8Array(BYTES).buffer],
  ['a Blob', () => new Blob([BYTES])],
  ['a file opened with openAsBlob', async () => openAsBlob(await file())],
];
test.each(
  sources,
)('every attempt of an upload from %s sends the whole file and the media type, but no access token', async (_, source) => {
  const stub = await startStub([DOWN, 'reset', DONE]);
  const asset = await clientOf(stub).client.uploadAsset(linkAt(stub), await source());
  expect(asset).toEqual({ asset_id: 'A', asset_type: 'pdf', size: BYTES.length });
  expect(stub.received).toHaveLength(3);
  for (const { method, path, body, headers } of stub.received) {
    expect([method, path]).toEqual(['PUT', '/files/key?expires=1&signature=s']);
    expect(body.equals(BYTES)).toBe(true);
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'content-length': String(BYTES.length) });
    expect(headers.authorization).toBeUndefined();
  }
});

test.each(
  Object.entries(assetMediaTypes),
)('the upload of an asset with asset type %s has the media type %s', async (assetType, mediaType) => {
  const stub = await startStub([DONE]);
  const typed = new Blob(['{}'], { type: 'text/plain' });
  await clientOf(stub).client.uploadAsset(
    { ...linkAt(stub), asset_type: assetType as UploadLink['asset_type'] },
    typed,
  );
  expect(stub.received[0]?.headers['content-type']).toBe(mediaType);
});

test('an upload rejects with the code timed_out if the service does not respond within timeoutMs', async () => {
  const stub = await startStub(['silence']);
  const upload = clientOf(stub).client.uploadAsset(linkAt(stub), BYTES, { timeoutMs: 40 });
  await expect(upload).rejects.toMatchObject({ code: 'timed_out', operation: 'uploadAsset' });
});

test('if the service rejects an upload, uploadAsset throws the problem that the service returned', async () => {
  const stub = await startStub([problem(413, 'payload_too_large')]);
  expect(await failureOf(clientOf(stub).client.uploadAsset(linkAt(stub), BYTES))).toMatchObject({
    ...{ code: 'payload_too_large', status: 413, operation: 'uploadAsset' },
  });
});

test('the client does not send a file to the target of a redirect', async () => {
  const [stub, other] = [await startStub([]), await startStub([DONE])];
  const moved = await startStub([{ status: 307, headers: { Location: linkAt(other).url } }]);
  await expect(clientOf(stub).client.uploadAsset(linkAt(moved), BYTES)).rejects.toMatchObject({
    code: 'unexpected_response',
  });
  expect(other.received).toEqual([]);
});

test.each<[name: string, url: string, source: unknown]>([
  ...['http://files.example/a', 'file:///etc/passwd', 'nonsense', 'https://a:b@files.example/'].map(
    (link): [string, string, unknown] => [`the link ${link}`, link, BYTES],
  ),
  ...['text', null, {}, 42].map((source): [string, string, unknown] => [
    `the source ${JSON.stringify(source)}`,
    'https://a.test/',
    source,
  ]),
])('the client rejects an upload with %s', async (_, url, source) => {
  const { client } = clientOf({ url: 'https://api.test' }, { fetch: () => expect.unreachable() });
  await expect(client.uploadAsset({ url, asset_type: 'pdf' }, source as never)).rejects.toThrow(TypeError);
});
