import { afterAll, beforeAll, expect, test } from 'vitest';
import { service as figures } from '../../generated/operations.ts';
import { startService, type TestService } from '../support/service.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';
import { APP_URL, browserAt } from './sign-in-support.ts';

const { within_seconds, of_address, of_session } = figures.rate_limits.visits;
const link = '/partner/verify/digitalIdentity?clientId=sandbox-partner&requestId=1';

let provider: TestProvider;
let service: TestService;
beforeAll(async () => {
  provider = await startProvider();
  const { issuer, clientId, clientSecret } = provider.settings;
  service = await startService({
    env: {
      RATE_LIMIT_PER_SECOND: '100',
      TRUSTED_PROXIES: '127.0.0.1',
      BASE_URL: APP_URL,
      APP_URL,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_MOBILE_AUDIENCE: 'mobile',
    },
  });
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));

const request = (path: string, address: string, init: RequestInit = {}) =>
  fetch(service.url + path, { redirect: 'manual', ...init, headers: { 'X-Forwarded-For': address, ...init.headers } });

/** Uses up the limit of the address, except for one request. */
function almostReach(limit: { count(address: string): void }, address: string): void {
  for (let sent = 1; sent < of_address; sent++) limit.count(address);
}

test('a client that opens too many links sees a page that says when to retry', async () => {
  almostReach(service.services.visitRateLimits.ofAddress, '9.9.9.9');
  expect((await browserAt(service, '9.9.9.9').send(link)).status).toBe(303);
  const refused = await request(link, '9.9.9.9');
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(within_seconds);
  const page = await refused.text();
  expect(page).toContain(`Try again in ${wait} second`);
  expect(page).toContain('Then reload this page');
  expect((await request('/sign-in', '9.9.9.9')).status).toBe(429);
  const form = await request('/partner/add/education', '9.9.9.9', { method: 'POST', body: new URLSearchParams() });
  expect(await form.text()).toContain('go back to the previous page first');
});

test('a session that opens too many pages gets 429, and other sessions from the same client address are not affected', async () => {
  const [often, other] = [browserAt(service, '8.8.4.1'), browserAt(service, '8.8.4.1')];
  // The first request does not count towards the session limit, because the browser has no session yet.
  for (let sent = 0; sent <= of_session; sent++) expect((await often.send(link)).status).toBe(303);
  expect((await often.send('/sign-in')).status).toBe(429);
  expect((await other.send(link)).status).toBe(303);
});

test('the mobile endpoint limits the number of invalid tokens per client address, and returns a problem document above the limit', async () => {
  const report = (address: string) =>
    request('/mobile/sign-in', address, { method: 'POST', headers: { Authorization: 'Bearer a' } });
  almostReach(service.services.refusedTokens, '8.8.8.8');
  expect((await report('8.8.8.8')).status).toBe(401);
  const refused = await report('8.8.8.8');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 });
  expect((await report('8.8.4.4')).status).toBe(401);
});

const crossSiteHeaders = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

test('a signed-in user can open pages even if other sites open too many links or the client address exceeds the limit', async () => {
  const tab = browserAt(service, '52.0.0.1');
  await tab.follow('/sign-in', (url) => url.pathname === '/credentials');
  almostReach(service.services.visitRateLimits.ofAddress, '52.0.0.1');
  const statuses = [await request(link, '52.0.0.1'), await request(link, '52.0.0.1')].map(({ status }) => status);
  expect(statuses).toContain(429);
  expect((await tab.send(link)).status).toBe(404);
  const open = async (headers = {}) => (await tab.send('/partner/add/education', { headers })).status;
  for (let sent = 0; sent < of_session; sent++) expect(await open(crossSiteHeaders)).toBe(200);
  expect(await open(crossSiteHeaders)).toBe(429);
  for (let sent = 1; sent < of_session; sent++) expect(await open()).toBe(200);
  expect((await tab.send('/account', { form: {} })).status).toBe(403);
});

test('requests from images and frames on other sites do not count towards the limit of the client address', async () => {
  almostReach(service.services.visitRateLimits.ofAddress, '52.0.0.3');
  for (const dest of ['image', 'iframe'])
    expect((await request(link, '52.0.0.3', { headers: { ...crossSiteHeaders, 'Sec-Fetch-Dest': dest } })).status).toBe(
      403,
    );
  expect((await request(link, '52.0.0.3')).status).toBe(303);
});
