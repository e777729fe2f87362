import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { StoreUnavailable } from '../../server/domain/unavailable.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../../server/platform/security-log.ts';
import { startTelemetry } from '../../server/platform/telemetry/start-telemetry.ts';
import type { Services } from '../../server/start/create-services.ts';
import { changeVerification, type UserAction } from '../../server/storage/changes/change-verification.ts';
import { type Add, adds, example, identityOf } from '../support/contract.ts';
import { type Answer, type CallOptions, startService, type TestService } from '../support/service.ts';

// Error responses, log lines, metrics, and spans never contain personal data, secrets, or tokens, regardless of the
// request and of the cause of a failure. Property names in JSON Pointers are the only exception.

const lines: string[] = [];
const log = createLogger('trace', { write: (line) => lines.push(line) });

/** Creates the error for a simulated failure, from the arguments of the failing call. */
type Fault = (args: readonly unknown[]) => Error;
let fault: Fault | null = null;

/** Returns an error that contains the values of the SQL statement, like the errors of database drivers. */
const driverError = (args: readonly unknown[]) =>
  Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: JSON.stringify(args),
    parameters: args,
    row: args,
  });

const faults: Record<string, Fault> = {
  'an unexpected error': driverError,
  'an unreachable database': (args) =>
    new StoreUnavailable('the database does not respond', { cause: driverError(args) }),
};

function breakable<T extends object>(part: T): T {
  return new Proxy(part, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (fault !== null) throw fault(args);
        return member.apply(target, args);
      };
    },
  });
}

const change = ({ store, files, encryptor, partners, tokens }: Services): Partial<Services> => ({
  log,
  security: createSecurityLog(log, clientAddressBehind([])),
  store: breakable(store),
  files: breakable(files),
  encryptor: breakable(encryptor),
  partners: breakable(partners),
  tokens: breakable(tokens),
});

/** Strings that no error response, log line, metric, or span may contain. Each test adds the strings it sends. */
const secrets = new Set<string>(['sandbox-secret']);

function secret(label: string): string {
  const text = `${label} ${randomUUID()}`;
  secrets.add(text);
  return text;
}

function shortSecret(): string {
  const text = `zq${randomUUID().slice(0, 8)}`;
  secrets.add(text);
  return text;
}

/** Returns the secrets that a string contains: unescaped, escaped for JSON, or percent-encoded. */
const secretsIn = (text: string) =>
  [...secrets].filter((each) =>
    [each, JSON.stringify(each).slice(1, -1), encodeURIComponent(each), encodeURI(each)].some((form) =>
      text.includes(form),
    ),
  );

const collected: string[] = [];
const collector = createServer(async (request, response) => {
  for await (const chunk of request.setEncoding('utf8')) collected.push(chunk);
  response.end('{}');
}).listen(0, '127.0.0.1');

let telemetry: Awaited<ReturnType<typeof startTelemetry>>;
let service: TestService;
let token: string;
const consoles = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));

beforeAll(async () => {
  if (!collector.listening) await once(collector, 'listening');
  const tracesEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  telemetry = await startTelemetry({ metricsPort: 0, metricsHost: '127.0.0.1', tracesEndpoint });
  service = await startService({ change, telemetry: telemetry.telemetry });
  token = await service.token();
  secrets.add(token);
  for (const part of token.split('.')) secrets.add(part);
});

afterAll(() => Promise.all([service.stop(), collector.close()]));

/** Sends a request. Checks that an error response, and the log lines of the request, contain no secret. */
async function send(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
  const response = await service.call(method, target, options);
  if (response.status >= 400) {
    const head = [...response.headers].map((field) => field.join(': ')).join('\n');
    expect(secretsIn(`${head}\n${JSON.stringify(response.body)}`)).toEqual([]);
  }
  expectNoSecretInLog();
  return response;
}

let linesRead = 0;

function expectNoSecretInLog() {
  const since = linesRead;
  linesRead = lines.length;
  expect(secretsIn(lines.slice(since).join(''))).toEqual([]);
  for (const spy of consoles) expect(spy).not.toHaveBeenCalled();
}

/** Returns an example request body with a secret in every string that has no required format. */
function secretBody(id: Add) {
  const fill = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, key)]));
    if (name === 'document' && typeof value === 'string')
      return value.startsWith('{')
        ? JSON.stringify({ holder: secret('Holder') })
        : `https://files.test/${encodeURIComponent(secret('file'))}`;
    const isFree = /^(id|\w+_id|name|\w+_name|\w+_provider|skill|score|grade|majors|code)$/.test(name);
    return typeof value === 'string' && isFree ? secret(name) : value;
  };
  return fill(example(adds[id])) as Record<string, never>;
}

const json = { 'Content-Type': 'application/json' };
const wrongKind = (id: Add) => (id === 'addRightToWork' ? 'addEducation' : 'addRightToWork');

type Sent = [method: string, target: string, options: CallOptions];

const add = (options: CallOptions): Sent => ['POST', operations.addCredentialBatch.path, { token, ...options }];
const addBody = () => JSON.stringify(secretBody('addCredentialBatch'));

