import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

const services: Record<string, TestService> = {};
beforeAll(async () => {
  for (const scheme of ['http', 'https'])
    services[scheme] = await startService({
      env: { BASE_URL: `${scheme}://api.test`, APP_URL: `${scheme}://app.test` },
    });
});
afterAll(() => Promise.all(Object.values(services).map((service) => service.stop())));

const service = (scheme = 'http') => services[scheme] as TestService;

/** Sends a request with the given Host header. Resolves to the status and the headers of the response. */
const headAt = (scheme: string, host: string, path: string, method = 'GET') =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = send(service(scheme).url, { method, path, headers: { Host: host }, agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    });
    sent.on('error', reject).end();
  });

describe('The headers X-Content-Type-Options and Strict-Transport-Security', () => {
  test.each([
    ['an operation', 'api.test', '/api/partner/v2/webhooks', 'GET', 401],
    ['an operation whose path contains an escape', 'api.test', '/api/partner/v2/web%68ooks', 'GET', 401],
    ['a method that is not allowed', 'api.test', '/api/partner/v2/webhooks', 'PATCH', 405],
    ['an unknown path', 'api.test', '/nothing', 'GET', 404],
    ['a public file', 'api.test', '/.well-known/jwks.json', 'GET', 200],
    ['the contract', 'api.test', '/openapi.json', 'GET', 200],
    ['a page', 'app.test', '/sign-in', 'GET', 200],
    ['a static file', 'app.test', '/assets/style.css', 'GET', null],
    ['an unknown host', 'other.test', '/api/partner/v2/webhooks', 'GET', 400],
  ])('the response for %s has both headers', async (_, host, path, method, status) => {
    for (const scheme of ['http', 'https']) {
      const { headers, ...response } = await headAt(scheme, host, path, method);
      if (status !== null) expect(response.status).toBe(status);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBe(scheme === 'https' ? 'max-age=31536000' : undefined);
    }
  });
});

test('the Permissions-Policy header of a page disables device features', async () => {
  const { headers } = await headAt('http', 'app.test', '/sign-in');
  expect(headers['permissions-policy']).toBe('camera=(), geolocation=(), microphone=(), payment=(), usb=()');
});

/** Sends raw bytes to the service. Resolves to the raw response. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service().url).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

describe('A repeated Host header (RFC 9112, section 3.2) or a header without a value', () => {
  test.each([
    ['/api/partner/v2/webhooks', 'Host: api.test\r\nHost: app.test'],
    ['/api/partner/v2/webhooks', 'Host: api.test\r\nhost: api.test'],
    ['/sign-in', 'HOST: app.test\r\nX: y\r\nHost: api.test'],
    ['/nothing', 'Host: api.test\r\nBroken'],
  ])('the server rejects a request to %s with the headers %j', async (path, hosts) => {
    const response = await raw(`GET ${path} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toMatch(/^x-content-type-options: nosniff$/im);
    expect(response).toContain('"code":"malformed_request"');
  });

  test('the server accepts other headers that are repeated', async () => {
    const response = await raw(
      'GET /.well-known/jwks.json HTTP/1.1\r\nHost: api.test\r\nAccept: */*\r\nAccept: a/b\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  });
});
