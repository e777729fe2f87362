import { createServer } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { operations, problems } from '../../generated/operations.ts';
import { contract } from '../support/contract.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { listen } from '../support/listen.ts';
import { type ExchangeOptions, exchangeAt } from '../support/raw-exchange.ts';
import { sharedService } from '../support/shared-service.ts';

// HTTP libraries do not send these requests, so the tests write the bytes to a socket.

const service = sharedService();
let token: string;

beforeAll(async () => {
  token = await service.token();
});

const exchange = (parts: readonly (string | Buffer)[], options: ExchangeOptions & { port?: number } = {}) =>
  exchangeAt(options.port ?? Number(new URL(service.url).port), parts, options);

/** Sends a request and returns the response. Checks that the body is a problem document with the response status. */
async function refusalOf(parts: readonly (string | Buffer)[], options?: { end?: boolean }) {
  const [response] = await exchange(parts, options);
  if (response === undefined) throw new Error('The server sent no response');
  const problem = JSON.parse(response.body);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^(http:\/\/api\.test\/problems\/\w+|about:blank)$/),
    title: expect.any(String),
    status: response.status,
    detail: expect.any(String),
    request_id: response.headers.get('x-request-id'),
  });
  return { ...response, problem };
}

const host = 'Host: api.test\r\n';
const add = operations.addEducation.path;
const post = (more: string) => `POST ${add} HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n${more}`;
const json = 'Content-Type: application/json\r\n';
const sized = 'Content-Length: 2\r\n\r\n{}';
const chunked = `${json}Transfer-Encoding: chunked\r\n\r\n`;
const oneChunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
const long = 'a'.repeat(20_000);

type Row = [name: string, status: number, request: () => string | Buffer, options?: { end?: boolean }];

