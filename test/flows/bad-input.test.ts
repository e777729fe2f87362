import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations, problems } from '../../generated/operations.ts';
import { contract, example } from '../support/contract.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';

// What clients send in bodies and forms. What they send below that is in bad-input-http.test.ts. `service.call` fails
// when an answer departs from the contract, so a refusal is known to be a whole problem document.

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.token();
});

afterAll(() => service.stop());

const adds = {
  addEducation: 'EducationWithTranscript',
  addEnglishProficiency: 'EnglishProficiencyWithSubskills',
  addMicrocredential: 'MicrocredentialOpenCertificate',
  addRightToWork: 'RightToWorkSingapore',
  addMicrocredentialBatch: 'MicrocredentialBatchOfThree',
  addCredentialBatch: 'CredentialBatchOfEveryKind',
} as const satisfies Partial<Record<OperationId, string>>;

type Add = keyof typeof adds;
const addIds = Object.keys(adds) as Add[];
const jsonOperations = [...addIds, 'listSubmissionStatusesV1', 'listSubmissionStatusesV2'] as const;

const refName = (id: Add) => (id === 'addCredentialBatch' ? 'credential_id' : 'id');
const bodyOf = (id: Add, ref: string = randomUUID()) => ({ ...example(adds[id]), [refName(id)]: ref });

