import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { operations, service } from '../../../generated/operations.ts';
import { seconds } from '../../../server/domain/clock.ts';
import { createGuardedAgent, type GuardedAgentOptions } from '../../../server/platform/outbound/guarded-agent.ts';
import type { Resolve } from '../../../server/platform/outbound/resolve-name.ts';
import { createFetchDocument, type Fetched } from '../../../server/work/documents/fetch-document.ts';
import { createLogos } from '../../../server/work/documents/logos.ts';
import { example } from '../../support/contract.ts';
import { listen } from '../../support/listen.ts';
import { testClock } from '../../support/service.ts';

const LIMIT = operations.uploadAsset.bodyLimit;
const SHORT_MS = 300;

const PDF = Buffer.from(example('PdfFile'));
const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]),
  Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0, 0, 0, 0]),
]);
const JPG = Buffer.from('ffd8ffc0000b080001000101011100', 'hex');
const TOO_MANY_PIXELS = Buffer.from('ffd8ffc0000b08ffffffff01011100', 'hex');
const ofSize = (size: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 15, 32), Buffer.from('\n%%EOF')]);

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

async function startServer(answer: Answer) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(response, request);
  });
  return { paths, ...(await listen(server)) };
}

function fetcher(options: Partial<GuardedAgentOptions> & { timeoutMs?: number } = {}) {
  const { timeoutMs = 10_000, ...agentOptions } = options;
  const agent = createGuardedAgent({ allowLoopback: true, ...agentOptions });
  onTestFinished(() => agent.destroy());
  return createFetchDocument(agent, timeoutMs);
}

const logos = (allowLoopback = true) => createLogos({ destinations: { allowLoopback }, clock: testClock() });

const sending = (body: Buffer): Answer => {
  return (response) => response.end(body);
};
const redirecting = (to: (path: string) => string | null, status = 302): Answer => {
  return (response, { url = '' }) => {
    const location = to(url);
    if (location === null) response.end(PDF);
    else response.writeHead(status, { location }).end('moved');
  };
};

test.each([
  ['pdf', PDF],
  ['png', PNG],
  ['jpg', JPG],
  ['pdf', ofSize(LIMIT)],
] as const)('the service fetches a %s unchanged, up to the maximum size', async (type, body) => {
  const { url } = await startServer(sending(body));
  const fetched = await fetcher()(`${url}/a?b=c#d`, type);
  expect('bytes' in fetched && body.equals(fetched.bytes)).toBe(true);
});

test('the service requests a document with GET and the whole path and query, but without credentials', async () => {
  const seen: IncomingMessage[] = [];
  const { url } = await startServer((response, request) => {
    seen.push(request);
    response.end(PDF);
  });
  await fetcher()(`${url}/a%20b?c=d#e`, 'pdf');
  const [request] = seen;
  expect(request?.method).toBe('GET');
  expect(request?.url).toBe('/a%20b?c=d');
  expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
    ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
  ]);
});

test.each<[string, Answer, string, 'jpg'?]>([
  ['a PNG for a PDF', sending(PNG), 'wrong_type'],
  ['an HTML page', sending(Buffer.from('<html>Please sign in</html>')), 'wrong_type'],
  ['an empty file', sending(Buffer.alloc(0)), 'wrong_type'],
  ['an image with too many pixels', sending(TOO_MANY_PIXELS), 'too_many_pixels', 'jpg'],
  ...[201, 204, 304, 404, 503].map((status): [string, Answer, string] => [
    `a ${status} response`,
    (response) => response.writeHead(status).end(status === 204 ? undefined : PDF),
    `status_${status}`,
  ]),
  ['a content encoding', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(PDF), 'wrong_type'],
  ['a connection that closes before the document', (response) => response.socket?.destroy(), 'connection_failed'],
  [
    'a connection that closes during the document',
    (response) => {
      response.writeHead(200, { 'content-length': 1000 }).write(PDF.subarray(0, 20));
      setTimeout(() => response.socket?.destroy(), 20);
    },
    'connection_failed',
  ],
  [
    'a Content-Length above the limit',
    (response) => response.writeHead(200, { 'content-length': LIMIT + 1 }).flushHeaders(),
    'too_large',
  ],
  ['a body above the limit', (response) => response.end(ofSize(LIMIT + 1)), 'too_large'],
])('the download of a document fails because of %s', async (_, answer, error, type = undefined) => {
  const { url } = await startServer(answer);
  expect(await fetcher()(url, type ?? 'pdf')).toEqual({ error });
});

test('the download of a document fails if the port has no listener or the host is unknown', async () => {
  const unknown: Resolve = (_, __, callback) =>
    callback(Object.assign(new Error('no'), { code: 'ENOTFOUND', syscall: 'queryA' }), []);
  expect(await fetcher()('http://127.0.0.1:1/', 'pdf')).toEqual({ error: 'connection_failed' });
  expect(await fetcher({ resolve: unknown })('https://a.test/', 'pdf')).toEqual({ error: 'dns_failure' });
});

