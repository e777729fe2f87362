import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assetMediaTypes, operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { runMock, sandboxCredentials, type TestMock } from './running.ts';

let mock: TestMock;
let token: string;

beforeAll(async () => {
  mock = await runMock();
  token = await mock.token();
});

afterAll(() => mock.stop());

const add = (name: string, path: string, id: string) => {
  const body = { ...example(name), id };
  return mock.call('POST', path, { token, body });
};

describe('A link from the mock', () => {
  test('the mock returns the same submission link for the same id, and the link leads to a page of the mock', async () => {
    const links: string[] = [];
    for (const id of ['A-1', 'A-1', 'A-2'])
      links.push((await add('EducationWithTranscript', operations.addEducation.path, id)).body.redirect_uri);
    const [link = ''] = links;
    const { document_type } = example('EducationWithTranscript');
    const start = `${mock.url}/partner/add/education#clientId=sandbox-partner&documentType=${document_type}&content=`;
    expect(link).toMatch(new RegExp(`^${start}[0-9a-f-]{36}$`));
    expect(links.map((each) => each === link)).toEqual([true, true, false]);
    const response = await fetch(link);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('The mock has no users')]);
  });

  test('a verification link from the mock contains the client id and the id of the verification request', async () => {
    const UUID = '-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10';
    const ID = `V 1&${UUID}`;
    const { body, headers } = await mock.call('POST', operations.createVerificationRequest.path, {
      token,
      body: { ...example('VerificationMinimal'), request_id: ID },
    });
    expect(headers.get('location')).toBe(`${mock.url}/api/partner/v2/verify/requests/V%201%26${UUID}`);
    expect(body).toEqual({
      request_id: ID,
      redirect_uri: `${mock.url}/partner/verify/digitalIdentity?clientId=sandbox-partner&requestId=V%201%26${UUID}`,
    });
  });

  test('if a request id is guessable, the mock returns a warning and a verification link with a key derived from the id', async () => {
    const keyOf = async (request_id: string) => {
      const body = { ...example('VerificationMinimal'), request_id };
      const response = await mock.call('POST', operations.createVerificationRequest.path, { token, body });
      expect(response.body.warnings).toMatchObject([{ pointer: '/request_id', code: 'guessable' }]);
      return new URL(response.body.redirect_uri).searchParams.get('key');
    };
    const key = await keyOf('CASE-1001');
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(await keyOf('CASE-1001')).toBe(key);
    expect(await keyOf('CASE-1002')).not.toBe(key);
  });
});

test('the mock returns warnings only about names in the request, even if the client selects an example with other warnings', async () => {
  const body = example('MicrocredentialWithoutDocument');
  const { credential } = body.data;
  const send = (issuer_name: string, prefer: string) =>
    mock.call('POST', operations.addMicrocredential.path, {
      token,
      body: { ...body, data: { credential: { ...credential, issuer_name } } },
      headers: { Prefer: prefer },
    });
  const wrong = await send('Website', 'example=MicrocredentialLink');
  expect(wrong.body.warnings).toMatchObject([{ pointer: '/data/credential/issuer_name', code: 'generic' }]);
  const right = await send(credential.issuer_name, 'example=MicrocredentialLinkWithWarnings');
  expect(Object.keys(right.body)).toEqual(['redirect_uri']);
});

test('if a Prefer header selects the different-content example, the mock returns an idempotent replay with a warning', async () => {
  const body = example('EducationWithTranscript');
  const headers = { Prefer: 'example=EducationLinkOfDifferentContent' };
  const answer = await mock.call('POST', operations.addEducation.path, { token, body, headers });
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
  expect(answer.body.warnings).toMatchObject([{ pointer: '/data', code: 'different_content' }]);
});