/** Sends bytes as they are. */
const send = (id: OperationId, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  service.call(operations[id].method, operations[id].path, {
    token,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** The statuses of those of the ids that the service has. */
async function known(ids: readonly string[]): Promise<string[]> {
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

const levels = 100_000;
const deepArray = `${'['.repeat(levels)}${']'.repeat(levels)}`;
const deepObject = (depth = levels) => `${'{"a":'.repeat(depth)}null${'}'.repeat(depth)}`;

const notJson: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['a byte order mark alone', '\ufeff'],
  ['an object that ends too early', '{"id":'],
  ['a word that ends too early', 'nul'],
  ['an unquoted name', '{id:1}'],
  ['single quotes', "{'id':'1'}"],
  ['a trailing comma', '{"id":"1",}'],
  ['a comment', '{"id":"1"/**/}'],
  ['two documents', '{}{}'],
  ['NaN', '{"id":NaN}'],
  ['a number with a leading zero', '{"id":01}'],
  ['a line break in a string', '{"id":"a\nb"}'],
  ['a NUL', '\0'],
  ['a NUL after the document', '{}\0'],
  ['an unknown escape', '{"id":"\\x"}'],
  ['100,000 levels that are not closed', '['.repeat(levels)],
  ['bytes that are not UTF-8', Buffer.from('{"id":"\xff\xfe"}', 'latin1')],
  ['a surrogate in UTF-8', Buffer.from('{"id":"\xed\xa0\x80"}', 'latin1')],
  ['an overlong NUL', Buffer.from('{"id":"\xc0\x80"}', 'latin1')],
  ['UTF-16', Buffer.from('\ufeff{"id":"1"}', 'utf16le')],
  ['a form', 'id=1&data=2'],
  ['XML', '<?xml version="1.0"?><id/>'],
];

const notTheDocument: [string, string][] = [
  ['null', 'null'],
  ['a boolean', 'true'],
  ['a number', '-0'],
  ['a number that no double holds', '1e400'],
  ['a number of 100,000 digits', '9'.repeat(100_000)],
  ['a string', '"{}"'],
  ['an array', '[]'],
  ['an array of null', '[null]'],
  ['an empty object', '{}'],
  ['an empty object after a byte order mark', '\ufeff{}'],
  ['100,000 levels of arrays', deepArray],
  ['100,000 levels of objects', deepObject()],
  ['a prototype', '{"__proto__":{"id":"1","ids":["1"]}}'],
  ['a constructor', '{"constructor":{"prototype":{"id":"1"}},"toString":null}'],
  ['names with a NUL and a lone surrogate', '{"\\u0000":1,"\\ud800":2,"":3}'],
];

describe.each(jsonOperations)('%s', (id) => {
  test.each(notJson)('refuses %s: malformed_json', async (_, text) => {
    const { status, body } = await send(id, text);
    expect(status).toBe(400);
    expect(body.code).toBe('malformed_json');
  });

  test.each(notTheDocument)('refuses %s: validation_failed', async (_, text) => {
    const { status, body } = await send(id, text);
    expect(status).toBe(422);
    expect(body.errors.length).toBeGreaterThan(0);
  });

  test.each([
    ['no Content-Type', ''],
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['multipart', 'multipart/form-data; boundary=x'],
    ['another JSON', 'application/problem+json'],
    ['two types', 'application/json, text/plain'],
    ['a misspelt type', 'application /json'],
  ])('refuses %s: unsupported_media_type', async (_, type) => {
    const body = Buffer.from('{}');
    const { status, body: problem } = await send(id, body, { 'Content-Type': type });
    expect(status).toBe(415);
    expect(problem.code).toBe('unsupported_media_type');
  });

  test.each(['gzip', 'br', 'identity, gzip', ''])('refuses the Content-Encoding "%s"', async (encoding) => {
    expect((await send(id, '{}', { 'Content-Encoding': encoding })).status).toBe(415);
  });

  test.each([
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json ; charset="x;y"',
    'application/json;',
  ])('takes the Content-Type "%s" for JSON', async (type) => {
    expect((await send(id, '{}', { 'Content-Type': type })).status).toBe(422);
  });

  test('refuses a byte more than the limit, and no byte less', async () => {
    const { bodyLimit } = operations[id];
    expect((await send(id, '{}'.padEnd(bodyLimit))).status).toBe(422);
    const { status, body } = await send(id, '{}'.padEnd(bodyLimit + 1));
    expect(status).toBe(413);
    expect(body.code).toBe('payload_too_large');
  });
});

describe('every violation is said at once', () => {
  test('each with the pointer of its member, however it is named', async () => {
    const body = { ...bodyOf('addRightToWork'), '': 1, 'a/b~c': 2, ' ': 3, '\u0000': 4 };
    body.data.credential = { full_name: ' ', country: 'XX', more: true };
    delete body.document_type;
    const text = JSON.stringify(body).replace('{', '{"__proto__":{"x":1},"\\ud800":null,');
    const { status, body: problem } = await send('addRightToWork', text);
    expect(status).toBe(422);
    expect(problem.errors.map(({ code, pointer }: Record<string, string>) => `${code} ${pointer}`).sort()).toEqual(
      [
        'not_allowed /data/credential/country',
        'required /document_type',
        'unexpected_member /',
        'unexpected_member / ',
        'unexpected_member /\u0000',
        'unexpected_member /__proto__',
        'unexpected_member /a~1b~0c',
        'unexpected_member /data/credential/more',
        'unexpected_member /\ud800',
        'wrong_format /data/credential/full_name',
      ].sort(),
    );
  });

  test('also in a text of the greatest length that a rule looks into', async () => {
    const { maxLength } = contract.components.schemas.Text;
    const { maxItems } = contract.components.schemas.EducationCredential.properties.majors;
    // Each character takes two UTF-16 units.
    const major = '𝐀'.repeat(maxLength - 2);
    const body = bodyOf('addEducation');
    const credential = body.data.credential;
    credential.course_name = `${major} 𝐁`;
    credential.majors = [...Array(maxItems - 1).fill('Law'), major];
    const { status, body: problem } = await service.call('POST', operations.addEducation.path, {
      token,
      body,
    });
    expect(status).toBe(422);
    expect(problem.errors).toMatchObject([{ code: 'not_allowed', pointer: '/data/credential/course_name' }]);
  });

  test('up to 1,000', async () => {
    const members = Array.from({ length: 90_000 }, (_, i) => `"m${i}":0`);
    const { status, body } = await send('addEducation', `{${members.join()}}`);
    expect(status).toBe(422);
    expect(body.errors).toHaveLength(1000);
  });
});

/** Where a value can stand in a body: every member and the first item of every list. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => placesIn(member, [...path, name]))];
}

/** The text of the body with other JSON at a place. */
function withAt(body: object, path: readonly string[], json: string): string {
  const copy = structuredClone(body) as Record<string, unknown>;
  const parent = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
  parent[path.at(-1) ?? ''] = '@@';
  return JSON.stringify(copy).replace('"@@"', () => json);
}

describe.each(addIds)('%s', (id) => {
  const hostile = [
    'null',
    'true',
    '-0',
    '1e400',
    '""',
    '"\\u0000"',
    '"\\udfff\\ud800"',
    '[]',
    '{}',
    '[null]',
    '{"__proto__":{"polluted":true}}',
    // Deeper at the top alone, above: here it is the places that count.
    deepObject(2000),
    '["[[[["]',
  ];

  test('answers 422 or 201 to anything at any place, and keeps nothing that it refused', async () => {
    const body = example(adds[id]);
    const places = placesIn(body).filter(([top]) => top !== undefined && top !== refName(id));
    const requests = places.flatMap((place) => hostile.map((json) => ({ place, json, ref: randomUUID() })));
    const answers: Answer[] = [];
    for (let i = 0; i < requests.length; i += 20) {
      const some = requests
        .slice(i, i + 20)
        .map(({ place, json, ref }) => send(id, withAt({ ...body, [refName(id)]: ref }, place, json)));
      answers.push(...(await Promise.all(some)));
    }
    const strange = answers.filter(({ status }) => status !== 422 && status !== 201);
    expect(strange.map(({ body: problem }) => problem)).toEqual([]);
    const refused = requests.filter((_, i) => answers[i]?.status === 422).map(({ ref }) => ref);
    expect(refused.length).toBeGreaterThan(requests.length / 2);
    expect(await known(refused)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('keeps nothing when it refuses: the id is free for another kind', async () => {
    const ref = randomUUID();
    const { path } = operations[id];
    const body = bodyOf(id, ref);
    const text = JSON.stringify(body);
    const readOnly = await service.token({ scope: 'read.webhooks' });
    const refusals = [
      await send(id, text.slice(0, -1)),
      await send(id, text, { 'Content-Type': 'text/plain' }),
      await send(id, text, { 'Content-Encoding': 'gzip' }),
      await send(id, text.padEnd(operations[id].bodyLimit + 1)),
      await send(id, JSON.stringify({ ...body, unknown: 1 })),
      await service.call('POST', path, { token: readOnly, body }),
      await service.call('POST', path, { token: `${token}x`, body }),
      await service.call('POST', path, { body }),
      await service.call('PUT', path, { token, body }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 415, 415, 413, 422, 403, 401, 401, 405]);
    expect(await known([ref])).toEqual([]);
    const other = id === 'addRightToWork' ? 'addEducation' : 'addRightToWork';
    expect((await send(other, JSON.stringify(bodyOf(other, ref)))).status).toBe(201);
  });
});

test('an open certificate may be nested as deep as it likes: nothing but its top is looked at', async () => {
  const body = bodyOf('addMicrocredential');
  body.data.document = deepObject(80_000);
  expect((await send('addMicrocredential', JSON.stringify(body))).status).toBe(201);
  body.data.document = deepArray;
  const { body: problem } = await send('addMicrocredential', JSON.stringify(body));
  expect(problem.errors).toMatchObject([{ code: 'wrong_format', pointer: '/data/document' }]);
});

describe('no body of up to 1 MiB keeps the service busy', () => {
  // What takes quadratic time shows in a quarter of it too.
  const fits = sized(250_000, 1_000_000);
  const texts: Record<string, string> = {
    'one letter': 'a'.repeat(fits),
    blanks: ' '.repeat(fits),
    'blanks before a letter': `${' '.repeat(fits)}x`,
    'a degree and blanks': `Masters${' '.repeat(fits)}`,
    degrees: 'Masters '.repeat(fits / 8),
    'honours words': ' hon'.repeat(fits / 4),
    articles: 'the '.repeat(fits / 4),
    'generic words': 'training '.repeat(fits / 9),
    dates: '2023-02-29'.repeat(fits / 10),
    digits: '2'.repeat(fits),
    // In UTF-8 two or three bytes each. Putting the marks into their canonical order compares each with all before it.
    'marks out of order': `a${'\u0315\u0300'.repeat(fits / 4)}`,
    ligatures: '\ufdfa'.repeat(fits / 3),
    'a host of one letter': `http://${'a'.repeat(fits)}`,
    'a host of one letter that is not ASCII': `http://${'é'.repeat(fits / 2)}/`,
    // Punycode goes through the whole text once for each character of its own.
    'a host of many letters': `http://${Array.from({ length: fits / 3 }, (_, i) => String.fromCharCode(0x4e00 + (i % 20_000))).join('')}/`,
    'a host of marks out of order': `http://a${'\u0315\u0300'.repeat(fits / 4)}/`,
    'a host in Punycode': `http://xn--${'a9b'.repeat(fits / 3)}/`,
    'a host of labels': `http://${'a.'.repeat(fits / 2)}`,
    'a host of escapes': `http://${'%41'.repeat(fits / 3)}`,
    'users before a host': `http://${'a@'.repeat(fits / 2)}`,
    'an IPv6 address': `http://[${'1:'.repeat(fits / 2)}`,
    'a path of segments': `http://a.test/${'a/'.repeat(fits / 2)}|`,
    'a query of question marks': `http://a.test?${'?'.repeat(fits)}^`,
    'a scheme': `${'a'.repeat(fits)}:`,
  };
  const places: [Add, (body: ReturnType<typeof example>, text: string) => void][] = [
    ['addEducation', (body, text) => Object.assign(body.data.credential, { course_name: text, majors: ['Law'] })],
    ['addEducation', (body, text) => Object.assign(body.data.credential, { majors: [text, text.slice(0, 9)] })],
    ['addEducation', (body, text) => Object.assign(body.data, { document: text })],
    ['addEducation', (body, text) => Object.assign(body.data.credential.transcript.overall, { issuance_date: text })],
    ['addMicrocredential', (body, text) => Object.assign(body.data.credential, { microcredential_name: text })],
    ['addMicrocredential', (body, text) => Object.assign(body.data.credential, { issuer_name: text })],
    ['addMicrocredential', (body, text) => Object.assign(body.data.credential, { issue_date: text })],
    ['addMicrocredential', (body, text) => Object.assign(body, { id: text })],
    ['addRightToWork', (body, text) => Object.assign(body.data.credential, { country: text })],
  ];

  /** Of the processor: far above what a sound answer takes, and far below what a quadratic one does. */
  const SOON_MS = 1500;

  async function timed(id: OperationId, body: string): Promise<{ answer: Answer; ms: number }> {
    const spent = cpuTime();
    const answer = await send(id, body);
    return { answer, ms: spent() };
  }

  test.each(Object.keys(texts))('%s', async (name) => {
    for (const [id, put] of places) {
      const body = bodyOf(id);
      if ('document_type' in body && id === 'addEducation') body.document_type = 'pdf';
      put(body, texts[name] ?? '');
      const text = JSON.stringify(body);
      // One that writes the text twice goes over the limit with most of them.
      const { answer, ms } = await timed(id, text);
      expect([413, 422]).toContain(answer.status);
      expect(ms, `${id} ${put}`).toBeLessThan(SOON_MS);
    }
  });

  const many = (json: string) => `[${Array(Math.floor(fits / (json.length + 1))).fill(json)}]`;
  const some = (count: number, json: string) => `[${Array(count).fill(json)}]`;

  test.each<[string, OperationId, string]>([
    ['majors', 'addEducation', `{"data":{"credential":{"majors":${many('0')}}}}`],
    ['subjects', 'addEducation', `{"data":{"credential":{"transcript":{"subjects":${many('{}')}}}}}`],
    [
      'dates in subjects',
      'addEducation',
      `{"data":{"credential":{"transcript":{"subjects":${many('{"completion_date":""}')}}}}}`,
    ],
    ['partners', 'addRightToWork', `{"data":{"partner_chain":${many('{}')}}}`],
    ['credentials', 'addMicrocredentialBatch', `{"id":"1","credentials":${many('{}')}}`],
    ['documents', 'addMicrocredentialBatch', `{"credentials":${many('{"document_type":"pdf"}')}}`],
    ['items', 'addCredentialBatch', `{"education_items":${many('{}')}}`],
    [
      'items of many subjects',
      'addCredentialBatch',
      `{"education_items":${some(500, `{"fields":{"transcript":{"subjects":${some(600, '{}')}}}}`)}}`,
    ],
    ['assets', 'addCredentialBatch', `{"education_items":[{"assets":${many('{}')}}]}`],
    ['ids that stand twice', 'addMicrocredentialBatch', `{"credentials":${many('{"id":"1"}')}}`],
    ['ids', 'listSubmissionStatusesV2', `{"ids":${many('0')}}`],
    ['empty ids', 'listSubmissionStatusesV2', `{"ids":${many('""')}}`],
  ])('faults in %s without number', async (_, id, text) => {
    const { answer, ms } = await timed(id, text);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveLength(1000);
    expect(ms).toBeLessThan(SOON_MS);
  });

  test('majors by the thousand and a long course name', async () => {
    const body = bodyOf('addEducation');
    Object.assign(body.data.credential, {
      majors: Array(130_000).fill('q'),
      course_name: 'a '.repeat(200_000),
    });
    const { answer, ms } = await timed('addEducation', JSON.stringify(body));
    expect(answer.status).toBe(422);
    expect(ms).toBeLessThan(SOON_MS);
  });
});

describe('the token endpoint', () => {
  const good = 'grant_type=client_credentials&client_id=sandbox-partner&client_secret=sandbox-secret';
  const form = 'application/x-www-form-urlencoded';

  test.each<[string, string | Uint8Array, Record<string, string>, number, string]>([
    ['nothing', '', {}, 400, 'invalid_request'],
    ['a field twice', `${good}&scope=a&scope=b`, {}, 400, 'invalid_request'],
    ['an unknown field twice', `${good}&x=a&x=b`, {}, 400, 'invalid_request'],
    ['the same field in another spelling', `${good}&client%5Fid=sandbox-partner`, {}, 400, 'invalid_request'],
    ['a byte order mark', `\ufeff${good}`, {}, 400, 'invalid_request'],
    ['bytes that are not UTF-8', Buffer.from(`${good}&scope=\xff`, 'latin1'), {}, 400, 'invalid_request'],
    ['an escape of bytes that are not UTF-8', `${good}&scope=%ED%A0%80`, {}, 400, 'invalid_request'],
    ['a broken escape', `${good}&scope=%ZZ`, {}, 400, 'invalid_request'],
    ['another grant', good.replace('client_credentials', 'password'), {}, 400, 'unsupported_grant_type'],
    ['a scope that was not granted', `${good}&scope=admin`, {}, 400, 'invalid_scope'],
    ['the scopes of a prototype', `${good}&scope=__proto__`, {}, 400, 'invalid_scope'],
    ['a NUL in a scope', `${good}&scope=%00`, {}, 400, 'invalid_scope'],
    ['a NUL in the client', good.replace('sandbox-partner', '%00'), {}, 401, 'invalid_client'],
    ['a client of 8,000 characters', good.replace('sandbox-partner', 'a'.repeat(8000)), {}, 401, 'invalid_client'],
    ['a prototype as the client', good.replace('sandbox-partner', '__proto__'), {}, 401, 'invalid_client'],
    ['no secret', good.replace('sandbox-secret', ''), {}, 401, 'invalid_client'],
    ['JSON', '{"grant_type":"client_credentials"}', { 'Content-Type': 'application/json' }, 415, 'invalid_request'],
    ['no Content-Type', good, { 'Content-Type': '' }, 415, 'invalid_request'],
    ['multipart', good, { 'Content-Type': 'multipart/form-data; boundary=x' }, 415, 'invalid_request'],
    ['a compressed form', good, { 'Content-Encoding': 'gzip' }, 415, 'invalid_request'],
    ['a form over the limit', good.padEnd(8193, '&'), {}, 413, 'invalid_request'],
    ['credentials in two ways', good, { Authorization: 'Basic eDp5' }, 400, 'invalid_request'],
    ['an empty Authorization', 'grant_type=client_credentials', { Authorization: '' }, 401, 'invalid_client'],
    ['a token', 'grant_type=client_credentials', { Authorization: 'Bearer x' }, 401, 'invalid_client'],
    ['Basic that is not base64', 'grant_type=client_credentials', { Authorization: 'Basic !' }, 401, 'invalid_client'],
    ['Basic without a colon', 'grant_type=client_credentials', { Authorization: 'Basic eA==' }, 401, 'invalid_client'],
  ])('refuses %s', async (_, text, headers, status, error) => {
    for (const id of ['createTokenV1', 'createTokenV2'] as const) {
      const body = Buffer.from(text);
      const answer = await service.call('POST', operations[id].path, {
        body,
        headers: { 'Content-Type': form, ...headers },
      });
      expect(answer.status).toBe(status);
      expect(answer.body.error).toBe(error);
    }
  });

  test('takes a form of exactly 8 KiB', async () => {
    const { path } = operations.createTokenV2;
    const body = good.padEnd(8192, '&');
    const answer = await service.call('POST', path, { body, headers: { 'Content-Type': form } });
    expect(answer.status).toBe(200);
  });
});

describe('the address of a problem type', () => {
  const codes = Object.keys(problems);

  test.each(codes)('of %s leads to its section of the reference', async (code) => {
    const { status, headers } = await service.call('GET', `/problems/${code}`);
    expect(status).toBe(302);
    const location = new URL(headers.get('location') ?? '', `${service.url}/problems/${code}`);
    expect(location.href).toBe(`${service.url}/reference#/errors/${code}`);
    const section = contract.tags.find(({ name }: { name: string }) => name === 'Errors').description;
    expect(section).toContain(`\n## ${code}\nStatus ${problems[code as keyof typeof problems].status}. `);
  });

  test('leads to a page that a browser shows', async () => {
    const answer = await fetch(`${service.url}/problems/not_found`, { headers: { Accept: 'text/html' } });
    expect(answer.url).toContain('/reference');
    // The page is built with the release; a checkout that has not built it says how.
    const text = await answer.text();
    if (answer.status === 503) expect(text).toContain('npm run reference');
    else expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test.each([
    'nothing',
    '__proto__',
    'constructor',
    'NOT_FOUND',
    'not_found%00',
    '%ZZ',
    'not_found/x',
  ])('of %s, which is none, is not found', async (code) => {
    const { status, body, headers } = await service.call('GET', `/problems/${code}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found', request_id: headers.get('x-request-id') });
  });
});
