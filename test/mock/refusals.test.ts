import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { runMock, type TestMock } from './running.ts';

let mock: TestMock;
let service: TestService;
const tokens = { mock: '', service: '' };
const readers = { mock: '', service: '' };

beforeAll(async () => {
  [mock, service] = await Promise.all([runMock(), startService({ env: { BASE_URL: 'http://api.test' } })]);
  for (const [name, target] of [
    ['mock', mock],
    ['service', service],
  ] as const) {
    tokens[name] = await target.token();
    readers[name] = await target.token({ scope: 'read.webhooks' });
  }
});

afterAll(() => Promise.all([mock.stop(), service.stop()]));

interface Bad {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  token?: 'none' | 'reader';
  body?: string | Uint8Array;
}

/** Returns the status, the headers that clients use, and the body with placeholders for values that vary. */
async function refusalOf(name: 'mock' | 'service', { method = 'GET', target, headers, token, body }: Bad) {
  const url = name === 'mock' ? mock.url : service.url;
  const bearer = token === 'reader' ? readers[name] : tokens[name];
  const response = await fetch(url + target, {
    method,
    headers: { ...(token !== 'none' && { Authorization: `Bearer ${bearer}` }), ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const base = name === 'mock' ? mock.url : 'http://api.test';
  return {
    status: response.status,
    headers: ['content-type', 'www-authenticate', 'allow', 'retry-after', 'cache-control', 'location'].map(
      (each) => `${each}: ${response.headers.get(each)}`,
    ),
    body: text.replace(response.headers.get('x-request-id') ?? '', '<request id>').replace(base, '<base>'),
  };
}

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const token = operations.createTokenV2.path;
const webhooks = operations.createWebhook.path;
const education = operations.addEducation.path;
const batch = operations.addCredentialBatch.path;
const verifications = operations.listVerificationRequests.path;
const asJson = (name: string, change: (value: ReturnType<typeof example>) => void) => {
  const value = example(name);
  change(value);
  return JSON.stringify(value);
};

const bad: Record<string, Bad> = {
  'no token': { target: webhooks, token: 'none' },
  'an invalid token': { target: webhooks, token: 'none', headers: { Authorization: 'Bearer x' } },
  'a different authentication scheme': { target: webhooks, token: 'none', headers: { Authorization: 'Basic eDp5' } },
  'a missing scope': { target: webhooks, method: 'POST', headers: json, body: '{}', token: 'reader' },
  'a missing scope for a list': {
    target: education,
    method: 'POST',
    headers: json,
    body: '{}',
    token: 'reader',
  },
  'malformed JSON': { target: webhooks, method: 'POST', headers: json, body: '{"url": ' },
  'no body': { target: webhooks, method: 'POST', headers: json },
  'bytes that are not UTF-8': { target: webhooks, method: 'POST', headers: json, body: Buffer.of(0xff) },
  'an unsupported media type': { target: webhooks, method: 'POST', headers: form, body: 'url=x' },
  'a body with a content coding': {
    target: webhooks,
    method: 'POST',
    headers: { ...json, 'Content-Encoding': 'br' },
    body: '{}',
  },
  'a body that is too large': {
    target: webhooks,
    method: 'POST',
    headers: json,
    body: ' '.repeat(operations.createWebhook.bodyLimit + 1),
  },
  'a missing property': { target: webhooks, method: 'POST', headers: json, body: '{}' },
  'a property of the wrong type': { target: webhooks, method: 'POST', headers: json, body: '{"url":1}' },
  'several violations': {
    target: education,
    method: 'POST',
    headers: json,
    body: asJson('EducationWithTranscript', (value) => {
      value.data.credential.majors = [value.data.credential.course_name];
      value.data.credential.unknown = 1;
      value.data.document = 'ftp://x';
      value.id = 'x'.repeat(300);
    }),
  },
  'a document with an http URL': {
    target: education,
    method: 'POST',
    headers: json,
    body: asJson('EducationWithTranscript', (value) => {
      value.document_type = 'pdf';
      value.data.document = 'http://documents.example.edu/degree.pdf';
    }),
  },
  'duplicate ids in a batch': {
    target: batch,
    method: 'POST',
    headers: json,
    body: asJson('CredentialBatchOfEveryKind', (value) => {
      value.digital_identity.credential_id = value.credential_id;
      value.education_items.push(value.education_items[0]);
    }),
  },
  'a private address': {
    target: webhooks,
    method: 'POST',
    headers: json,
    body: '{"url":"https://10.0.0.1/"}',
  },
  'a public host with an http URL': {
    target: webhooks,
    method: 'POST',
    headers: json,
    body: '{"url":"http://a.example/"}',
  },
  'a repeated property': { target: webhooks, method: 'POST', headers: json, body: '{"url":"x","url":"y"}' },
  'a name that looks like the name of another partner': {
    target: operations.createVerificationRequest.path,
    method: 'POST',
    headers: json,
    body: '{"display_options":{"partner_name":"second sаndbox partner"}}',
  },
  'no query parameter': { target: verifications },
  'a list in another notation': { target: `${verifications}?request_id[]=a&request_id[0]=b` },
  'too many query parameters': { target: `${verifications}?${'request_id[]=a&'.repeat(31)}` },
  'a query parameter out of range': {
    target: `${operations.listWebhookDeliveries.path.replace('{id}', '0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21')}?limit=0&cursor=x`,
  },
  'an invalid path parameter': { target: operations.getWebhook.path.replace('{id}', 'x') },
  'an unknown path': { target: '/api/partner/v3/nothing' },
  'an unsupported method': { target: webhooks, method: 'PATCH', headers: json, body: '{}' },
  'an unsupported method for the reference': { target: '/reference', method: 'POST' },
  'an unknown problem code': { target: '/problems/nothing' },
  'a known problem code': { target: '/problems/not_found' },
  'an invented upload link': {
    target: `/api/partner/v2/assets/Zk3c8v0J2b5Qm1r7Yt9wXA?expires=99999999999&signature=${'A'.repeat(43)}`,
    method: 'PUT',
    headers: { 'Content-Type': 'application/pdf' },
    token: 'none',
    body: '%PDF-1.7',
  },
  ...Object.fromEntries(
    Object.entries({
      'no field': '',
      'no secret': 'grant_type=client_credentials&client_id=sandbox-partner',
      'a wrong secret': 'grant_type=client_credentials&client_id=sandbox-partner&client_secret=wrong',
      'an unknown client': 'grant_type=client_credentials&client_id=nobody&client_secret=sandbox-secret',
      'a repeated field': 'grant_type=client_credentials&client_id=a&client_id=b&client_secret=c',
      'a repeated unknown field': 'x=1&x=2',
      'an unsupported grant type': 'grant_type=password&client_id=sandbox-partner&client_secret=sandbox-secret',
      'an unknown scope':
        'grant_type=client_credentials&client_id=sandbox-partner&client_secret=sandbox-secret&scope=admin',
      'a malformed form': '%ZZ=1',
      'a form that is too large': 'x'.repeat(operations.createTokenV2.bodyLimit + 1),
    }).map(([problem, body]): [string, Bad] => [
      `a token request with ${problem}`,
      { target: token, method: 'POST', headers: form, token: 'none', body },
    ]),
  ),
  'a token request in JSON': { target: token, method: 'POST', headers: json, token: 'none', body: '{}' },
};

test.each(Object.keys(bad))('the mock handles %s like the server', async (name) => {
  const [fromMock, fromService] = await Promise.all(
    (['mock', 'service'] as const).map((target) => refusalOf(target, bad[name] as Bad)),
  );
  expect(fromService?.status).toBeGreaterThanOrEqual(300);
  expect(fromMock).toEqual(fromService);
});

describe('Bytes that are not an HTTP request', () => {
  const send = (url: string, text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(text));
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(answer));
    });

  test.each([
    'noise\r\n\r\n',
    'BREW / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  ])('the mock responds like the server: %#', async (text) => {
    const [fromMock, fromService] = await Promise.all([send(mock.url, text), send(service.url, text)]);
    const essence = (answer: string) => /^HTTP\/1.1 \d+|"code":"\w+"/g[Symbol.match](answer);
    expect(essence(fromMock)).toEqual(essence(fromService));
    expect(essence(fromMock)).toHaveLength(2);
  });
});

