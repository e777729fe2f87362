import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type Add, adds, contract, example } from '../support/contract.ts';
import { cpuTime } from '../support/cpu-time.ts';
import type { Answer } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { sized } from '../support/size.ts';

// These tests send bodies that the conformance kit does not send: deeply nested, slow to validate, or malicious.

const service = sharedService();
let token: string;

beforeAll(async () => {
  token = await service.token();
});

const addIds = Object.keys(adds) as Add[];

const refName = (id: Add) => (id === 'addCredentialBatch' ? 'credential_id' : 'id');
const bodyOf = (id: Add, ref: string = randomUUID()) => ({ ...example(adds[id]), [refName(id)]: ref });

const send = (id: OperationId, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  service.call(operations[id].method, operations[id].path, {
    token,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

async function storedIdsAmong(ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < ids.length; i += 30) {
    const { body } = await service.call('POST', operations.listSubmissionStatusesV2.path, {
      token,
      body: { ids: ids.slice(i, i + 30) },
    });
    found.push(...body.credentials.map(({ id }: { id: string }) => id));
  }
  return found;
}

/** Nesting depth at which a recursive function overflows the stack. */
const levels = sized(20_000, 100_000);
const deepArray = `${'['.repeat(levels)}${']'.repeat(levels)}`;
const deepObject = (depth = levels) => `${'{"a":'.repeat(depth)}null${'}'.repeat(depth)}`;

test.each<[string, string | Uint8Array, number]>([
  ['thousands of unclosed arrays', '['.repeat(levels), 400],
  ['only a byte order mark', '\ufeff', 400],
  ['an overlong NUL', Buffer.from('{"id":"\xc0\x80"}', 'latin1'), 400],
  ['a document in UTF-16', Buffer.from('{}', 'utf16le'), 400],
  ['a comment before the document', '/* */{}', 400],
  ['two documents', '{}{}', 400],
  ['a byte order mark before the document', '\ufeff{}', 422],
  ['a number that no double can hold', '1e400', 422],
  ['a number of 100,000 digits', '9'.repeat(100_000), 422],
  ['thousands of levels of arrays', deepArray, 422],
  ['thousands of levels of objects', deepObject(), 422],
  ['a property called __proto__', '{"__proto__":{"id":"1","ids":["1"]}}', 422],
  ['properties of Object.prototype', '{"constructor":{"prototype":{"a":1}},"toString":1,"valueOf":1,"toJSON":1}', 422],
  ['an operator of a database as an ID', '{"id":{"$ne":null},"credential_id":{"$ne":null},"ids":[{"$ne":null}]}', 422],
  ['names with a NUL and a lone surrogate', '{"\\u0000":1,"\\ud800":2,"":3}', 422],
])('every operation with a JSON body rejects %s', async (_, text, status) => {
  for (const id of [...addIds, 'listSubmissionStatusesV1', 'listSubmissionStatusesV2'] as const) {
    const { status: received, body } = await send(id, text);
    expect([received, body.code]).toEqual([status, status === 400 ? 'malformed_json' : 'validation_failed']);
  }
});

test.each([
  ['application/json, text/plain', 415],
  ['application /json', 415],
  ['application/xml', 415],
  ['application/json ; charset="x;y"', 422],
  ['application/json;', 422],
])('the server responds to the Content-Type %s with %d', async (type, status) => {
  expect((await send('addEducation', '{}', { 'Content-Type': type })).status).toBe(status);
});

test('the service accepts an open certificate of any nesting depth', async () => {
  const body = bodyOf('addMicrocredential');
  body.data.document = deepObject(levels);
  expect((await send('addMicrocredential', JSON.stringify(body))).status).toBe(201);
  body.data.document = deepArray;
  const { body: problem } = await send('addMicrocredential', JSON.stringify(body));
  expect(problem.errors).toMatchObject([{ code: 'wrong_format', pointer: '/data/document' }]);
});

test('the service rejects a course name that contains a major, even if the course name has the maximum length', async () => {
  const { maxLength } = contract.components.schemas.Text;
  const { maxItems } = contract.components.schemas.EducationCredential.properties.majors;
  // The limit counts characters, so this major is within the limit although each character has two UTF-16 code units.
  const major = '𝐀'.repeat(maxLength - 2);
  const body = bodyOf('addEducation');
  body.data.credential.course_name = `${major} 𝐁`;
  body.data.credential.majors = [...Array(maxItems - 1).fill('Law'), major];
  const { status, body: problem } = await send('addEducation', JSON.stringify(body));
  expect(status).toBe(422);
  expect(problem.errors).toMatchObject([{ code: 'not_allowed', pointer: '/data/credential/course_name' }]);
});

/** Returns the paths of all properties and of the first item of every list. */
function positionsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => positionsIn(member, [...path, name]))];
}

