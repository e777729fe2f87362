import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { createPartnerClient, type PartnerClient, unwrap } from '../../../server/sdk/client/client.ts';
import { changeVerification } from '../../../server/storage/changes/change-verification.ts';
import { example, identityOf } from '../../support/contract.ts';
import { startService, type TestService } from '../../support/service.ts';

const BASE_URL = 'https://api.test';
let service: TestService;
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
  service = await startService({ env: { BASE_URL } });
  client = createPartnerClient({ ...partner, fetch: throughProxy });
});
afterAll(() => service.stop());

test('the client creates a submission once', async () => {
  const body = example('EducationWithTranscript');
  const first = await unwrap(client.addEducation({ body }));
  const again = await client.addEducation({ body });
  expect(again.data?.redirect_uri).toBe(first.redirect_uri);
  expect(again.response.headers.get('Idempotent-Replayed')).toBe('true');
  const status = await unwrap(client.getSubmissionStatusV2({ params: { path: { id: body.id } } }));
  expect(status).toEqual({
    id: body.id,
    status: 'incomplete',
    finalized_at: null,
    documents: [{ id: body.id, state: 'pending' }],
  });
});

test('the client returns the violations of a rejected submission', async () => {
  const body = { ...example('RightToWorkSingapore'), document_type: 'pdf' as 'none' };
  const { error } = await client.addRightToWork({ body });
  if (error?.code !== 'validation_failed') throw new Error('The service did not reject the submission');
  expect(error.errors).toEqual([expect.objectContaining({ pointer: '/document_type', code: 'not_allowed' })]);
});

test('the client creates a batch and uploads a file to its link', async () => {
  const body = example('CredentialBatchOfEveryKind');
  const { asset_uploads } = await unwrap(client.addCredentialBatch({ body }));
  const certificate = path.join(service.dataDir, 'certificate.pdf');
  await writeFile(certificate, Buffer.from(example('PdfFile')));
  const [pdf, wrong] = asset_uploads as [Upload, Upload];
  type Upload = (typeof asset_uploads)[number];
  const file = await openAsBlob(certificate);
  const { data } = await client.uploadAsset(pdf, file);
  expect(data).toMatchObject({ asset_id: pdf.asset_id, asset_type: 'pdf', size: file.size });

  const { error } = await client.uploadAsset({ ...wrong, asset_type: 'pdf' }, new Blob(['%PDF-1.7']));
  expect(error?.code).toBe('unsupported_media_type');
  const tampered = await client.uploadAsset({ ...pdf, url: pdf.url.slice(0, -1) }, new Blob(['%PDF-1.7']));
  expect(tampered.error?.code).toBe('invalid_upload_link');
  const limit = operations.uploadAsset.bodyLimit;
  const large = await client.uploadAsset(pdf, new Uint8Array(limit + 1));
  expect(large.error?.code).toBe('payload_too_large');
});

test('the client creates, rotates, lists and deletes a webhook', async () => {
  const created = await unwrap(client.createWebhook({ body: { url: 'https://receiver.example/' } }));
  expect(created.secret).toMatch(/^[0-9a-f]{64}$/);
  const ref = { params: { path: { id: created.id } } };
  const rotated = await unwrap(client.rotateWebhookSecret(ref));
  expect(rotated.secret).not.toBe(created.secret);
  expect((await unwrap(client.listWebhooks())).webhooks.map(({ id }) => id)).toContain(created.id);
  expect(await unwrap(client.deleteWebhook(ref))).toBeUndefined();
  expect((await client.getWebhook(ref)).error?.code).toBe('not_found');
});

test('the client reads verification requests whose IDs contain special characters', async () => {
  const ids = ['V 1/ä&?#%', 'V-2[]'];
  for (const request_id of ids) {
    await unwrap(
      client.createVerificationRequest({
        body: { request_id, display_options: { partner_name: 'Acme' } },
      }),
    );
  }
  const list = await unwrap(client.listVerificationRequests({ params: { query: { 'request_id[]': ids } } }));
  expect(list.requests.map(({ request_id }) => request_id)).toEqual(ids);
  for (const id of ids) {
    const one = await unwrap(client.getVerificationRequest({ params: { path: { id } } }));
    expect(one.request_id).toBe(id);
  }
});

test('waitForVerification resolves to the verified identity', async () => {
  const body = { request_id: 'V-WAIT', display_options: { partner_name: 'Acme' } };
  await unwrap(client.createVerificationRequest({ body }));
  const key = { clientId: partner.clientId, requestId: body.request_id };
  const waiting = createPartnerClient({
    ...partner,
    fetch: throughProxy,
    timing: {
      async sleep() {
        await changeVerification(service.services, key, { kind: 'take', userId: 'U' });
        const identity = identityOf('Alex Example');
        await changeVerification(service.services, key, { kind: 'verify', userId: 'U', identity });
      },
    },
  }).waitForVerification(body.request_id);
  const [result] = (await waiting).results;
  expect(result).toMatchObject({ status: 'verified', digital_identity: { full_name: 'Alex Example' } });
});

describe('The access token', () => {
  test('the client renews the token when the service rejects it', async () => {
    const own = createPartnerClient({ ...partner, fetch: throughProxy });
    await unwrap(own.listWebhooks());
    service.clock.advance(2 * 3600 * 1_000_000);
    expect((await own.listWebhooks()).response.status).toBe(200);
  });

  test('the client sends the token request as a form', async () => {
    const { clientId: client_id, clientSecret: client_secret } = partner;
    const form = { grant_type: 'client_credentials' as const, client_id, client_secret };
    for (const ask of [client.createTokenV1, client.createTokenV2]) {
      expect(await unwrap(ask({ body: form }))).toMatchObject({ token_type: 'Bearer' });
    }
  });
});
