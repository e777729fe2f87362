import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { assetMediaTypes } from '../../../generated/operations.ts';
import type { AssetUpload, UploadProgress, UploadSource } from '../../../server/sdk/client/client.ts';
import { clientOf, DOWN, json, problem, startStub } from './stub.ts';

const BYTES = Buffer.from('%PDF-1.7\n'.repeat(40_000));
const DONE = json({ asset_id: 'A', asset_type: 'pdf', size: BYTES.length });
const linkAt = (stub: { url: string }): AssetUpload => ({
  url: `${stub.url}/files/key?expires=1&signature=s`,
  asset_type: 'pdf',
});

async function* chunks() {
  for (let at = 0; at < BYTES.length; at += 50_000) yield BYTES.subarray(at, at + 50_000);
}

async function file(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'certificate.pdf'), BYTES);
  return path.join(folder, 'certificate.pdf');
}

const whole: [string, () => UploadSource | Promise<UploadSource>][] = [
  ['a Buffer', () => BYTES],
  [
    'a Uint8Array that is part of a larger buffer',
    () => new Uint8Array(Buffer.concat([BYTES, BYTES])).subarray(0, BYTES.length),
  ],
  ['an ArrayBuffer', () => new Uint8Array(BYTES).buffer],
  ['a Blob', () => new Blob([BYTES])],
  ['a file opened with openAsBlob', async () => openAsBlob(await file())],
];
const streams: typeof whole = [
  ['a web stream', () => Readable.toWeb(Readable.from(chunks())) as ReadableStream<Uint8Array>],
  ['a generator', chunks],
  ['a Node.js stream', async () => createReadStream(await file())],
];

describe.each([...whole, ...streams])('An upload from %s', (_, source) => {
  test('the upload sends the bytes with the media type of the asset and without a token', async () => {
    const stub = await startStub([DONE]);
    const { data } = await clientOf(stub).client.uploadAsset(linkAt(stub), await source());
    expect(data).toEqual({ asset_id: 'A', asset_type: 'pdf', size: BYTES.length });
    expect(stub.received).toHaveLength(1);
    const [sent] = stub.received;
    expect(sent).toMatchObject({ method: 'PUT', path: '/files/key?expires=1&signature=s' });
    expect(sent?.body.equals(BYTES)).toBe(true);
    expect(sent?.headers['content-type']).toBe('application/pdf');
    expect(sent?.headers.authorization).toBeUndefined();
  });

  test('the upload reports its progress', async () => {
    const stub = await startStub([DONE]);
    const events: UploadProgress[] = [];
    const given = await source();
    await clientOf(stub).client.uploadAsset(linkAt(stub), given, {
      onProgress: (at) => events.push(at),
    });
    expect(stub.received[0]?.body.equals(BYTES)).toBe(true);
    expect(events.length).toBeGreaterThan(1);
    const sent = events.map(({ sentBytes }) => sentBytes);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.at(-1)).toBe(BYTES.length);
    const isStream = streams.some(([, stream]) => stream === source);
    expect(new Set(events.map(({ totalBytes }) => totalBytes))).toEqual(new Set([isStream ? undefined : BYTES.length]));
  });
});

test.each(whole)('an upload from %s sends its Content-Length, with and without onProgress', async (_, source) => {
  const stub = await startStub([DONE]);
  const { client } = clientOf(stub);
  await client.uploadAsset(linkAt(stub), await source());
  await client.uploadAsset(linkAt(stub), await source(), { onProgress: () => {} });
  expect(stub.received.map(({ headers }) => headers['content-length'])).toEqual(Array(2).fill(String(BYTES.length)));
});

test.each(
  Object.entries(assetMediaTypes),
)('the upload of an asset with type %s has the media type %s', async (assetType, mediaType) => {
  const stub = await startStub([DONE]);
  const typed = new Blob(['{}'], { type: 'text/plain' });
  await clientOf(stub).client.uploadAsset(
    { ...linkAt(stub), asset_type: assetType as AssetUpload['asset_type'] },
    typed,
  );
  expect(stub.received[0]?.headers['content-type']).toBe(mediaType);
});