function withAt(body: object, path: readonly string[], json: string): string {
  const copy = structuredClone(body) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
  parent[path.at(-1) ?? ''] = '@@';
  return JSON.stringify(copy).replace('"@@"', () => json);
}

describe.each(addIds)('The endpoint %s', (id) => {
  const hostile = [
    'null',
    '1e400',
    '"\\u0000"',
    '"\\udfff\\ud800"',
    '[null]',
    deepObject(sized(500, 2000)),
    '["[[[["]',
  ];
  const polluting = '{"__proto__":{"polluted":true}}';

  test('the endpoint returns 422 or 201 for a hostile value at any position, and stores no rejected body', async () => {
    const body = example(adds[id]);
    const positions = positionsIn(body).filter(([top]) => top !== undefined && top !== refName(id));
    const requests = positions.flatMap((position) =>
      [...hostile, polluting].map((json) => ({ position, json, ref: randomUUID() })),
    );
    const responses: Answer[] = [];
    for (let i = 0; i < requests.length; i += 20) {
      const some = requests
        .slice(i, i + 20)
        .map(({ position, json, ref }) => send(id, withAt({ ...body, [refName(id)]: ref }, position, json)));
      responses.push(...(await Promise.all(some)));
    }
    const unexpected = responses.filter(({ status }) => status !== 422 && status !== 201);
    expect(unexpected.map(({ body: problem }) => problem)).toEqual([]);
    const rejected = requests.filter((_, i) => responses[i]?.status === 422).map(({ ref }) => ref);
    expect(rejected.length).toBeGreaterThan(requests.length / 2);
    expect(await storedIdsAmong(rejected)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('after the endpoint rejects a request, a submission of another kind can use the id of the rejected request', async () => {
    const ref = randomUUID();
    const { path, bodyLimit } = operations[id];
    const body = bodyOf(id, ref);
    const text = JSON.stringify(body);
    const readOnly = await service.token({ scope: 'read.webhooks' });
    const rejections = [
      await send(id, text.slice(0, -1)),
      await send(id, text, { 'Content-Type': 'text/plain' }),
      await send(id, text, { 'Content-Encoding': 'gzip' }),
      await send(id, text.padEnd(bodyLimit + 1)),
      await send(id, JSON.stringify({ ...body, unknown: 1 })),
      await service.call('POST', path, { token: readOnly, body }),
      await service.call('POST', path, { token: `${token}x`, body }),
      await service.call('PUT', path, { token, body }),
    ];
    expect(rejections.map(({ status }) => status)).toEqual([400, 415, 415, 413, 422, 403, 401, 405]);
    expect(await storedIdsAmong([ref])).toEqual([]);
    const other = id === 'addRightToWork' ? 'addEducation' : 'addRightToWork';
    expect((await send(other, JSON.stringify(bodyOf(other, ref)))).status).toBe(201);
  });
});

// The short run uses a twentieth of the maximum body size, which is enough to detect quadratic time.
const fits = sized(100_000, 2_000_000);
const texts: Record<string, string> = {
  blanks: `${' '.repeat(fits)}x`,
  degrees: 'Masters '.repeat(fits / 8),
  articles: 'the '.repeat(fits / 4),
  dates: '2023-02-29'.repeat(fits / 10),
  digits: '2'.repeat(fits),
  // Unicode normalization sorts these marks, and a simple sort takes quadratic time.
  'combining marks out of order': `a${'\u0315\u0300'.repeat(fits / 4)}`,
  ligatures: '\ufdfa'.repeat(fits / 3),
  'a host of one letter outside ASCII': `http://${'é'.repeat(fits / 2)}/`,
  // Punycode encoding takes quadratic time here, because the encoder reads the host once per distinct character.
  'a host of many letters': `http://${Array.from({ length: fits / 3 }, (_, i) => String.fromCharCode(0x4e00 + (i % 20_000))).join('')}/`,
  'a host in Punycode': `http://xn--${'a9b'.repeat(fits / 3)}/`,
  'a host of labels': `http://${'a.'.repeat(fits / 2)}`,
  'users before a host': `http://${'a@'.repeat(fits / 2)}`,
  'an IPv6 address': `http://[${'1:'.repeat(fits / 2)}`,
  'path segments': `http://a.test/${'a/'.repeat(fits / 2)}|`,
  'a scheme': `${'a'.repeat(fits)}:`,
};
const positions: [Add, (body: ReturnType<typeof example>, text: string) => void][] = [
  ['addEducation', (body, text) => Object.assign(body.data.credential, { course_name: text, majors: ['Law'] })],
  ['addEducation', (body, text) => Object.assign(body.data.credential, { majors: [text, text.slice(0, 9)] })],
  ['addEducation', (body, text) => Object.assign(body.data, { document: text })],
  ['addEducation', (body, text) => Object.assign(body.data.credential.transcript.overall, { issuance_date: text })],
  ['addMicrocredential', (body, text) => Object.assign(body.data.credential, { microcredential_name: text })],
  ['addMicrocredential', (body, text) => Object.assign(body, { id: text })],
  ['addRightToWork', (body, text) => Object.assign(body.data.credential, { country: text })],
];

/** CPU time in milliseconds: far more than linear validation needs, and far less than quadratic validation needs. */
const LIMIT_MS = sized(600, 1500);

async function timed(id: OperationId, body: string): Promise<{ response: Answer; ms: number }> {
  const spent = cpuTime();
  const response = await send(id, body);
  return { response, ms: spent() };
}

test.each(Object.keys(texts))('the server validates a string with %s in linear time', async (name) => {
  for (const [id, put] of positions) {
    const body = bodyOf(id);
    if (id === 'addEducation') body.document_type = 'pdf';
    put(body, texts[name] ?? '');
    const { response, ms } = await timed(id, JSON.stringify(body));
    // The status is 413 for bodies that contain the string twice, because these bodies exceed the size limit.
    expect([413, 422]).toContain(response.status);
    expect(ms, `${id} ${put}`).toBeLessThan(LIMIT_MS);
  }
});

const listOf = (json: string, count = Math.floor(fits / (json.length + 1))) => `[${Array(count).fill(json)}]`;

test.each<[string, OperationId, string]>([
  ['majors', 'addEducation', `{"data":{"credential":{"majors":${listOf('0')}}}}`],
  ['subjects', 'addEducation', `{"data":{"credential":{"transcript":{"subjects":${listOf('{}')}}}}}`],
  ['partners', 'addRightToWork', `{"data":{"partner_chain":${listOf('{}')}}}`],
  ['credentials', 'addMicrocredentialBatch', `{"id":"1","credentials":${listOf('{}')}}`],
  [
    'items of many subjects',
    'addCredentialBatch',
    `{"education_items":${listOf(`{"fields":{"transcript":{"subjects":${listOf('{}', 600)}}}}`, 500)}}`,
  ],
  ['assets', 'addCredentialBatch', `{"education_items":[{"assets":${listOf('{}')}}]}`],
  ['unknown properties', 'addRightToWork', `{${Array.from({ length: 90_000 }, (_, i) => `"m${i}":1`)}}`],
  ['duplicate ids', 'addMicrocredentialBatch', `{"credentials":${listOf('{"id":"1"}')}}`],
  ['ids', 'listSubmissionStatusesV2', `{"ids":${listOf('""')}}`],
])('the server validates a body with more violations than the response lists in linear time: %s', async (_, id, text) => {
  const { response, ms } = await timed(id, text);
  expect(response.status).toBe(422);
  expect(response.body.errors).toHaveLength(1000);
  expect(ms).toBeLessThan(LIMIT_MS);
});

test('the server checks a long course name against 130,000 majors in linear time', async () => {
  const body = bodyOf('addEducation');
  Object.assign(body.data.credential, { majors: Array(130_000).fill('q'), course_name: 'a '.repeat(200_000) });
  const { response, ms } = await timed('addEducation', JSON.stringify(body));
  expect(response.status).toBe(422);
  expect(ms).toBeLessThan(LIMIT_MS);
});