describe('A status from the mock', () => {
  test('the mock returns the status of the requested submission, by default with a stored document', async () => {
    const path = operations.getSubmissionStatusV1.path.replace('{id}', 'A%20%2F1');
    const { body } = await mock.call('GET', path, { token });
    expect(body).toMatchObject({ id: 'A /1', status: 'verified' });
    expect(body.documents).toEqual([{ id: expect.any(String), state: 'stored' }]);
  });

  test('the mock returns the status of each submission, in the requested order', async () => {
    const ids = ['C', 'A', 'B', 'A'];
    const { body } = await mock.call('POST', operations.listSubmissionStatusesV2.path, { token, body: { ids } });
    expect(body.credentials.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('the mock returns a result for each verification request ID in the query string', async () => {
    const query = 'request_id%5b%5D=B&request_id[]=A';
    const { body } = await mock.call('GET', `${operations.listVerificationRequests.path}?${query}`, { token });
    expect(body.requests.map(({ request_id }: { request_id: string }) => request_id)).toEqual(['B', 'A']);
    const path = operations.getVerificationRequest.path.replace('{id}', 'V-7');
    const one = await mock.call('GET', path, { token, headers: { Prefer: 'example=ResultCanceled' } });
    expect(one.body).toMatchObject({ request_id: 'V-7', results: [{ status: 'canceled' }] });
  });
});

test('in responses about a webhook, the mock returns the id, the properties, and the event status from the request', async () => {
  const id = '6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50';
  const path = operations.replaceWebhook.path.replace('{id}', id);
  const given = { name: 'N', description: 'D', url: 'https://n.example/' };
  expect((await mock.call('GET', path, { token })).body).toMatchObject({ id });
  expect((await mock.call('PUT', path, { token, body: given })).body).toMatchObject({ id, ...given });
  expect((await mock.call('POST', `${path}/secret`, { token })).body).toMatchObject({ id });
  for (const status of ['verified', 'canceled'])
    expect((await mock.call('POST', `${path}/test?status=${status}`, { token })).body.event).toMatchObject({ status });
});

test('configured partners of the mock replace the sandbox partners, and can use only documents on their domains', async () => {
  const [clientId, secret] = ['acme', 'acme-secret'];
  const partner = { clientId, secret, name: 'Acme', scopes: ['write.education'], domains: ['acme.example'] };
  const own = await runMock({ partners: [partner as never] });
  onTestFinished(() => own.stop());
  const { status } = await own.call('POST', operations.createTokenV2.path, { body: sandboxCredentials() });
  expect(status).toBe(401);
  const token = await own.token({ clientId, secret });
  const addWith = (document: string) => {
    const body = { ...example('EducationWithTranscript'), document_type: 'pdf' };
    body.data.document = document;
    return own.call('POST', operations.addEducation.path, { token, body });
  };
  expect((await addWith('https://acme.example/degree.pdf')).status).toBe(201);
  expect(await addWith('https://other.example/degree.pdf')).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/data/document', code: 'unregistered_domain' }] },
  });
});

test.each([
  ['/', 'text/plain'],
  ['/reference/', 'text/html'],
  ['/openapi.json', 'application/json'],
  ['/openapi.portable.json', 'application/json'],
])('the mock serves %s, which is not in the contract, as %s', async (path, mediaType) => {
  const { status, headers } = await mock.call('GET', path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain(mediaType);
});

const uploaded: Record<keyof typeof assetMediaTypes, Buffer> = {
  pdf: Buffer.from('%PDF-1.7\n%%EOF\n'),
  jpg: Buffer.from('ffd8ffc0000b080001000101011100', 'hex'),
  png: Buffer.from(
    '89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082',
    'hex',
  ),
  open_cert: Buffer.from('{}'),
};

test('the mock returns an upload link for each asset of a batch, in order, and each link accepts only files of its asset type', async () => {
  const batch = { ...example('CredentialBatchOfEveryKind'), education_items: [], english_proficiency_items: [] };
  const assets = Object.keys(uploaded).map((asset_type) => ({ asset_id: `A-${asset_type}`, asset_type }));
  batch.microcredential_items = [{ ...batch.microcredential_items[0], assets }];
  const created = await mock.call('POST', operations.addCredentialBatch.path, { token, body: batch });
  const uploads: { asset_id: string; url: string }[] = created.body.asset_uploads;
  expect(uploads.map(({ asset_id }) => asset_id)).toEqual(assets.map(({ asset_id }) => asset_id));
  expect(new Set(uploads.map(({ url }) => url)).size).toBe(assets.length);
  for (const [index, { asset_type }] of assets.entries()) {
    const url = uploads[index]?.url ?? '';
    expect(new URL(url).origin).toBe(mock.url);
    for (const [type, body] of Object.entries(uploaded) as [keyof typeof uploaded, Buffer][]) {
      const headers = { 'Content-Type': assetMediaTypes[type] };
      const answer = await mock.call('PUT', url, { headers, body });
      expect(answer.status).toBe(type === asset_type ? 200 : 415);
      if (type === asset_type) expect(answer.body).toMatchObject({ asset_type, size: body.byteLength });
    }
    const later = url.replace(/expires=\d+/, 'expires=99999999999');
    const headers = { 'Content-Type': 'application/pdf' };
    expect((await mock.call('PUT', later, { headers, body: uploaded.pdf })).status).toBe(403);
  }
});