test('the mock rejects a file of the wrong type with the same response as the server', async () => {
  const links = await Promise.all(
    (['mock', 'service'] as const).map(async (name) => {
      const answer = await fetch((name === 'mock' ? mock : service).url + batch, {
        method: 'POST',
        headers: { ...json, Authorization: `Bearer ${tokens[name]}` },
        body: JSON.stringify(example('CredentialBatchOfEveryKind')),
      });
      const { asset_uploads } = (await answer.json()) as { asset_uploads: { url: string }[] };
      const { pathname, search } = new URL(asset_uploads[0]?.url ?? '');
      return [name, pathname + search] as const;
    }),
  );
  for (const upload of [
    {
      headers: { 'Content-Type': 'application/pdf' },
      body: Buffer.alloc(operations.uploadAsset.bodyLimit + 1),
    },
    { headers: { 'Content-Type': 'application/pdf' }, body: Buffer.from('no PDF') },
    { headers: { 'Content-Type': 'image/png' }, body: Buffer.from('no PNG') },
    { headers: { 'Content-Type': 'text/plain' }, body: Buffer.from('text') },
  ]) {
    const [fromMock, fromService] = await Promise.all(
      links.map(([name, target]) => refusalOf(name, { ...upload, method: 'PUT', target, token: 'none' })),
    );
    expect(fromService?.status).toBeGreaterThanOrEqual(400);
    expect(fromMock).toEqual(fromService);
  }
});