describe('The retry of an upload', () => {
  test.each(whole)('the client resends all bytes when it retries an upload from %s', async (_, source) => {
    for (const onProgress of [undefined, () => {}]) {
      const stub = await startStub([DOWN, DOWN, DONE]);
      const given = await source();
      const { data } = await clientOf(stub).client.uploadAsset(linkAt(stub), given, {
        ...(onProgress && { onProgress }),
      });
      expect(data?.size).toBe(BYTES.length);
      expect(stub.received.map(({ body }) => body.equals(BYTES))).toEqual([true, true, true]);
    }
  });

  test.each(streams)('the client does not retry an upload from %s', async (_, source) => {
    const stub = await startStub([DOWN]);
    const { error } = await clientOf(stub).client.uploadAsset(linkAt(stub), await source());
    expect(error?.code).toBe('unavailable');
    expect(stub.received).toHaveLength(1);
  });
});

test('the client retries an upload whose connection breaks while the client reads the next bytes', async () => {
  const stub = await startStub([DONE]);
  const progress: number[] = [];
  let attempts = 0;
  const breaksOnce: typeof fetch = async (input, init) => {
    attempts++;
    if (attempts > 1) return fetch(input, init);
    const reader = new Request(input, init).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(() => expect(progress).toHaveLength(2));
    throw new TypeError('fetch failed');
  };
  const { data } = await clientOf(stub, { fetch: breaksOnce }).client.uploadAsset(linkAt(stub), BYTES, {
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  });
  expect([data?.size, attempts]).toEqual([BYTES.length, 2]);
});

test('a rejected upload returns the problem', async () => {
  const stub = await startStub([problem(403, 'invalid_upload_link')]);
  const { error, response } = await clientOf(stub).client.uploadAsset(linkAt(stub), BYTES);
  expect(error?.code).toBe('invalid_upload_link');
  expect(response.status).toBe(403);
});

test('the upload rejects with the error of its source', async () => {
  const broken = new Error('the disk failed');
  async function* source() {
    yield BYTES.subarray(0, 1000);
    throw broken;
  }
  const stub = await startStub([DONE]);
  await expect(clientOf(stub).client.uploadAsset(linkAt(stub), source())).rejects.toBe(broken);
});

test('aborting an upload rejects with the abort reason and closes the source', async () => {
  const controller = new AbortController();
  const reason = new Error('the user went away');
  let closed = false;
  async function* source() {
    try {
      for (;;) yield BYTES;
    } finally {
      closed = true;
    }
  }
  const stub = await startStub([DONE]);
  const upload = clientOf(stub).client.uploadAsset(linkAt(stub), source(), {
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await expect(upload).rejects.toBe(reason);
  await expect.poll(() => closed).toBe(true);
});

test('the upload fails with timed_out after timeoutMs', async () => {
  const stub = await startStub(['silence']);
  const upload = clientOf(stub).client.uploadAsset(linkAt(stub), BYTES, { timeoutMs: 40 });
  await expect(upload).rejects.toMatchObject({ code: 'timed_out', operation: 'uploadAsset' });
});

test('the upload does not send the file to the target of a redirect', async () => {
  const [stub, other] = [await startStub([]), await startStub([DONE])];
  const moved = await startStub([{ status: 307, headers: { Location: linkAt(other).url } }]);
  await expect(clientOf(stub).client.uploadAsset(linkAt(moved), BYTES)).rejects.toMatchObject({
    code: 'unexpected_response',
  });
  expect(other.received).toEqual([]);
});

test.each([
  'http://files.example/a',
  'file:///etc/passwd',
  'nonsense',
  'https://a:b@files.example/',
])('the client rejects the link %s', async (link) => {
  const { client } = clientOf({ url: 'https://api.test' }, { fetch: () => expect.unreachable() });
  await expect(client.uploadAsset({ url: link, asset_type: 'pdf' }, BYTES)).rejects.toThrow(TypeError);
});

test.each([['text'], [null], [{}], [42]])('the client rejects the source %j', async (source) => {
  const { client } = clientOf({ url: 'https://api.test' }, { fetch: () => expect.unreachable() });
  await expect(client.uploadAsset({ url: 'https://a.test/', asset_type: 'pdf' }, source as never)).rejects.toThrow(
    TypeError,
  );
});