test.each<Row>([
  ['bytes that are not HTTP', 400, () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
  ['an unknown method', 400, () => `BREW ${add} HTTP/1.1\r\n${host}\r\n`],
  ['an empty Host', 400, () => 'GET /livez HTTP/1.1\r\nHost:\r\n\r\n'],
  ['a port in Host that is out of range', 400, () => 'GET /livez HTTP/1.1\r\nHost: a:99999\r\n\r\n'],
  ['a header over the limit', 431, () => post(`X: ${long}\r\n\r\n`)],
  ['a target over the limit', 431, () => `GET /${long} HTTP/1.1\r\n${host}\r\n`],
  ['a byte above ASCII in the target', 400, () => Buffer.from(`GET /\xe9 HTTP/1.1\r\n${host}\r\n`, 'latin1')],
  ['a backslash in the target', 400, () => `GET /a\\b HTTP/1.1\r\n${host}\r\n`],
  ['an asterisk as the target', 400, () => `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
  ['an absolute target that is not a URL', 400, () => `GET http://[/livez HTTP/1.1\r\n${host}\r\n`],
  ['an absolute target with another scheme', 400, () => `GET ftp://a/livez HTTP/1.1\r\n${host}\r\n`],
  ['the transfer coding gzip', 400, () => post(`${json}Transfer-Encoding: gzip\r\n\r\n{}`)],
  ['two transfer codings', 501, () => post(`${json}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`)],
  ['two transfer codings in two headers', 501, () => post(`Transfer-Encoding: gzip\r\n${chunked}0\r\n\r\n`)],
  ['a transfer coding on a page', 501, () => `GET / HTTP/1.1\r\n${host}Transfer-Encoding: deflate, chunked\r\n\r\n`],
  ['a chunked body without a Content-Type', 415, () => post('Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n')],
  ['a Content-Length far above the limit', 413, () => post(`${json}Content-Length: 99999999999999\r\n\r\n{}`)],
  ['no Content-Type', 415, () => post(sized)],
  ['two Content-Types', 415, () => post(`${json}${json}${sized}`)],
  ['a Content-Type above ASCII', 415, () => Buffer.from(post(`Content-Type: \xff\r\n${sized}`), 'latin1')],
  ['an unknown expectation', 422, () => post(`${json}Expect: 200-ok\r\n${sized}`)],
  ['an upgrade', 422, () => post(`${json}Connection: Upgrade\r\nUpgrade: websocket\r\n${sized}`)],
  ['a header called __proto__', 422, () => post(`${json}__proto__: x\r\n${sized}`)],
  ['a chunked body with trailers', 422, () => post(`${chunked}2\r\n{}\r\n0\r\nX: y\r\n\r\n`)],
  ['an invalid second chunk', 400, () => post(`${chunked}2\r\n{}\r\nZZ\r\n`)],
  ['a long chunk extension', 413, () => post(`${chunked}2;${long}\r\n{}\r\n0\r\n\r\n`)],
  ['a chunked body over the limit', 413, () => post(chunked) + oneChunk.repeat(160)],
  ['a body shorter than its length', 400, () => post(`${json}Content-Length: 10\r\n\r\n{}`), { end: true }],
  ['a body that ends between chunks', 400, () => post(`${chunked}2\r\n{}\r\n`), { end: true }],
  [
    'a large body after 100-continue',
    413,
    () => post(`${json}Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n`),
  ],
])('the server rejects a request that has %s, with status %d', async (_, status, request, options) => {
  expect((await refusalOf([request()], options)).problem.status).toBe(status);
});

test('the token endpoint rejects a chunked form over the size limit with an OAuth error', async () => {
  const head = `POST ${operations.createTokenV2.path} HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\n`;
  const [response] = await exchange([`${head}Transfer-Encoding: chunked\r\n\r\n${oneChunk}`]);
  expect(response?.status).toBe(413);
  expect(JSON.parse(response?.body ?? '')).toMatchObject({ error: 'invalid_request' });
});

test('a request with 200,000 chunks of one byte does not block other requests', async () => {
  const tiny = '1\r\n \r\n'.repeat(10_000);
  const flood = (parts: number) => [post(chunked), ...Array(parts).fill(tiny), '0\r\n\r\n'];
  // Measures how much CPU time a minimal Node server needs to read and discard a tenth of the chunks.
  const baseline = createServer((request, response) => request.resume().on('end', () => response.end()));
  const { port } = await listen(baseline);
  const spentByBaseline = cpuTime();
  await exchange(flood(2), { port });
  const tenth = spentByBaseline();

  const response = exchange(flood(20));
  const waits: number[] = [];
  for (let i = 0; i < 10; i++) {
    const spent = cpuTime();
    expect((await service.call('GET', '/livez')).status).toBe(200);
    waits.push(spent());
  }
  expect(Math.max(...waits)).toBeLessThan(10 * tenth);
  expect((await response)[0]?.status).toBe(400);
});

test('the server reads the next request on the connection after it rejects a request', async () => {
  const requests = [
    post(`${json}Content-Length: 2\r\n\r\n[]`),
    post(`${json}Content-Length: 3\r\n\r\n{"}`),
    `GET /livez HTTP/1.1\r\n${host}\r\n`,
  ];
  expect((await exchange(requests, { count: 3 })).map(({ status }) => status)).toEqual([422, 400, 200]);
});

test.each([
  ['PATCH', add, 'POST'],
  ['TRACE', add, 'POST'],
  ...['/livez', '/readyz', '/openapi.json', '/reference', '/problems/not_found'].map((path) => [
    'POST',
    path,
    'GET, HEAD',
  ]),
])('the server rejects %s %s with 405 and an Allow header', async (method, path, allowed) => {
  const { headers, problem } = await refusalOf([`${method} ${path} HTTP/1.1\r\n${host}\r\n`]);
  expect(problem).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(headers.get('allow')).toBe(allowed);
});

test.each([
  ...['//', '/%00', '/%ZZ', '/%ED%A0%80', '//livez', '/livez/', '/livez;x', '/livez%2F', '/LIVEZ', '/__proto__'],
  ...['/api/partner/v1//add/education.json', '/api/partner/v1/add/education%2Ejson%00'],
  ...[`/${'a/'.repeat(7000)}`, '/problems/nothing', '/problems/not_found%00'],
])('the server returns 404 for the target %.60s', async (target) => {
  const { problem } = await refusalOf([`GET ${target} HTTP/1.1\r\n${host}\r\n`]);
  expect(problem).toMatchObject({ status: 404, code: 'not_found' });
});

test.each([
  ...['http://other.test/livez', '/a/../livez', '/%2e/livez', '/livez?%ZZ', '/livez#x'],
])('the server treats the target %s as /livez', async (target) => {
  const [response] = await exchange([`GET ${target} HTTP/1.1\r\n${host}\r\n`]);
  expect(response).toMatchObject({ status: 200, body: 'ok\n' });
});

test('the server redirects the URL of a problem type to the page of the problem in the reference', async () => {
  const section = contract.tags.find(({ name }: { name: string }) => name === 'Errors').description;
  for (const [code, { status }] of Object.entries(problems)) {
    const { status: redirected, headers } = await service.call('GET', `/problems/${code}`);
    const location = new URL(headers.get('location') ?? '', `${service.url}/problems/${code}`);
    expect([redirected, location.href]).toEqual([302, `${service.url}/reference/problems/${code}.html`]);
    expect(section).toContain(`\n## ${code}\nStatus ${status}. `);
  }
});

test.each<[string, () => string, string]>([
  ['an empty value', () => 'Authorization:\r\n', ''],
  ['a tab after Bearer', () => `Authorization: Bearer\t${token}\r\n`, ''],
  ['a duplicate', () => `Authorization: Bearer ${token}\r\n`.repeat(2), ', error="invalid_token"'],
  ['bytes above ASCII', () => 'Authorization: Bearer \xff\xfe\r\n', ', error="invalid_token"'],
])('the server rejects an Authorization header with %s', async (_, header, error) => {
  const request = `POST ${add} HTTP/1.1\r\n${host}${json}${header()}${sized}`;
  const { headers, problem } = await refusalOf([Buffer.from(request, 'latin1')]);
  expect(problem).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(headers.get('www-authenticate')).toBe(`Bearer realm="partner-api"${error}`);
});
