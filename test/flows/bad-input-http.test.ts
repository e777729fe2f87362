import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { startService, type TestService } from '../support/service.ts';

// What no HTTP library sends: the bytes are written to the connection as they stand here.

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.token();
});

afterAll(() => service.stop());

interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Writes the parts and reads answers until the service closes the connection or `count` of them have come. */
function exchange(
  parts: readonly (string | Buffer)[],
  { count = 1, end = false, port = 0 }: { count?: number; end?: boolean; port?: number } = {},
): Promise<RawAnswer[]> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port || Number(new URL(service.url).port), '127.0.0.1');
    const finish = () => {
      socket.destroy();
      resolve(answersIn(text));
    };
    socket.setEncoding('latin1');
    socket.on('data', (data) => {
      text += data;
      if (answersIn(text).length >= count) finish();
    });
    // A service that stops reading resets the connection; what it answered counts.
    socket.on('error', finish);
    socket.on('close', finish);
    for (const part of parts) socket.write(part);
    if (end) socket.end();
  });
}

/** The answers that are complete. */
function answersIn(text: string): RawAnswer[] {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return [];
  const [statusLine = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0);
  if (text.length < bodyEnd) return [];
  const answer = {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: text.slice(headEnd + 4, bodyEnd),
  };
  return [...(answer.status === 100 ? [] : [answer]), ...answersIn(text.slice(bodyEnd))];
}

/** The one answer; fails unless it is a problem document of the status. */
async function refusalOf(parts: readonly (string | Buffer)[], options?: { end?: boolean }) {
  const [answer] = await exchange(parts, options);
  if (answer === undefined) throw new Error('There was no answer');
  const problem = JSON.parse(answer.body);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^(http:\/\/api\.test\/problems\/\w+|about:blank)$/),
    title: expect.any(String),
    status: answer.status,
    detail: expect.any(String),
    request_id: answer.headers.get('x-request-id'),
  });
  return { ...answer, problem };
}

const host = 'Host: api.test\r\n';
const add = operations.addEducation.path;
const post = (more: string) => `POST ${add} HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n${more}`;
const json = 'Content-Type: application/json\r\n';
const chunked = `${json}Transfer-Encoding: chunked\r\n\r\n`;
const long = 'a'.repeat(20_000);

type Row = [name: string, request: () => string | Buffer, status: number, options?: { end?: boolean }];

