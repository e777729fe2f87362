import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type * as Client from '../../../server/sdk/client/client.ts';
import type * as Webhooks from '../../../server/sdk/verify-webhook.ts';
import { ROOT } from '../../support/process.ts';
import { accepted, refused } from '../webhooks/vectors.ts';
import { json, SECRET, startStub } from './stub.ts';

const WEB_GLOBALS = {
  ...{ AbortController, Blob, FormData, Headers, Request, Response, TextDecoder, TextEncoder },
  ...{ URL, URLSearchParams },
  ...{ clearTimeout, crypto, fetch, setTimeout },
};

test('the compressed bundle of the client and verifyWebhook is smaller than 12 kB, and needs only web globals', async () => {
  const stub = await startStub(({ method }) =>
    method === 'PUT' ? json({ asset_id: 'A', asset_type: 'pdf', size: 4 }) : json({ webhooks: [] }),
  );
  const contents = `export * from './client.ts'; export * from '../verify-webhook.ts'`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.join(ROOT, 'server/sdk/client'), loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    globalName: 'kit',
    minify: true,
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  expect(gzipSync(text).byteLength).toBeLessThan(12_000);
  const context: typeof WEB_GLOBALS & { kit?: typeof Client & typeof Webhooks } = { ...WEB_GLOBALS };
  runInNewContext(text, context);
  if (context.kit === undefined) throw new Error('The bundle did not define kit');
  const { createPartnerClient, PartnerTokenError, verifyWebhook } = context.kit;
  const client = createPartnerClient({ baseUrl: stub.url, clientId: 'c', clientSecret: SECRET });
  expect(await client.listWebhooks()).toEqual({ webhooks: [] });
  const upload = await client.uploadAsset(
    { url: `${stub.url}/file`, asset_type: 'pdf' },
    new Uint8Array([37, 80, 68, 70]),
  );
  expect(upload.size).toBe(4);
  expect(stub.received.at(-1)?.body.toString()).toBe('%PDF');
  expect(PartnerTokenError.name).not.toBe('');
  for (const { body, headers, secrets, now } of accepted)
    expect(await verifyWebhook(body, headers, secrets, { now: () => now * 1000 })).toHaveProperty('event_id');
  for (const { body, headers, secrets, now, code } of refused)
    await expect(verifyWebhook(body, headers, secrets, { now: () => now * 1000 })).rejects.toMatchObject({ code });
});
