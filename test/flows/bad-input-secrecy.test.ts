import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { StoreUnavailable } from '../../server/domain/unavailable.ts';
import { createLogger } from '../../server/log.ts';
import { createSecurityLog, sourceBehind } from '../../server/security-log.ts';
import type { Services } from '../../server/services.ts';
import { type RunningTelemetry, startTelemetry } from '../../server/telemetry/start-telemetry.ts';
import { example } from '../support/contract.ts';
import { type Answer, type CallOptions, startService, type TestService } from '../support/service.ts';

// No answer to a refused request, no line of the log, no number and no span repeats a personal datum, a secret or a token, whatever the request
// and however it fails. The names of members in pointers are the one exception.

const lines: string[] = [];
const log = createLogger('trace', { write: (line) => lines.push(line) });

/** What the parts of the service throw, when they do. */
type Fault = (args: readonly unknown[]) => Error;
let fault: Fault | null = null;

/** As a database driver's error: it carries the statement's values beside its message. */
const driverError = (args: readonly unknown[]) =>
  Object.assign(new Error('duplicate key value violates unique constraint'), {
    code: '23505',
    detail: JSON.stringify(args),
    parameters: args,
    row: args,
  });

const faults: Record<string, Fault> = {
  'an error that nobody foresaw': driverError,
  'a database that does not answer': (args) =>
    new StoreUnavailable('the database does not answer', { cause: driverError(args) }),
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

const change = ({ store, files, sealer, partners, tokens }: Services): Partial<Services> => ({
  log,
  security: createSecurityLog(log, sourceBehind([])),
  store: breakable(store),
  files: breakable(files),
  sealer: breakable(sealer),
  partners: breakable(partners),
  tokens: breakable(tokens),
});

/** Everything that must not be repeated; each test adds what it sends. */
const secrets = new Set<string>(['sandbox-secret']);

/** A text like no other. */
function secret(label: string): string {
  const text = `${label} ${randomUUID()}`;
  secrets.add(text);
  return text;
}

/** A short text like no other. */
function word(): string {
  const text = `zq${randomUUID().slice(0, 8)}`;
  secrets.add(text);
  return text;
}

/** The secrets that a text holds: as they are, and as JSON and URLs write them. */
const heldBy = (text: string) =>
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

let telemetry: RunningTelemetry;
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

/** Asserts after each request: the answer when it is a refusal, and what was logged since the last one. */
async function send(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await service.call(method, target, options);
  if (answer.status >= 400) {
    const head = [...answer.headers].map((field) => field.join(': ')).join('\n');
    expect(heldBy(`${head}\n${JSON.stringify(answer.body)}`)).toEqual([]);
  }
  expectSilence();
  return answer;
}

let linesRead = 0;

function expectSilence() {
  const since = linesRead;
  linesRead = lines.length;
  expect(heldBy(lines.slice(since).join(''))).toEqual([]);
  for (const spy of consoles) expect(spy).not.toHaveBeenCalled();
}

const adds = {
  addEducation: 'EducationOpenCertificate',
  addEnglishProficiency: 'EnglishProficiencyWithSubskills',
  addMicrocredential: 'MicrocredentialOpenCertificate',
  addRightToWork: 'RightToWorkSingapore',
  addMicrocredentialBatch: 'MicrocredentialBatchOfThree',
  addCredentialBatch: 'CredentialBatchOfEveryKind',
} as const satisfies Partial<Record<OperationId, string>>;

type Add = keyof typeof adds;

/** The example with a secret in every text that may be any text. */
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

describe.each(Object.keys(adds) as Add[])('%s', (id) => {
  const { path } = operations[id];

  test('says nothing of what it takes in the log', async () => {
    const body = secretBody(id);
    expect((await send('POST', path, { token, body })).status).toBe(201);
    expect((await send('POST', path, { token, body })).headers.get('idempotent-replayed')).toBe('true');
    expect(lines.length).toBeGreaterThan(0);
  });

  test.each<[string, number, () => CallOptions]>([
    ['JSON that breaks', 400, () => ({ body: JSON.stringify(secretBody(id)).slice(0, -1), headers: json })],
    ['a word that is not JSON', 400, () => ({ body: secret('position 7'), headers: json })],
    // Short enough for the parser's own message to quote it whole.
    ['a short text that is not JSON', 400, () => ({ body: `{"id":${word()}}`, headers: json })],
    ['another media type', 415, () => ({ body: secret('text'), headers: { 'Content-Type': `text/${secret('t')}` } })],
    ['a body over the limit', 413, () => ({ body: JSON.stringify(secretBody(id)).padEnd(2 ** 20 + 1), headers: json })],
    ['a wrong token', 401, () => ({ token: secret('token').replace(' ', '.'), body: secretBody(id) })],
    ['an odd Authorization', 401, () => ({ headers: { Authorization: secret('Basic') }, body: secretBody(id) })],
    ['a changed token', 401, () => ({ token: `${token}A`, body: secretBody(id) })],
  ])('repeats nothing of %s', async (_, status, options) => {
    expect((await send('POST', path, { token, ...options() })).status).toBe(status);
  });

  test('repeats nothing of values that break rules', async () => {
    const body = secretBody(id);
    const spoil = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(spoil);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoil(member)]));
      return typeof value === 'string' ? `${secret('value')}\n${'.'.repeat(600)}` : { [randomUUID()]: secret('x') };
    };
    const { status, body: problem } = await send('POST', path, { token, body: spoil(body) });
    expect(status).toBe(422);
    expect(problem.errors.length).toBeGreaterThan(2);
  });

  test('repeats nothing of a body of the wrong type', async () => {
    for (const body of [JSON.stringify(secret('text')), JSON.stringify([secret('item')])])
      expect((await send('POST', path, { token, body, headers: json })).status).toBe(422);
  });

  test('repeats nothing when the id is taken by another kind', async () => {
    const ref = secret('id');
    const other = id === 'addRightToWork' ? 'addEducation' : 'addRightToWork';
    await send('POST', operations[other].path, { token, body: { ...secretBody(other), id: ref } });
    const name = id === 'addCredentialBatch' ? 'credential_id' : 'id';
    const { status } = await send('POST', path, { token, body: { ...secretBody(id), [name]: ref } });
    expect(status).toBe(409);
  });

  test.each(Object.keys(faults))('repeats nothing when it meets %s', async (name) => {
    const body = secretBody(id);
    const before = lines.length;
    fault = faults[name] ?? null;
    const { status } = await send('POST', path, { token, body }).finally(() => {
      fault = null;
    });
    expect([500, 503]).toContain(status);
    expect(lines.slice(before).join('')).toContain('"level":"error"');
    expect((await send('POST', path, { token, body })).headers.has('idempotent-replayed')).toBe(false);
  });
});

