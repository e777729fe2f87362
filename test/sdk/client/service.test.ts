import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { createPartnerClient, type PartnerClient } from '../../../server/sdk/client/client.ts';
import { example } from '../../support/contract.ts';
import { sharedService } from '../../support/shared-service.ts';
import { failureOf } from './stub.ts';

const BASE_URL = 'https://api.test';
const service = sharedService({ env: { BASE_URL } });
let client: PartnerClient;

/** Forwards a request for the public URL to the port of the service, like a proxy that terminates TLS. */
const throughProxy = async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const body = request.body && { body: await request.arrayBuffer() };
  const { method, signal, redirect } = request;
  const headers = new Headers(request.headers);
  headers.delete('Content-Length');
  return fetch(service.url + pathname + search, { method, headers, signal, redirect, ...body });
};
const partner = { baseUrl: BASE_URL, clientId: 'sandbox-partner', clientSecret: 'sandbox-secret' };

beforeAll(async () => {
  client = createPartnerClient({ ...partner, fetch: throughProxy });
});
test('an upload throws the problem of the service, and its link can be used again', async () => {
  const { asset_uploads } = await client.addCredentialBatch(example('CredentialBatchOfEveryKind'));
  type Upload = (typeof asset_uploads)[number];
  const [pdf, wrong] = asset_uploads as [Upload, Upload];
  const file = new Blob(['%PDF-1.7']);
  const codeOf = async (upload: Upload, source: Blob | Uint8Array = file) =>
    (await failureOf(client.uploadAsset(upload, source))).code;
  expect(await codeOf({ ...wrong, asset_type: 'pdf' })).toBe('unsupported_media_type');
  expect(await codeOf({ ...pdf, url: pdf.url.slice(0, -1) })).toBe('invalid_upload_link');
  expect(await codeOf(pdf, new Uint8Array(operations.uploadAsset.bodyLimit + 1))).toBe('payload_too_large');
  const certificate = path.join(service.dataDir, 'certificate.pdf');
  await writeFile(certificate, Buffer.from(example('PdfFile')));
  const asset = await client.uploadAsset(pdf, await openAsBlob(certificate));
  expect(asset).toMatchObject({ asset_id: pdf.asset_id, asset_type: 'pdf' });
});

test('the client reads verification requests whose IDs contain special characters', async () => {
  const ids = ['V 1/ä&?#%', 'V-2[]'];
  for (const request_id of ids)
    await client.createVerificationRequest({ request_id, display_options: { partner_name: 'Acme' } });
  const list = await client.listVerificationRequests(ids);
  expect(list.requests.map(({ request_id }) => request_id)).toEqual(ids);
  for (const id of ids) expect((await client.getVerificationRequest(id)).request_id).toBe(id);
});