const statusPathOf = (id: string) => operations.getSubmissionStatusV2.path.replace('{id}', encodeURIComponent(id));
const listOf = (...ids: string[]): Sent => ['POST', operations.listSubmissionStatusesV1.path, { token, body: { ids } }];
const queryOf = (id: string) => `${operations.listVerificationRequests.path}?request_id[]=${encodeURIComponent(id)}`;

const credentials = { grant_type: 'client_credentials', client_id: 'sandbox-partner', client_secret: 'sandbox-secret' };
const TOKEN = operations.createTokenV1.path;
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): Sent =>
  bareForm(String(new URLSearchParams({ ...credentials, ...fields })), headers);
const bareForm = (text: string, headers: Record<string, string> = {}): Sent => [
  'POST',
  TOKEN,
  { body: new URLSearchParams(text), headers },
];
const get = (target: string, headers: Record<string, string> = {}): Sent => ['GET', target, { token, headers }];

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
/** Submits a batch. Resolves to an upload request, not sent yet, for the first asset of the batch. */
async function upload(body: Buffer, type = 'application/pdf', change = (link: string) => link): Promise<Sent> {
  const added = await send(...add({ body: secretBody('addCredentialBatch') }));
  const { url } = added.body.asset_uploads[0];
  secrets.add(new URL(url).searchParams.get('signature') ?? '');
  secrets.add(new URL(url).pathname.split('/').at(-1) ?? '');
  return ['PUT', change(url), { body, headers: { 'Content-Type': type } }];
}

test.each<[string, number, () => Sent | Promise<Sent>]>([
  ['an accepted body', 201, () => add({ body: secretBody('addCredentialBatch') })],
  ['incomplete JSON', 400, () => add({ body: addBody().slice(0, -1), headers: json })],
  ['a string that is not JSON', 400, () => add({ body: secret('position 7'), headers: json })],
  // The error message of the JSON parser quotes a short string completely.
  ['a short string that is not JSON', 400, () => add({ body: `{"id":${shortSecret()}}`, headers: json })],
  ['another media type', 415, () => add({ body: secret('a'), headers: { 'Content-Type': `text/${secret('t')}` } })],
  [
    'a body over the limit',
    413,
    () => add({ body: addBody().padEnd(operations.addCredentialBatch.bodyLimit + 1), headers: json }),
  ],
  ['a wrong token', 401, () => add({ token: secret('token').replace(' ', '.'), body: addBody() })],
  ['another scheme', 401, () => ['GET', statusPathOf('x'), { headers: { Authorization: secret('Basic') } }]],
  ['a modified token', 401, () => add({ token: `${token}A`, body: addBody() })],
  ['a string as the body', 422, () => add({ body: JSON.stringify(secret('text')), headers: json })],
  ['a list as the body', 422, () => add({ body: JSON.stringify([secret('item')]), headers: json })],
  ['an unknown ID', 404, () => get(statusPathOf(secret('id')))],
  ['an unknown path below an ID', 404, () => get(`${statusPathOf(secret('id'))}/${secret('more')}`)],
  ['a wrong method for an ID', 405, () => ['DELETE', statusPathOf(secret('id')), { token }]],
  ['an unknown ID in a list', 200, () => listOf(secret('id'))],
  ['invalid IDs in a list', 422, () => listOf(secret('id'), `${secret('id')}\n`, secret('id').padEnd(256))],
  ['an invalid ID in a query', 422, () => get(queryOf(`${secret('id')}\n`))],
  ['a wrong client secret', 401, () => form({ client_secret: secret('secret') })],
  ['an unknown client', 401, () => form({ client_id: secret('client') })],
  ['an unknown scope', 400, () => form({ scope: secret('scope') })],
  ['an unknown grant', 400, () => form({ grant_type: secret('grant') })],
  ['credentials in two ways', 400, () => form({}, { Authorization: secret('Basic') })],
  ['wrong Basic credentials', 401, () => bareForm('grant_type=client_credentials', { Authorization: secret('Basic') })],
  ['a form over the limit', 413, () => form({ x: secret('x').padEnd(9000) })],
  ['a repeated field', 400, () => bareForm(`x=${secret('value')}&x=${shortSecret()}`)],
  ['JSON for a token', 415, () => ['POST', TOKEN, { body: { ...credentials, x: secret('x') } }]],
  ['a valid file', 200, () => upload(pdf(secret('file')))],
  ['a modified upload link', 403, () => upload(pdf(secret('file')), undefined, (link) => `${link.slice(0, -1)}!`)],
  ['a file of another type', 422, () => upload(Buffer.from(secret('file')))],
  ['a file with another media type', 415, () => upload(pdf(secret('file')), secret('t'))],
  ['a file over the limit', 413, () => upload(pdf(secret('file').repeat(300_000)))],
  ['an unknown path', 404, () => get(`/${secret('p')}?q=${secret('q')}`, { 'X-A': secret('a') })],
  ['an unknown problem', 404, () => get(`/problems/${secret('path')}`)],
])('neither the response to %s (%d) nor the log contains a part of the request', async (_, status, request) => {
  expect((await send(...(await request()))).status).toBe(status);
});

