import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContractClient } from '../../generated/client.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('the generated client gets a token, submits, and reads the status', async () => {
  const anyone = createContractClient({ baseUrl: service.url });
  const { data: token } = await anyone.createTokenV2({
    body: { grant_type: 'client_credentials', client_id: 'sandbox-partner', client_secret: 'sandbox-secret' },
    bodySerializer: (body) => new URLSearchParams({ ...body }),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const client = createContractClient({
    baseUrl: service.url,
    headers: { Authorization: `Bearer ${token?.access_token}` },
  });

  const added = await client.addRightToWork({ body: example('RightToWorkSingapore') });
  expect(added.response.status).toBe(201);
  expect(added.data?.redirect_uri).toContain('/partner/add/rightToWork#');

  const { id } = example('RightToWorkSingapore');
  const { data } = await client.getSubmissionStatusV1({ params: { path: { id } } });
  expect(data).toEqual({ id, status: 'incomplete', finalized_at: null, documents: [] });

  const { error } = await client.getSubmissionStatusV2({ params: { path: { id: 'nobody' } } });
  expect(error).toMatchObject({ code: 'not_found', status: 404 });
});

test.each([
  ['in the form', oauth.ClientSecretPost],
  ['by HTTP Basic', oauth.ClientSecretBasic],
])('an OAuth library discovers the token endpoint by its issuer, and gets a token there %s', async (_, authenticate) => {
  const issuer = service.services.baseUrl;
  const reached: oauth.CustomFetch = (url, init) => fetch(url.replace(issuer, service.url), init as RequestInit);
  const server = await oauth.discovery(new URL(issuer), 'sandbox-partner', undefined, authenticate('sandbox-secret'), {
    algorithm: 'oauth2',
    [oauth.customFetch]: reached,
    execute: [oauth.allowInsecureRequests],
  });
  expect(server.serverMetadata()).toMatchObject({ issuer, service_documentation: `${issuer}/reference` });
  const { access_token, expires_in } = await oauth.clientCredentialsGrant(server, { scope: 'write.education' });
  expect(expires_in).toBe(3600);
  const client = createContractClient({ baseUrl: service.url, headers: { Authorization: `Bearer ${access_token}` } });
  const { error } = await client.getSubmissionStatusV2({ params: { path: { id: 'nobody' } } });
  expect(error?.status).toBe(404);
});

test('the generated client uploads files as bytes, and an open certificate as an object', async () => {
  const client = createContractClient({
    baseUrl: service.url,
    headers: { Authorization: `Bearer ${await service.token()}` },
  });
  const { data } = await client.addCredentialBatch({ body: example('CredentialBatchOfEveryKind') });
  const uploads = (data?.asset_uploads ?? []).map(({ url }) => new URL(url));
  const parametersOf = (url: URL | undefined) => ({
    path: { asset_key: url?.pathname.split('/').at(-1) ?? '' },
    query: {
      expires: Number(url?.searchParams.get('expires')),
      signature: url?.searchParams.get('signature') ?? '',
    },
  });
  const pdf = await client.uploadAsset({
    params: parametersOf(uploads[0]),
    headers: { 'Content-Type': 'application/pdf' },
    body: new Uint8Array(Buffer.from(example('PdfFile'))),
    bodySerializer: (body) => body,
  });
  expect(pdf.data).toMatchObject({ asset_type: 'pdf' });
  const certificate = await client.uploadAsset({
    params: parametersOf(uploads[1]),
    body: { version: '1', data: { id: '1b9d6bcd' } },
  });
  expect(certificate.data).toMatchObject({ asset_type: 'open_cert' });
});

test('the generated client asks for several verification requests as a list', async () => {
  const addresses: string[] = [];
  const client = createContractClient({
    baseUrl: service.url,
    headers: { Authorization: `Bearer ${await service.token()}` },
    fetch: (request) => {
      addresses.push(request.url);
      return fetch(request);
    },
  });
  const ids = ['a/b?c#d&e=ü 1', 'ACME-V-4', 'nobody'];
  for (const request_id of ids.slice(0, 2)) {
    const body = { ...example('VerificationMinimal'), request_id };
    expect((await client.createVerificationRequest({ body })).response.status).toBe(201);
  }
  const { data } = await client.listVerificationRequests({ params: { query: { 'request_id[]': ids } } });
  expect(data?.requests.map(({ request_id, results }) => [request_id, results[0]?.status])).toEqual([
    ['a/b?c#d&e=ü 1', 'incomplete'],
    ['ACME-V-4', 'incomplete'],
  ]);
  const sent = new URL(addresses.at(-1) ?? '').searchParams;
  expect([...sent]).toEqual(ids.map((id) => ['request_id[]', id]));

  const one = await client.getVerificationRequest({ params: { path: { id: 'a/b?c#d&e=ü 1' } } });
  expect(one.data?.request_id).toBe('a/b?c#d&e=ü 1');
});
