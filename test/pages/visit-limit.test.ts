import { afterAll, beforeAll, expect, test } from 'vitest';
import { service as figures } from '../../generated/operations.ts';
import { createApp } from '../support/app.ts';
import { startService, type TestService } from '../support/service.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';
import { APP_URL, browser } from './sign-in-support.ts';

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

/** Sends a request for which the proxy reports the given client address. */
const request = (path: string, address: string, init: RequestInit = {}) =>
  fetch(service.url + path, { redirect: 'manual', ...init, headers: { 'X-Forwarded-For': address, ...init.headers } });

const times = (count: number, work: () => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, async () => (await work()).status));

test('a client that opens too many links sees a page that says when to retry', async () => {
  const app = createApp(service.services);
  const connection = { incoming: { socket: { remoteAddress: '9.9.9.9' } } };
  const open = async () => app.request(APP_URL + link, {}, connection);
  expect(new Set(await times(of_address, open))).toEqual(new Set([303]));
  // The limit also applies to requests through a proxy.
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

test('too many requests in one session are rejected only in that session, regardless of the address', async () => {
  const app = createApp(service.services);
  const [often, other] = [browser(app), browser(app)];
  // The first request from a browser has no session yet.
  for (let sent = 0; sent <= of_session; sent++) expect((await often.send(APP_URL + link)).status).toBe(303);
  expect((await often.send(`${APP_URL}/sign-in`)).status).toBe(429);
  expect((await other.send(APP_URL + link)).status).toBe(303);
});

test('the mobile endpoint limits the refused tokens of an address, and returns a problem document', async () => {
  const report = (token: string, address: string) =>
    request('/mobile/sign-in', address, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  for (let sent = 0; sent < of_address; sent += 100)
    expect(new Set(await times(100, () => report('a', '8.8.8.8')))).toEqual(new Set([401]));
  const refused = await report('b', '8.8.8.8');
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 });
  expect((await report('a', '8.8.4.4')).status).toBe(401);
});

/** Headers of a page that another site opens. */
const crossSite = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

/** Signs in an account at the address. Returns its browser. */
async function signedInAt(address: string, account: string) {
  provider.account = account;
  const tab = browser({ fetch: async (sent) => request(pathOf(sent), address, await initOf(sent)) });
  await tab.follow('/sign-in', (url) => url.pathname === '/credentials');
  return tab;
}
const pathOf = ({ url }: Request) => new URL(url).pathname + new URL(url).search;
const initOf = async (sent: Request): Promise<RequestInit> => ({
  method: sent.method,
  headers: Object.fromEntries(sent.headers),
  ...(sent.method === 'POST' && { body: await sent.text() }),
});

test('a signed-in person at an address above its limit can open links and send forms', async () => {
  const tab = await signedInAt('52.0.0.1', 'ada');
  expect(new Set(await times(of_address, () => request(link, '52.0.0.1')))).toContain(429);
  expect((await tab.send(link)).status).toBe(404);
  expect((await tab.send('/account', { form: {} })).status).toBe(403);
});

test('links that another site opens do not use up the links and forms of a signed-in person', async () => {
  const tab = await signedInAt('52.0.0.2', 'alan');
  const open = (headers = {}) => tab.send('/partner/add/education', { headers });
  for (let sent = 0; sent < of_session; sent++) expect((await open(crossSite)).status).toBe(200);
  expect((await open(crossSite)).status).toBe(429);
  for (let sent = 0; sent < of_session; sent++) expect((await open()).status).toBe(200);
  expect((await tab.send('/account', { form: {} })).status).toBe(403);
});

test('images and frames on the pages of other sites do not use up the limit of an address', async () => {
  for (const dest of ['image', 'iframe']) {
    const headers = { ...crossSite, 'Sec-Fetch-Dest': dest };
    const embed = () => request(link, '52.0.0.3', { headers });
    expect(new Set(await times(of_address, embed))).toEqual(new Set([403]));
  }
  expect((await request(link, '52.0.0.3')).status).toBe(303);
});
