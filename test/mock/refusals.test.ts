import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { exchangeAt } from '../support/raw-exchange.ts';
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

/** Returns an error response, with placeholders for values that differ between the mock and the server. */
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
const pdf = { 'Content-Type': 'application/pdf' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const token = operations.createTokenV2.path;
const webhooks = operations.createWebhook.path;
const education = operations.addEducation.path;
const post = (target: string, body?: Bad['body'] | object, more: Partial<Bad> = {}): Bad => {
  const isObject = typeof body === 'object' && !(body instanceof Uint8Array);
  return { target, method: 'POST', headers: json, body: isObject ? JSON.stringify(body) : body, ...more } as Bad;
};

const several = example('EducationWithTranscript');
several.data.credential.majors = [several.data.credential.course_name];
several.id = 'x'.repeat(300);
const lookalike = { display_options: { partner_name: 'second sаndbox partner' } };
const credentials = 'client_id=sandbox-partner&client_secret=sandbox-secret';

// Requests that the mock rejects with code that it shares with the server. The conformance kit covers other responses.
const bad: Record<string, Bad> = {
  'a request without a token': { target: webhooks, token: 'none' },
  'a request whose token lacks the scope': post(webhooks, {}, { token: 'reader' }),
  'malformed JSON': post(webhooks, '{"url": '),
  // Without `Connection: close`, the next request could use this connection, which the server can close at any time.
  'a body that is too large': post(webhooks, ' '.repeat(operations.createWebhook.bodyLimit + 1), {
    headers: { ...json, connection: 'close' },
  }),
  'several violations': post(education, several),
  'a name that looks like the name of another partner': post(operations.createVerificationRequest.path, lookalike),
  'an unknown path': { target: '/api/partner/v3/nothing' },
  'an unsupported method': { target: webhooks, method: 'PATCH', headers: json, body: '{}' },
  'a request for the URL of a problem': { target: '/problems/not_found' },
  'an invented upload link': {
    target: `/api/partner/v2/assets/Zk3c8v0J2b5Qm1r7Yt9wXA?expires=99999999999&signature=${'A'.repeat(43)}`,
    method: 'PUT',
    headers: pdf,
    token: 'none',
    body: '%PDF-1.7',
  },
  'a token request without a field': post(token, '', { headers: form, token: 'none' }),
  'a token request for an unknown scope': post(token, `grant_type=client_credentials&${credentials}&scope=admin`, {
    headers: form,
    token: 'none',
  }),
  'a token request in JSON': post(token, {}, { token: 'none' }),
};

test.each(Object.keys(bad))('the mock and the server return the same response to %s', async (name) => {
  const [fromMock, fromService] = await Promise.all(
    (['mock', 'service'] as const).map((target) => refusalOf(target, bad[name] as Bad)),
  );
  expect(fromService?.status).toBeGreaterThanOrEqual(300);
  expect(fromMock).toEqual(fromService);
});

test.each([
  'noise\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
])('the mock and the server return the same response to bytes that are not a valid HTTP request: %#', async (text) => {
  const essenceOf = async ({ url }: { url: string }) => {
    const [response] = await exchangeAt(Number(new URL(url).port), [text], { end: true });
    return [response?.status, /"code":"\w+"/.exec(response?.body ?? '')?.[0]];
  };
  const [fromMock, fromService] = await Promise.all([mock, service].map(essenceOf));
  expect(fromMock).toEqual(fromService);
  expect(fromMock).not.toContain(undefined);
});