describe('the status of submissions', () => {
  const pathOf = (id: string) => operations.getSubmissionStatusV2.path.replace('{id}', encodeURIComponent(id));

  test('of an id that there is, and of one that there is not', async () => {
    const body = secretBody('addRightToWork');
    await send('POST', operations.addRightToWork.path, { token, body });
    expect((await send('GET', pathOf(body['id'] ?? ''), { token })).status).toBe(200);
    expect((await send('GET', pathOf(secret('id')), { token })).status).toBe(404);
    expect((await send('GET', `${pathOf(secret('id'))}/${secret('more')}`, { token })).status).toBe(404);
    expect((await send('DELETE', pathOf(secret('id')), { token })).status).toBe(405);
  });

  test('of a list', async () => {
    const { path } = operations.listSubmissionStatusesV1;
    expect((await send('POST', path, { token, body: { ids: [secret('id')] } })).status).toBe(200);
    const broken = { ids: [secret('id'), `${secret('id')}\n`, secret('id').padEnd(256)] };
    expect((await send('POST', path, { token, body: broken })).status).toBe(422);
  });

  test.each(Object.keys(faults))('when it meets %s', async (name) => {
    fault = faults[name] ?? null;
    const { status } = await send('GET', pathOf(secret('id')), { token }).finally(() => {
      fault = null;
    });
    expect([500, 503]).toContain(status);
  });
});

describe('the token endpoint', () => {
  const { path } = operations.createTokenV1;
  const ask = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send('POST', path, { body: new URLSearchParams(fields), headers });
  const good = {
    grant_type: 'client_credentials',
    client_id: 'sandbox-partner',
    client_secret: 'sandbox-secret',
  };

  test('says nothing of the token it issues in the log', async () => {
    const { status, body } = await ask(good);
    expect(status).toBe(200);
    secrets.add(body.access_token);
    expectSilence();
  });

  test.each<[string, number, () => Promise<Answer>]>([
    ['a wrong secret', 401, () => ask({ ...good, client_secret: secret('secret') })],
    ['an unknown client', 401, () => ask({ ...good, client_id: secret('client') })],
    ['an unknown scope', 400, () => ask({ ...good, scope: secret('scope') })],
    ['an unknown grant', 400, () => ask({ ...good, grant_type: secret('grant') })],
    [
      'Basic credentials',
      401,
      () => ask({ grant_type: 'client_credentials' }, { Authorization: `Basic ${btoa(`a:${secret('x')}`)}` }),
    ],
    ['credentials in two ways', 400, () => ask(good, { Authorization: secret('Basic') })],
    ['a form over the limit', 413, () => ask({ ...good, x: secret('x').padEnd(9000) })],
    [
      'a field that stands twice',
      400,
      async () => {
        const name = secret('name');
        return send('POST', path, {
          body: new URLSearchParams([
            [name, secret('one')],
            [name, secret('two')],
          ]),
        });
      },
    ],
    ['JSON', 415, () => send('POST', path, { body: { ...good, more: secret('more') } })],
  ])('repeats nothing of %s', async (_, status, request) => {
    expect((await request()).status).toBe(status);
  });

  test.each(Object.keys(faults))('repeats nothing when it meets %s', async (name) => {
    fault = faults[name] ?? null;
    const { status } = await ask({ ...good, scope: secret('scope') }).finally(() => {
      fault = null;
    });
    expect([500, 503]).toContain(status);
  });
});