describe('the head of a request', () => {
  test.each<Row>([
    ['that is noise', () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 400],
    ['without a version', () => 'GET /livez\r\n\r\n', 400],
    ['of an unknown version', () => `GET /livez HTTP/9.9\r\n${host}\r\n`, 400],
    ['of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['without Host', () => 'GET /livez HTTP/1.1\r\n\r\n', 400],
    ['with an empty Host', () => 'GET /livez HTTP/1.1\r\nHost:\r\n\r\n', 400],
    ['with a Host that is none', () => 'GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['with a user in Host', () => 'GET /livez HTTP/1.1\r\nHost: a@b\r\n\r\n', 400],
    ['with a path in Host', () => 'GET /livez HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
    ['with a port that is none', () => 'GET /livez HTTP/1.1\r\nHost: a:99999\r\n\r\n', 400],
    ['with a NUL', () => post('X: a\0b\r\n\r\n'), 400],
    ['with a folded field', () => post('X: a\r\n b\r\n\r\n'), 400],
    ['with a field without a name', () => post(': a\r\n\r\n'), 400],
    ['with bare line feeds', () => 'GET /livez HTTP/1.1\nHost: a\n\n', 400],
    ['with a long field', () => post(`X: ${long}\r\n\r\n`), 431],
    ['with a long target', () => `GET /${long} HTTP/1.1\r\n${host}\r\n`, 431],
    ['with a blank in the target', () => `GET /a b HTTP/1.1\r\n${host}\r\n`, 400],
    ['with a byte above ASCII in the target', () => Buffer.from(`GET /\xe9 HTTP/1.1\r\n${host}\r\n`, 'latin1'), 400],
    ['with a backslash in the target', () => `GET /a\\b HTTP/1.1\r\n${host}\r\n`, 400],
    ['with an asterisk as the target', () => `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 400],
    ['with an absolute target that is no URL', () => `GET http://[/livez HTTP/1.1\r\n${host}\r\n`, 400],
    ['with an absolute target of another scheme', () => `GET ftp://a/livez HTTP/1.1\r\n${host}\r\n`, 400],
    ['with a Content-Length below zero', () => post(`${json}Content-Length: -1\r\n\r\n{}`), 400],
    ['with a Content-Length that is no number', () => post(`${json}Content-Length: abc\r\n\r\n{}`), 400],
    ['with a Content-Length beyond 64 bits', () => post(`${json}Content-Length: ${'9'.repeat(30)}\r\n\r\n{}`), 400],
    ['with two Content-Lengths', () => post(`${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`), 400],
    ['with a list of Content-Lengths', () => post(`${json}Content-Length: 2, 2\r\n\r\n{}`), 400],
    ['with both kinds of length', () => post(`${json}Content-Length: 2\r\n${chunked}2\r\n{}\r\n0\r\n\r\n`), 400],
    ['with a coding that does not end', () => post(`${json}Transfer-Encoding: gzip\r\n\r\n{}`), 400],
    ['with a huge Content-Length', () => post(`${json}Content-Length: 99999999999999\r\n\r\n{}`), 413],
    ['with no Content-Type', () => post('Content-Length: 2\r\n\r\n{}'), 415],
    ['with two Content-Types', () => post(`${json}${json}Content-Length: 2\r\n\r\n{}`), 415],
    [
      'with a Content-Type above ASCII',
      () => Buffer.from(post('Content-Type: \xff\r\nContent-Length: 2\r\n\r\n{}'), 'latin1'),
      415,
    ],
    ['with an expectation that nobody knows', () => post(`${json}Expect: 200-ok\r\nContent-Length: 2\r\n\r\n{}`), 422],
    [
      'with an upgrade',
      () => post(`${json}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}`),
      422,
    ],
    ['with a field named as a prototype', () => post(`${json}__proto__: x\r\nContent-Length: 2\r\n\r\n{}`), 422],
  ])('%s', async (_, request, status) => {
    const { problem } = await refusalOf([request()]);
    expect(problem.status).toBe(status);
  });
});

describe('the method', () => {
  test.each([
    'get',
    'Post',
    'FOO',
    'G!T',
    'CONNECT',
    'OPTIONS',
    'TRACE',
    'PATCH',
    'DELETE',
    'PURGE',
    'M-SEARCH',
    'GET',
  ])('%s is refused with what is allowed', async (method) => {
    const { headers, problem } = await refusalOf([`${method} ${add} HTTP/1.1\r\n${host}\r\n`]);
    expect(problem).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(headers.get('allow')).toContain('POST');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('%s is refused by pages and probes', async (method) => {
    for (const path of ['/livez', '/readyz', '/openapi.json', '/reference', '/problems/not_found']) {
      const { headers, problem } = await refusalOf([`${method} ${path} HTTP/1.1\r\n${host}\r\n`]);
      expect(problem).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(headers.get('allow')).toBe('GET, HEAD');
    }
  });

  test('HEAD is answered as GET is, without the body', async () => {
    const answers = await Promise.all(
      [operations.getJwks.path, '/nothing', add].map((path) => fetch(service.url + path, { method: 'HEAD' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 405]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['', '', '']);
  });
});

describe('the target', () => {
  test.each([
    '//',
    '///',
    '/%00',
    '/%2F',
    '/%ZZ',
    '/%ED%A0%80',
    '//livez',
    '//evil.test/livez',
    '/livez/',
    '/livez;x',
    '/livez%00',
    '/livez%2F',
    '/LIVEZ',
    '/__proto__',
    '/api',
    '/api/partner/v3/oauth/token.json',
    '/api/partner/v1/add/education',
    '/api/partner/v1/add/education.json/',
    '/api/partner/v1/add/EDUCATION.json',
    '/api/partner/v1//add/education.json',
    '/api/partner/v1/add/education%2Ejson%00',
    '/api%2Fpartner/v1/add/education.json',
    '/api/partner/v2/assets/../../../etc/passwd',
    '/reference/..%2f..%2fpackage.json',
    `/${'a'.repeat(15_000)}`,
    `/${'%C3%A9'.repeat(2500)}`,
    `/${'a/'.repeat(7000)}`,
  ])('%.60s is the address of nothing', async (target) => {
    const { problem } = await refusalOf([`GET ${target} HTTP/1.1\r\n${host}\r\n`]);
    expect(problem).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each([
    '%00',
    '%ZZ',
    '%ED%A0%80',
    '%E0%A4%A',
    '%',
    '%2F',
    '%0A',
    '%7F',
    '..%2F',
    '%2E%2E',
    'a'.repeat(256),
  ])('there is no submission with the id %.20s', async (id) => {
    const { problem } = await refusalOf([
      `GET /api/partner/v2/submissions/${id}/status.json HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n\r\n`,
    ]);
    expect(problem).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each([
    'http://other.test/livez',
    '/./livez',
    '/%2e/livez',
    '/a/../livez',
    '/livez?%ZZ',
    '/livez?a\\b',
    '/livez#x',
  ])('%s is another way to write an address that there is', async (target) => {
    const [answer] = await exchange([`GET ${target} HTTP/1.1\r\n${host}\r\n`]);
    expect(answer).toMatchObject({ status: 200, body: 'ok\n' });
  });

  test('HTTP/1.0 needs no Host', async () => {
    const [answer] = await exchange(['GET /livez HTTP/1.0\r\n\r\n']);
    expect(answer).toMatchObject({ status: 200, body: 'ok\n' });
  });
});

describe('the body of a request', () => {
  const oneChunk = `10000\r\n${' '.repeat(65_536)}\r\n`;

  test.each<Row>([
    ['in chunks', () => post(`${chunked}2\r\n{}\r\n0\r\n\r\n`), 422],
    ['with trailers', () => post(`${chunked}2\r\n{}\r\n0\r\nX: y\r\n\r\n`), 422],
    ['with a chunk size that is no number', () => post(`${chunked}ZZ\r\n{}\r\n0\r\n\r\n`), 400],
    ['with a chunk that is longer than it says', () => post(`${chunked}1\r\n{}\r\n0\r\n\r\n`), 400],
    ['with a second chunk that is broken', () => post(`${chunked}2\r\n{}\r\nZZ\r\n`), 400],
    ['with a long chunk extension', () => post(`${chunked}2;${long}\r\n{}\r\n0\r\n\r\n`), 413],
    ['in chunks beyond the limit', () => post(chunked) + oneChunk.repeat(17), 413],
    ['that does not end, in chunks', () => post(chunked) + oneChunk.repeat(160), 413],
    ['shorter than it says', () => post(`${json}Content-Length: 10\r\n\r\n{}`), 400, { end: true }],
    ['cut off between chunks', () => post(`${chunked}2\r\n{}\r\n`), 400, { end: true }],
    ['that is missing', () => post(`${json}\r\n`), 400],
    [
      'after 100-continue, too large',
      () => post(`${json}Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n`),
      413,
    ],
  ])('%s', async (_, request, status, options) => {
    const { problem } = await refusalOf([request()], options);
    expect(problem.status).toBe(status);
  });

  test('of a form, in chunks beyond the limit', async () => {
    const head = `POST ${operations.createTokenV2.path} HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\n`;
    const [answer] = await exchange([`${head}Transfer-Encoding: chunked\r\n\r\n${oneChunk}`]);
    expect(answer?.status).toBe(413);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error: 'invalid_request' });
  });

  test('200,000 chunks of a byte do not keep the service from others', async () => {
    const tiny = '1\r\n \r\n'.repeat(10_000);
    const flood = (parts: number) => [post(chunked), ...Array(parts).fill(tiny), '0\r\n\r\n'];
    // What nobody can do for less: Node reads a tenth of the same, and keeps nothing of it.
    const reader = createServer((request, response) => request.resume().on('end', () => response.end()));
    await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve));
    const spentByReader = cpuTime();
    await exchange(flood(2), { port: (reader.address() as AddressInfo).port });
    const tenth = spentByReader();
    reader.close();

    const answer = exchange(flood(20));
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const spent = cpuTime();
      expect((await service.call('GET', '/livez')).status).toBe(200);
      waits.push(spent());
    }
    // The flood is read in parts, with others in between, and costs no more the longer it has lasted.
    expect(Math.max(...waits)).toBeLessThan(10 * tenth);
    expect((await answer)[0]?.status).toBe(400);
  });

  test('what follows a refused request on the same connection is answered too', async () => {
    const answers = await exchange(
      [
        post(`${json}Content-Length: 2\r\n\r\n[]`),
        post(`${json}Content-Length: 3\r\n\r\n{"}`),
        `GET /livez HTTP/1.1\r\n${host}\r\n`,
      ],
      { count: 3 },
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 400, 200]);
  });
});

describe('the Authorization header', () => {
  test.each<[string, () => string, string | null]>([
    ['missing', () => '', null],
    ['empty', () => 'Authorization:\r\n', null],
    ['Basic', () => 'Authorization: Basic eDp5\r\n', null],
    ['without a token', () => 'Authorization: Bearer\r\n', 'invalid_token'],
    ['of two tokens', () => `Authorization: Bearer ${token} ${token}\r\n`, 'invalid_token'],
    ['with a tab', () => `Authorization: Bearer\t${token}\r\n`, null],
    ['twice', () => `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\n`, 'invalid_token'],
    ['with a comma', () => `Authorization: Bearer ${token},\r\n`, 'invalid_token'],
    ['of 12,000 characters', () => `Authorization: Bearer ${'a'.repeat(12_000)}\r\n`, 'invalid_token'],
    ['above ASCII', () => 'Authorization: Bearer \xff\xfe\r\n', 'invalid_token'],
    ['of dots', () => 'Authorization: Bearer ..\r\n', 'invalid_token'],
    ['without a signature', () => 'Authorization: Bearer eyJhbGciOiJub25lIn0.e30.\r\n', 'invalid_token'],
    [
      'with a key that is a prototype',
      () => 'Authorization: Bearer eyJhbGciOiJFUzI1NiIsImtpZCI6Il9fcHJvdG9fXyJ9.e30.x\r\n',
      'invalid_token',
    ],
    ['with a changed signature', () => `Authorization: Bearer ${token.slice(0, -4)}AAAA\r\n`, 'invalid_token'],
  ])('%s is refused', async (_, header, error) => {
    const request = `POST ${add} HTTP/1.1\r\n${host}${json}${header()}Content-Length: 2\r\n\r\n{}`;
    const { headers, problem } = await refusalOf([Buffer.from(request, 'latin1')]);
    expect(problem).toMatchObject({ status: 401, code: 'unauthenticated' });
    const challenge = headers.get('www-authenticate');
    expect(challenge).toBe(`Bearer realm="partner-api"${error === null ? '' : `, error="${error}"`}`);
  });

  test.each(['bearer', 'BEARER', 'Bearer '])('takes the scheme as "%s"', async (scheme) => {
    const { status } = await service.call('POST', add, {
      headers: { Authorization: `${scheme} ${token}` },
      body: {},
    });
    expect(status).toBe(422);
  });
});
