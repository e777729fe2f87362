import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchangeAt } from '../support/raw-exchange.ts';
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

test.each([
  ['an operation', 'api.test', '/api/partner/v2/webhooks', 'GET', 401],
  ['an operation whose path contains an escape', 'api.test', '/api/partner/v2/web%68ooks', 'GET', 401],
  ['a method that is not allowed', 'api.test', '/api/partner/v2/webhooks', 'PATCH', 405],
  ['an unknown path', 'api.test', '/nothing', 'GET', 404],
  ['a public file', 'api.test', '/.well-known/jwks.json', 'GET', 200],
  ['the contract', 'api.test', '/openapi.json', 'GET', 200],
  ['a page', 'app.test', '/sign-in', 'GET', 200],
  ['a static file', 'app.test', '/assets/style.css', 'GET', null],
])('the response for %s has X-Content-Type-Options, and Strict-Transport-Security if the service uses https', async (_, host, path, method, status) => {
  for (const scheme of ['http', 'https']) {
    const { headers, ...response } = await service(scheme).call(method, path, { headers: { Host: host } });
    if (status !== null) expect(response.status).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe(scheme === 'https' ? 'max-age=31536000' : null);
  }
});

test('the Permissions-Policy header of a page disables the camera, geolocation, microphone, payment, and USB', async () => {
  const { headers } = await service().call('GET', '/sign-in', { headers: { Host: 'app.test' } });
  expect(headers.get('permissions-policy')).toBe('camera=(), geolocation=(), microphone=(), payment=(), usb=()');
});

test.each([
  ['is not valid HTTP', 'GET /nothing HTTP/1.1\r\nHost: api.test\r\nBroken\r\n\r\n'],
  ['names an unknown host', 'GET /api/partner/v2/webhooks HTTP/1.1\r\nHost: other.test\r\n\r\n'],
])('the response to a request that %s has X-Content-Type-Options and Strict-Transport-Security', async (_, request) => {
  const [response] = await exchangeAt(Number(new URL(service('https').url).port), [request]);
  expect(response?.status).toBe(400);
  expect(response?.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response?.headers.get('strict-transport-security')).toBe('max-age=31536000');
});