test('the download of an endless document fails, and the service closes the connection', async () => {
  let closed = false;
  const { url } = await startServer((response) => {
    response.on('close', () => {
      closed = true;
    });
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  expect(await fetcher()(url, 'pdf')).toEqual({ error: 'too_large' });
  await expect.poll(() => closed).toBe(true);
});

test.each<[string, Answer]>([
  ['a missing response', () => {}],
  [
    'a slow document',
    (response) => {
      const timer = setInterval(() => response.write(PDF.subarray(0, 1)), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
  [
    'slow redirects',
    (response) => setTimeout(() => response.writeHead(302, { location: '/' }).end(), SHORT_MS / 2 + 20),
  ],
])('the download of a document times out because of %s', async (_, answer) => {
  const { url } = await startServer(answer);
  const begun = performance.now();
  expect(await fetcher({ timeoutMs: SHORT_MS })(url, 'pdf')).toEqual({ error: 'timeout' });
  expect(performance.now() - begun).toBeLessThan(SHORT_MS + 5000);
});

test('the download of a document times out if the name resolution does not finish', async () => {
  const fetched = fetcher({ timeoutMs: SHORT_MS, resolve: () => {} })('https://a.test/', 'pdf');
  expect(await fetched).toEqual({ error: 'timeout' });
});

test.each([301, 302, 303, 307, 308])('the service follows a %i redirect within the same host', async (status) => {
  const { url, paths } = await startServer(redirecting((path) => (path === '/b' ? null : '/b'), status));
  expect(await fetcher()(`${url}/a`, 'pdf')).toEqual({ bytes: PDF });
  expect(paths).toEqual(['/a', '/b']);
});

test('the service follows three redirects of a document but not a fourth', async () => {
  const { url, paths } = await startServer(
    redirecting((path) => (path === '/4' ? null : `/${Number(path.slice(1)) + 1}`)),
  );
  expect(await fetcher()(`${url}/1`, 'pdf')).toEqual({ bytes: PDF });
  paths.length = 0;
  expect(await fetcher()(`${url}/0`, 'pdf')).toEqual({ error: 'too_many_redirects' });
  expect(paths).toEqual(['/0', '/1', '/2', '/3']);
});

test('the service does not follow a redirect of a document to a different host or scheme', async () => {
  const other = await startServer(sending(PDF));
  for (const location of [
    ...[`http://localhost:${other.port}/`, `//localhost:${other.port}/`, 'http://169.254.169.254/latest/meta-data/'],
    ...['file:///etc/passwd', 'data:application/pdf,%25PDF-1.7%25%25EOF', 'http://['],
  ]) {
    const { url } = await startServer(redirecting(() => location));
    expect(await fetcher()(url, 'pdf')).toEqual({ error: 'redirected_elsewhere' });
  }
  expect(other.paths).toEqual([]);
});

test('in production, the service fetches documents and logos only from https URLs that do not have a loopback host', async () => {
  for (const address of ['https://10.0.0.1/', 'http://a.test/', 'ftp://a.test/', 'nothing'])
    expect(await fetcher()(address, 'pdf')).toEqual({ error: 'refused_address' });
  const { url, paths } = await startServer(sending(PNG));
  expect(await fetcher({ allowLoopback: false })(url, 'png')).toEqual({ error: 'refused_address' });
  expect(await logos(false).get(url)).toBeNull();
  expect(paths).toEqual([]);
});

test.each([
  ['image/png', PNG],
  ['image/jpeg', JPG],
  ['image/png', Buffer.concat([PNG, Buffer.alloc(service.logo.max_bytes - PNG.length)])],
])('the service detects %s from the bytes of the logo, up to the maximum size', async (mediaType, body) => {
  const { url } = await startServer((response) => response.setHeader('Content-Type', 'text/html').end(body));
  const logo = await logos().get(url);
  expect([logo?.mediaType, body.equals(logo?.bytes ?? Buffer.of())]).toEqual([mediaType, true]);
});

test.each([
  ['an SVG', sending(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))],
  ['an HTML page', sending(Buffer.from('<!DOCTYPE html><script>alert(1)</script>'))],
  ['empty', sending(Buffer.alloc(0))],
  ['one byte too large', sending(Buffer.concat([PNG, Buffer.alloc(service.logo.max_bytes - PNG.length + 1)]))],
  ['an image with too many pixels', sending(TOO_MANY_PIXELS)],
  ['missing', (response) => response.writeHead(404).end(PNG)],
  ['redirected to a different host', redirecting(() => 'http://localhost:1/logo.png')],
] satisfies [string, Answer][])('the service does not show a logo that is %s', async (_, answer) => {
  const { url } = await startServer(answer);
  expect(await logos().get(url)).toBeNull();
});

test('the service caches a logo for a day, and a failed download of a logo for a shorter time', async () => {
  const clock = testClock();
  const requested: string[] = [];
  const fetchFile = async (url: string): Promise<Fetched> => {
    requested.push(url);
    return url === 'gone' ? { error: 'timeout' } : { bytes: PNG };
  };
  const cache = createLogos({ destinations: { allowLoopback: true }, fetchFile, clock });
  await Promise.all(['a', 'a', 'gone', 'gone'].map((url) => cache.get(url)));
  clock.advance(seconds(60));
  for (const url of ['a', 'gone']) await cache.get(url);
  expect(requested).toEqual(['a', 'gone', 'gone']);
  clock.advance(seconds(service.logo.cached_seconds - 60));
  await cache.get('a');
  expect(requested).toEqual(['a', 'gone', 'gone', 'a']);
  // The memory of the cache is limited, so 100 further logos evict the logo `a`.
  for (let index = 0; index < 100; index++) await cache.get(`other ${index}`);
  await cache.get('a');
  expect(requested).toHaveLength(105);
});
