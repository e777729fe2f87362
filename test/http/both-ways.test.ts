import { request as send } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = await service.token();
});
afterAll(() => service.stop());

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The answer at a host, without what is each answer's own. */
const answerAt = (host: string, { method, path, headers, body }: Sent) =>
  new Promise((resolve, reject) => {
    const options = { method, path, headers: { ...headers, Host: host }, agent: false } as const;
    const sent = send(service.url, options, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const { date: _date, 'x-request-id': id, ...rest } = answer.headers;
      resolve({ status: answer.statusCode, headers: rest, body: text.replaceAll(String(id), 'ID'), hasId: id?.length });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const add = operations.addEducation.path;
const status = operations.getSubmissionStatusV2.path;
const webhooks = operations.createWebhook.path;

// A host in capitals has to be normalized, and so takes the way over the Fetch API.
test.each<[string, () => Sent]>([
  ['no token', () => ({ method: 'GET', path: webhooks })],
  ['a wrong token', () => ({ method: 'GET', path: webhooks, headers: { Authorization: 'Bearer x' } })],
  ['a list', () => ({ method: 'GET', path: webhooks, headers: { Authorization: `Bearer ${token}` } })],
  ['no submission', () => ({ method: 'GET', path: status.replace('{id}', 'none'), headers: authorized() })],
  ['a step in the path', () => ({ method: 'GET', path: status.replace('{id}', '..'), headers: authorized() })],
  ['an escape', () => ({ method: 'GET', path: status.replace('{id}', '%ZZ'), headers: authorized() })],
  [
    'a query',
    () => ({ method: 'GET', path: `${operations.listVerificationRequests.path}?x=1`, headers: authorized() }),
  ],
  ['no body', () => ({ method: 'POST', path: add, headers: { ...authorized(), ...json } })],
  ['no JSON', () => ({ method: 'POST', path: add, headers: { ...authorized(), ...json }, body: '{"a":' })],
  ['no media type', () => ({ method: 'POST', path: add, headers: authorized(), body: '{}' })],
  ['a broken rule', () => ({ method: 'POST', path: add, headers: { ...authorized(), ...json }, body: '{}' })],
  [
    'a replay',
    () => ({
      method: 'POST',
      path: add,
      headers: { ...authorized(), ...json },
      body: JSON.stringify(example('EducationWithTranscript')),
    }),
  ],
  ['another method', () => ({ method: 'DELETE', path: add, headers: authorized() })],
  ['HEAD', () => ({ method: 'HEAD', path: operations.getJwks.path })],
  ['keys', () => ({ method: 'GET', path: operations.getJwks.path })],
  ['no form', () => ({ method: 'POST', path: operations.createTokenV2.path, headers: json, body: '{}' })],
  ['wrong credentials', () => ({ method: 'POST', path: operations.createTokenV2.path, headers: form, body: 'a=b' })],
  ['nothing to be deleted', () => ({ method: 'DELETE', path: `${webhooks}/none`, headers: authorized() })],
])('%s is answered alike on both ways', async (_, make) => {
  const request = make();
  // What is stored by the first is there for both others.
  await answerAt('api.test', request);
  const direct = await answerAt('api.test', request);
  expect(direct).toEqual(await answerAt('API.test', request));
  expect(direct).toMatchObject({ hasId: 36 });
});

test.each([
  'api.test',
  'API.test',
])('a body that nobody wants and that does not end is cut off, at %s', async (host) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {}).resume();
  socket.write(`POST ${add} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const more = setInterval(() => socket.write('1\r\na\r\n'), 20);
  await closed;
  clearInterval(more);
});

test('requests that are sent without waiting for answers are answered in their order', async () => {
  const paths = [webhooks, status.replace('{id}', 'none'), operations.getJwks.path, webhooks];
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const asked = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: api.test\r\n`);
  socket.write(`${asked.join('\r\n')}Connection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  expect(text.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['401', '401', '200', '401']);
});

const authorized = () => ({ Authorization: `Bearer ${token}` });

test('an answer that cannot be written ends its connection, and not the service', async () => {
  const broken = await startService({
    change: (services) => ({
      // No header can have a line break.
      partnerRateLimit: async (key) => ({ ...(await services.partnerRateLimit(key)), retryAfter: '1\n' as never }),
    }),
  });
  try {
    const token = await broken.token();
    const headers = { Authorization: `Bearer ${token}`, Host: 'api.test' };
    const asked = new Promise((resolve, reject) => {
      send(`${broken.url}${operations.listWebhooks.path}`, { headers, agent: false }, resolve)
        .on('error', reject)
        .end();
    });
    await expect(asked).rejects.toThrow('socket hang up');
    expect((await fetch(`${broken.url}/livez`)).status).toBe(200);
  } finally {
    await broken.stop();
  }
});