describe('uploads', () => {
  const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);
  const headers = { 'Content-Type': 'application/pdf' };

  /** The link of a PDF asset; what makes it one is secret. */
  async function link(): Promise<string> {
    const body = secretBody('addCredentialBatch');
    const added = await send('POST', operations.addCredentialBatch.path, { token, body });
    const { url } = added.body.asset_uploads[0];
    secrets.add(new URL(url).searchParams.get('signature') ?? '');
    secrets.add(new URL(url).pathname.split('/').at(-1) ?? '');
    return url;
  }

  test.each<[string, number, (url: string) => [string, CallOptions]]>([
    ['a file that is taken', 200, (url) => [url, { body: pdf(secret('file')), headers }]],
    ['a changed link', 403, (url) => [`${url.slice(0, -1)}!`, { body: pdf(secret('file')), headers }]],
    ['a file of another type', 422, (url) => [url, { body: Buffer.from(secret('file')), headers }]],
    [
      'another media type',
      415,
      (url) => [url, { body: pdf(secret('file')), headers: { 'Content-Type': secret('t') } }],
    ],
    ['a file over the limit', 413, (url) => [url, { body: pdf(secret('file').repeat(300_000)), headers }]],
    ['another method', 405, (url) => [url.replace('?', `?x=${secret('x')}&`), {}]],
  ])('repeat nothing of %s', async (_, status, request) => {
    const [target, options] = request(await link());
    expect((await send(status === 405 ? 'POST' : 'PUT', target, options)).status).toBe(status);
  });

  test.each(Object.keys(faults))('repeat nothing when they meet %s', async (name) => {
    const url = await link();
    fault = faults[name] ?? null;
    const { status } = await send('PUT', url, { body: pdf(secret('file')), headers }).finally(() => {
      fault = null;
    });
    expect([500, 503]).toContain(status);
  });
});

test('the secrets of a webhook stand in the answers that tell them, and in no line', async () => {
  const made = await send('POST', operations.createWebhook.path, { token, body: { url: 'http://127.0.0.1:9/' } });
  const path = operations.rotateWebhookSecret.path.replace('{id}', made.body.id);
  const rotated = await send('PUT', path, { token });
  for (const { body } of [made, rotated])
    for (const each of [body.secret, body.standard_webhooks_secret]) secrets.add(each);
  expectSilence();
});

test('an address that there is not', async () => {
  const target = `/${encodeURIComponent(secret('path'))}?q=${encodeURIComponent(secret('query'))}`;
  expect((await send('GET', target, { token, headers: { 'X-Note': secret('note') } })).status).toBe(404);
  expect((await send('GET', `/problems${target}`, { token })).status).toBe(404);
});

test.each<[string, () => string]>([
  ['a target', () => `GET /\\${secret('target').replaceAll(' ', '-')} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a method', () => `${secret('M').replaceAll(' ', '-')} / HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a Host', () => `GET / HTTP/1.1\r\nHost: ${secret('host')}\r\n\r\n`],
  ['a field', () => `GET / HTTP/1.1\r\nHost: a\r\n${secret('field')}: \0\r\n\r\n`],
])('what is not a request, with a secret in %s', async (_, request) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const bytes = request();
  for (const each of [...secrets])
    if (bytes.includes(each.replaceAll(' ', '-'))) secrets.add(each.replaceAll(' ', '-'));
  socket.setEncoding('latin1').end(bytes);
  let answer = '';
  for await (const data of socket) answer += data;
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(heldBy(answer)).toEqual([]);
  expectSilence();
});

test('the log as a whole, with what was secret only later', () => {
  expect(heldBy(lines.join(''))).toEqual([]);
});

test('the numbers and the spans of all this', async () => {
  const { clock, store, erasures } = service.services;
  const address = await telemetry.serveMetrics({ log, clock, readClock: erasures.readClock, ...store });
  const numbers = await (await fetch(`http://127.0.0.1:${address?.port}/metrics`)).text();
  await telemetry.stop();
  expect(numbers).toContain('operation="addCredentialBatch",status="2xx"');
  expect(collected.join('')).toContain('uploadAsset');
  expect(heldBy(numbers + collected.join(''))).toEqual([]);
});
