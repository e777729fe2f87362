import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, scopes, service } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { runMock, type TestMock } from './running.ts';

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
  test('the link has the URL of the mock, and contains the client id and a submission id', async () => {
    const { body } = await add('EducationWithTranscript', operations.addEducation.path, 'A-1');
    const { document_type } = example('EducationWithTranscript');
    expect(body.redirect_uri).toMatch(
      new RegExp(
        `^${mock.url}/partner/add/education#clientId=sandbox-partner&documentType=${document_type}&content=[0-9a-f-]{36}$`,
      ),
    );
  });

  test('the link is the same for the same id, and different for a different id', async () => {
    const links = await Promise.all(
      ['A-1', 'A-1', 'A-2'].map(
        async (id) =>
          (await add('MicrocredentialBatchOfThree', operations.addMicrocredentialBatch.path, id)).body.redirect_uri,
      ),
    );
    expect(links[0]).toBe(links[1]);
    expect(links[2]).not.toBe(links[0]);
    expect(links[0]).not.toContain('documentType');
  });

  test('the link leads to a page that explains the mock', async () => {
    const { body } = await add('EducationWithTranscript', operations.addEducation.path, 'A-1');
    const response = await fetch(body.redirect_uri);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('The mock has no users');
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
      const { body } = await mock.call('POST', operations.createTokenV1.path, {
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'sandbox-partner-2',
          client_secret: 'sandbox-secret-2',
          ...(scope !== undefined && { scope }),
        }),
      });
      expect(body.scope).toBe(granted);
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

  test('a token permits only the operations in its scopes', async () => {
    const narrow = await mock.token({ scope: 'read.webhooks' });
    const status = async (method: string) =>
      (
        await mock.call(method, operations.listWebhooks.path, {
          token: narrow,
          ...(method === 'POST' && { body: {} }),
        })
      ).status;
    expect(await status('GET')).toBe(200);
    expect(await status('POST')).toBe(403);
  });

  test('the mock rejects a token that another instance of the mock issued', async () => {
    const other = await runMock();
    const foreign = await other.token();
    await other.stop();
    expect((await mock.call('GET', operations.listWebhooks.path, { token: foreign })).status).toBe(401);
  });
});

describe('A mock with configured partners', () => {
  let own: TestMock;

  beforeAll(async () => {
    own = await runMock({
      partners: [
        {
          clientId: 'acme',
          secret: 'acme-secret',
          name: 'Acme',
          scopes: ['write.education'],
          domains: ['acme.example'],
        },
      ],
    });
  });

  afterAll(() => own.stop());

  const addWith = async (document: string) => {
    const body = example('EducationWithTranscript');
    body.document_type = 'pdf';
    body.data.document = document;
    return own.call('POST', operations.addEducation.path, {
      token: await own.token({ clientId: 'acme', secret: 'acme-secret' }),
      body,
    });
  };

  test('configured partners replace the sandbox partners', async () => {
    const form = {
      grant_type: 'client_credentials',
      client_id: 'sandbox-partner',
      client_secret: 'sandbox-secret',
    };
    const { status } = await own.call('POST', operations.createTokenV2.path, {
      body: new URLSearchParams(form),
    });
    expect(status).toBe(401);
  });

  test('configured partners can link only to documents on their registered domains', async () => {
    expect((await addWith('https://acme.example/degree.pdf')).status).toBe(201);
    const { status, body } = await addWith('https://other.example/degree.pdf');
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: '/data/document', code: 'unregistered_domain' }]);
  });
});

describe('Paths outside the contract', () => {
  test.each([
    ['/', 'text/plain'],
    ['/reference/', 'text/html'],
    ['/openapi.json', 'application/json'],
    ['/openapi.portable.json', 'application/json'],
  ])('the mock serves %s', async (path, mediaType) => {
    const { status, headers } = await mock.call('GET', path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain(mediaType);
  });
});