describe.each(Object.keys(adds) as Add[])('The endpoint %s', (id) => {
  const { path } = operations[id];

  test('the problem document for an invalid value, or for an id that is in use, repeats no part of the request', async () => {
    const spoil = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(spoil);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member)]));
      return typeof value === 'string' ? `${secret('value')}\n${'.'.repeat(600)}` : { [randomUUID()]: secret('x') };
    };
    const { status, body: problem } = await send('POST', path, { token, body: spoil(secretBody(id)) });
    expect(status).toBe(422);
    expect(problem.errors.length).toBeGreaterThan(2);

    const ref = secret('id');
    const other = wrongKind(id);
    await send('POST', operations[other].path, { token, body: { ...secretBody(other), id: ref } });
    const name = id === 'addCredentialBatch' ? 'credential_id' : 'id';
    expect((await send('POST', path, { token, body: { ...secretBody(id), [name]: ref } })).status).toBe(409);
  });
});

/** Sends a request during a simulated failure, and checks that the server logs an error. */
async function sendDuring(name: string, ...request: Sent): Promise<void> {
  const before = lines.length;
  fault = faults[name] ?? null;
  const response = await send(...request).finally(() => {
    fault = null;
  });
  expect([500, 503]).toContain(response.status);
  expect(lines.slice(before).join('')).toContain('"level":"error"');
}

test.each(Object.keys(faults))('neither responses nor logs contain a part of a request during %s', async (name) => {
  for (const id of Object.keys(adds) as Add[]) {
    const body = secretBody(id);
    await sendDuring(name, 'POST', operations[id].path, { token, body });
    expect((await send('POST', operations[id].path, { token, body })).headers.has('idempotent-replayed')).toBe(false);
  }
  await sendDuring(name, 'GET', statusPathOf(secret('id')), { token });
  await sendDuring(name, ...form({ scope: secret('scope') }));
  await sendDuring(name, ...(await upload(pdf(secret('file')))));
});

test('no log line contains the content of a verification request, regardless of its state', async () => {
  const requestId = `request ${randomUUID()}/ü`;
  const body = {
    request_id: requestId,
    callback_url: `https://hiring.acme.example/verified?case=${shortSecret()}`,
    display_options: {
      partner_name: secret('partner'),
      partner_logo_url: `https://hiring.acme.example/${shortSecret()}.png`,
    },
    request_source: [{ name: secret('source') }],
  };
  const { path } = operations.createVerificationRequest;
  const pathOfRequest = operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(requestId));
  const change = (action: UserAction) =>
    changeVerification(service.services, { clientId: 'sandbox-partner', requestId }, action);
  expect((await send('POST', path, { token, body })).status).toBe(201);
  await change({ kind: 'take', userId: 'user-1' });
  await change({ kind: 'verify', userId: 'user-1', identity: identityOf(secret('Name')) });
  expect((await send('GET', pathOfRequest, { token })).body.results[0].status).toBe('verified');
  for (const name of Object.keys(faults)) {
    await sendDuring(name, 'POST', path, { token, body });
    await sendDuring(name, 'GET', pathOfRequest, { token });
  }
});

test('responses contain access tokens and webhook secrets, but log lines do not', async () => {
  const issued = await send(...form({}));
  const made = await send('POST', operations.createWebhook.path, { token, body: { url: 'http://127.0.0.1:9/' } });
  const rotated = await send('POST', operations.rotateWebhookSecret.path.replace('{id}', made.body.id), { token });
  for (const each of [issued.body.access_token, made.body.secret, rotated.body.standard_webhooks_secret]) {
    expect(each).toEqual(expect.any(String));
    secrets.add(each);
  }
  expectNoSecretInLog();
});

test.each<[string, (text: string) => string]>([
  ['a target', (text) => `GET /\\${text} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a method', (text) => `${text} / HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a Host', (text) => `GET / HTTP/1.1\r\nHost: ${text} x\r\n\r\n`],
  ['a header', (text) => `GET / HTTP/1.1\r\nHost: a\r\n${text}: \0\r\n\r\n`],
])('the server rejects invalid HTTP with a secret in %s and does not repeat the secret', async (_, request) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.setEncoding('latin1').end(request(shortSecret()));
  let response = '';
  for await (const data of socket) response += data;
  expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(secretsIn(response)).toEqual([]);
  expectNoSecretInLog();
});

test('the complete log of all requests in this file contains no secret', () => {
  expect(secretsIn(lines.join(''))).toEqual([]);
});

test('the metrics and spans of all requests in this file contain no secret', async () => {
  const address = await telemetry.serveMetrics({
    ...service.services.store,
    log,
    checkFiles: service.services.checkFiles,
  });
  const metrics = await (await fetch(`http://127.0.0.1:${address?.port}/metrics`)).text();
  await telemetry.stop();
  expect(metrics).toContain('operation="addCredentialBatch",status="2xx"');
  expect(collected.join('')).toContain('uploadAsset');
  expect(secretsIn(metrics + collected.join(''))).toEqual([]);
});
