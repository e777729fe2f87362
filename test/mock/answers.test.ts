import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assetMediaTypes, operations, scopes, service } from '../../generated/operations.ts';
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
  test('the link has the URL of the mock, the client id, and a submission id, and leads to a page that explains the mock', async () => {
    const { redirect_uri } = (await add('EducationWithTranscript', operations.addEducation.path, 'A-1')).body;
    const { document_type } = example('EducationWithTranscript');
    const start = `${mock.url}/partner/add/education#clientId=sandbox-partner&documentType=${document_type}&content=`;
    expect(redirect_uri).toMatch(new RegExp(`^${start}[0-9a-f-]{36}$`));
    const response = await fetch(redirect_uri);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('The mock has no users')]);
  });

  test('the link is the same for the same id, and different for a different id', async () => {
    const links: string[] = [];
    for (const id of ['A-1', 'A-1', 'A-2'])
      links.push(
        (await add('MicrocredentialBatchOfThree', operations.addMicrocredentialBatch.path, id)).body.redirect_uri,
      );
    expect(links[0]).toBe(links[1]);
    expect(links[2]).not.toBe(links[0]);
    expect(links[0]).not.toContain('documentType');
  });

  test('the link contains the client id and the id of the verification request', async () => {
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

  test('the link of an id that can be guessed has a key, which is the same for the same id, and the response has a warning', async () => {
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

test('the mock returns warnings only about names in the request, whichever example is selected', async () => {
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

describe('A status from the mock', () => {
  test('the mock returns the status of the requested submission', async () => {
    const path = operations.getSubmissionStatusV1.path.replace('{id}', 'A%20%2F1');
    expect((await mock.call('GET', path, { token })).body.id).toBe('A /1');
  });

  test('the mock returns the status of each submission, in the requested order', async () => {
    const ids = ['C', 'A', 'B', 'A'];
    const { body } = await mock.call('POST', operations.listSubmissionStatusesV2.path, {
      token,
      body: { ids },
    });
    expect(body.credentials.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test.each([
    'request_id[]=B&request_id[]=A',
    'request_id%5B%5D=B&request_id%5B%5D=A',
    'request_id%5b%5d=B&request_id[]=A',
  ])('the mock accepts raw and percent-encoded brackets in the query: %s', async (query) => {
    const { body } = await mock.call('GET', `${operations.listVerificationRequests.path}?${query}`, {
      token,
    });
    expect(body.requests.map(({ request_id }: { request_id: string }) => request_id)).toEqual(['B', 'A']);
  });

  test('the mock returns the preferred status for the requested verification request', async () => {
    const path = operations.getVerificationRequest.path.replace('{id}', 'V-7');
    const { body } = await mock.call('GET', path, { token, headers: { Prefer: 'example=ResultCanceled' } });
    expect(body).toMatchObject({ request_id: 'V-7', results: [{ status: 'canceled' }] });
  });
});

test('the mock returns the requested webhook', async () => {
  const id = '6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50';
  const path = operations.replaceWebhook.path.replace('{id}', id);
  const given = { name: 'N', description: 'D', url: 'https://n.example/' };
  expect((await mock.call('GET', path, { token })).body).toMatchObject({ id });
  expect((await mock.call('PUT', path, { token, body: given })).body).toMatchObject({ id, ...given });
  expect((await mock.call('PUT', `${path}/secret`, { token })).body).toMatchObject({ id });
  for (const status of ['verified', 'canceled'])
    expect((await mock.call('POST', `${path}/test?status=${status}`, { token })).body.event).toMatchObject({ status });
});

describe('An access token from the mock', () => {
  test('a token has the requested scopes, or all scopes by default', async () => {
    for (const [scope, granted] of [
      [undefined, scopes.join(' ')],
      ['read.webhooks write.education', 'write.education read.webhooks'],
    ]) {
      const body = sandboxCredentials(scope === undefined ? {} : { scope });
      const { body: answer } = await mock.call('POST', operations.createTokenV1.path, { body });
      expect(answer.scope).toBe(granted);
    }
  });

  test('a token is signed with a published key, and has the same claims as a token from the server', async () => {
    const { body } = await mock.call('GET', operations.getJwks.path);
    const { payload } = await jwtVerify(token, createLocalJWKSet(body), {
      algorithms: ['ES256'],
      typ: 'at+jwt',
      issuer: mock.url,
      audience: mock.url,
      subject: 'sandbox-partner',
    });
    expect(payload).toMatchObject({ client_id: 'sandbox-partner', scope: scopes.join(' ') });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(service.access_token_seconds);
  });

  test('the mock rejects a token that another instance of the mock issued', async () => {
    const other = await runMock();
    const foreign = await other.token();
    await other.stop();
    expect((await mock.call('GET', operations.listWebhooks.path, { token: foreign })).status).toBe(401);
  });
});

test('configured partners replace the sandbox partners, and can use only documents on their domains', async () => {
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

/** Creates a batch with an asset of each type. Resolves to the assets and their upload links. */
async function announce() {
  const batch = { ...example('CredentialBatchOfEveryKind'), education_items: [], english_proficiency_items: [] };
  const assets = Object.keys(uploaded).map((asset_type) => ({ asset_id: `A-${asset_type}`, asset_type }));
  batch.microcredential_items = [{ ...batch.microcredential_items[0], assets }];
  const { body } = await mock.call('POST', operations.addCredentialBatch.path, { token, body: batch });
  return { assets, uploads: body.asset_uploads as { asset_id: string; url: string }[] };
}

test('the response to a batch contains an upload link for each asset, in order', async () => {
  const { assets, uploads } = await announce();
  expect(uploads.map(({ asset_id }) => asset_id)).toEqual(assets.map(({ asset_id }) => asset_id));
  for (const { url } of uploads) {
    const { origin, pathname, search } = new URL(url);
    expect(origin).toBe(mock.url);
    expect(pathname).toMatch(/^\/api\/partner\/v2\/assets\/[\w-]{22}$/);
    expect(search).toMatch(/^\?client_id=sandbox-partner&expires=\d+&signature=[\w-]{43}$/);
  }
  expect(new Set(uploads.map(({ url }) => url)).size).toBe(assets.length);
});

test('an upload link accepts only files that have the type of its asset', async () => {
  const { assets, uploads } = await announce();
  for (const [index, { asset_type }] of assets.entries()) {
    for (const [type, body] of Object.entries(uploaded) as [keyof typeof uploaded, Buffer][]) {
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
    expect((await mock.call('PUT', target, { headers, body: uploaded.pdf })).status).toBe(403);
  }
});
