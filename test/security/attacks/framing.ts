import { operations } from '../../../generated/operations.ts';
import type { Attack } from '../attack.ts';
import type { Installation } from '../installation.ts';

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: api.partner.example\r\n\r\n';

const post = (token: string, lines: string, body = '') =>
  `POST ${operations.addRightToWork.path} HTTP/1.1\r\nHost: api.partner.example\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n${lines}\r\n\r\n${body}`;

/** Time to wait for a second response if the server keeps the connection open. */
const PATIENCE_MS = 500;

/** Returns the statuses of all responses. If the server processes the smuggled request, the second status is 404. */
async function statuses({ exchange }: Pick<Installation, 'exchange'>, text: string, count = 2): Promise<string> {
  const responses = await exchange([Buffer.from(text, 'latin1')], { count, patienceMs: PATIENCE_MS });
  return responses.map(({ status }) => status).join(' ');
}

const CHUNKED = 'Transfer-Encoding: chunked';
const EMPTY_CHUNKS = `0\r\n\r\n${SMUGGLED}`;

const ambiguousRequests: Record<string, [lines: string, body: string]> = {
  'Content-Length before Transfer-Encoding': ['Content-Length: 5\r\nTransfer-Encoding: chunked', EMPTY_CHUNKS],
  'Transfer-Encoding before Content-Length': ['Transfer-Encoding: chunked\r\nContent-Length: 5', EMPTY_CHUNKS],
  'Content-Length and an unknown transfer coding': ['Content-Length: 2\r\nTransfer-Encoding: x', `{}${SMUGGLED}`],
  'two different Content-Lengths': ['Content-Length: 2\r\nContent-Length: 60', `{}${SMUGGLED}`],
  'the same Content-Length twice': ['Content-Length: 2\r\nContent-Length: 2', `{}${SMUGGLED}`],
  'a list of Content-Lengths': ['Content-Length: 2, 60', `{}${SMUGGLED}`],
  ...Object.fromEntries(
    ['+2', '-2', '0x2', '2 0', '2e0', '2.0', '٢', '99999999999999999999999', ''].map((length) => [
      `the Content-Length ${JSON.stringify(length)}`,
      [`Content-Length: ${length}`, `{}${SMUGGLED}`],
    ]),
  ),
  ...Object.fromEntries(
    ['xchunked', 'chunked, identity', 'chunked, chunked', '\vchunked', 'chunked;a', '"chunked"', 'identity', ''].map(
      (coding) => [`the Transfer-Encoding ${JSON.stringify(coding)}`, [`Transfer-Encoding: ${coding}`, EMPTY_CHUNKS]],
    ),
  ),
  'two Transfer-Encodings': [`${CHUNKED}\r\nTransfer-Encoding: identity`, EMPTY_CHUNKS],
  'a blank before the colon of Transfer-Encoding': ['Transfer-Encoding : chunked', EMPTY_CHUNKS],
  'a blank before Transfer-Encoding': [`X: y\r\n ${CHUNKED}`, EMPTY_CHUNKS],
  'a tab before Transfer-Encoding': [`X: y\r\n\t${CHUNKED}`, EMPTY_CHUNKS],
  'a NUL in the name of Transfer-Encoding': ['Transfer-Encoding\0: chunked', EMPTY_CHUNKS],
  'a line end in the name of Transfer-Encoding': ['Transfer-\r\nEncoding: chunked', EMPTY_CHUNKS],
  'a header that ends with a bare line feed': ['Content-Length: 2\r\nX: y\nZ: z', `{}${SMUGGLED}`],
  'a header that ends with a bare carriage return': ['Content-Length: 2\r\nX: y\rZ: z', `{}${SMUGGLED}`],
  'a line without a colon': ['Content-Length: 2\r\nX', `{}${SMUGGLED}`],
  'a chunk size above 64 bits': [CHUNKED, `fffffffffffffffff2\r\n{}\r\n${EMPTY_CHUNKS}`],
  'a negative chunk size': [CHUNKED, `-2\r\n{}\r\n${EMPTY_CHUNKS}`],
  'a chunk size with a prefix': [CHUNKED, `0x2\r\n{}\r\n${EMPTY_CHUNKS}`],
  'a chunk size that ends with a bare line feed': [CHUNKED, `2\n{}\r\n${EMPTY_CHUNKS}`],
  'a chunk extension with a bare line feed': [CHUNKED, `2;a\nb\r\n{}\r\n${EMPTY_CHUNKS}`],
  'a chunk without its line end': [CHUNKED, `2\r\n{}${EMPTY_CHUNKS}`],
  'a chunk that ends with a bare line feed': [CHUNKED, `2\r\n{}\n${EMPTY_CHUNKS}`],
  'a last chunk of several zeros and a line feed': [CHUNKED, `2\r\n{}\r\n000\n\n${SMUGGLED}`],
  'a forbidden field in the trailers': [CHUNKED, `2\r\n{}\r\n0\r\nContent-Length: 60\r\n\r\n`],
};

const HOST = 'Host: api.partner.example\r\n';

const unusualRequests: Record<string, [expected: string, request: (token: string) => string]> = {
  'a second request on the connection without a token': [
    '200 401',
    (token) =>
      `GET ${operations.listWebhooks.path} HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n\r\n` +
      `GET ${operations.listWebhooks.path} HTTP/1.1\r\n${HOST}\r\n`,
  ],
  'an upgrade to HTTP/2 in clear text': [
    '200',
    () =>
      `GET /livez HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  ],
  'a request of HTTP/0.9': ['400', () => 'GET /livez\r\n\r\n'],
  'a request of HTTP/2': ['400', () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  'a method with a line end': ['400', () => `GET\r\n/livez HTTP/1.1\r\n${HOST}\r\n`],
  'two Host headers': ['400', () => `GET /livez HTTP/1.1\r\n${HOST}Host: evil.test\r\n\r\n`],
  'a Host with user information': ['400', () => 'GET /livez HTTP/1.1\r\nHost: api.partner.example@evil.test\r\n\r\n'],
  'CONNECT to another host': ['400', () => `CONNECT 169.254.169.254:80 HTTP/1.1\r\n${HOST}\r\n`],
  'an absolute target on another host': ['404', () => `GET http://169.254.169.254/latest HTTP/1.1\r\n${HOST}\r\n`],
};

export const framingAttacks: readonly Attack[] = [
  ...Object.entries(ambiguousRequests).map(([attack, [lines, body]]) => ({
    attack: `a request with ${attack}`,
    expected: '400',
    run: (installation: Installation) => statuses(installation, post(installation.tokens.acme, lines, body)),
  })),
  ...Object.entries(unusualRequests).map(([attack, [expected, requestWith]]) => ({
    attack,
    expected,
    run: (installation: Installation) =>
      statuses(installation, requestWith(installation.tokens.acme), expected.split(' ').length),
  })),
];
