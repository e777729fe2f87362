import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetMediaTypes, operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { runMock, type TestMock } from './running.ts';

let mock: TestMock;

beforeAll(async () => {
  mock = await runMock();
});

afterAll(() => mock.stop());

const files: Record<keyof typeof assetMediaTypes, Buffer> = {
  pdf: Buffer.from('%PDF-1.7\n%%EOF\n'),
  jpg: Buffer.from('ffd8ffc0000b080001000101011100', 'hex'),
  png: Buffer.from(
    '89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082',
    'hex',
  ),
  open_cert: Buffer.from('{}'),
};

/** Creates a batch with an asset of each type. Resolves to the assets and their upload links. */
async function announce() {
  const batch = example('CredentialBatchOfEveryKind');
  const assets = Object.keys(files).map((asset_type) => ({ asset_id: `A-${asset_type}`, asset_type }));
  const [item] = batch.microcredential_items;
  Object.assign(batch, {
    education_items: [],
    english_proficiency_items: [],
    microcredential_items: [{ ...item, assets }],
  });
  const { body } = await mock.call('POST', operations.addCredentialBatch.path, {
    token: await mock.token(),
    body: batch,
  });
  return { assets, uploads: body.asset_uploads as { asset_id: string; url: string }[] };
}

test('the response to a batch contains an upload link for each asset, in order', async () => {
  const { assets, uploads } = await announce();
  expect(uploads.map(({ asset_id }) => asset_id)).toEqual(assets.map(({ asset_id }) => asset_id));
  for (const { url } of uploads) {
    expect(url).toMatch(
      new RegExp(
        `^${mock.url}/api/partner/v2/assets/[\\w-]{22}\\?client_id=sandbox-partner&expires=\\d+&signature=[\\w-]{43}$`,
      ),
    );
  }
  expect(new Set(uploads.map(({ url }) => url)).size).toBe(assets.length);
});

test('an upload link accepts only files that have the type of its asset', async () => {
  const { assets, uploads } = await announce();
  for (const [index, { asset_type }] of assets.entries()) {
    for (const [type, body] of Object.entries(files) as [keyof typeof files, Buffer][]) {
      const headers = { 'Content-Type': assetMediaTypes[type] };
      const answer = await mock.call('PUT', uploads[index]?.url ?? '', { headers, body });
      expect(answer.status).toBe(type === asset_type ? 200 : 415);
      if (type === asset_type) expect(answer.body).toMatchObject({ asset_type, size: body.byteLength });
    }
  }
});

test('the mock rejects a modified upload link', async () => {
  const { uploads } = await announce();
  const [first, second] = uploads.map(({ url }) => new URL(url));
  const headers = { 'Content-Type': 'application/pdf' };
  for (const target of [
    `${first?.pathname}${second?.search}`,
    `${first?.pathname}${first?.search.replace(/expires=\d+/, 'expires=99999999999')}`,
    `${first?.pathname}`,
  ]) {
    expect((await mock.call('PUT', target, { headers, body: files.pdf })).status).toBe(403);
  }
});
