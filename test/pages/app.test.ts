import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createApp } from '../support/app.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startService, type TestService } from '../support/service.ts';
import { startProvider } from './openid-provider.ts';
import { person, plain } from './person.ts';
import { APP_URL } from './sign-in-support.ts';

async function start(env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const service = await startService({ env });
  onTestFinished(() => service.stop());
  return service;
}

test('if an OpenID provider is configured, a submission link leads to the sign-in page, and the sign-in leads to the consent page', async () => {
  const provider = await startProvider();
  onTestFinished(() => provider.stop());
  const { issuer, clientId, clientSecret } = provider.settings;
  const service = await start({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });
  const options = { token: await service.token(), body: example('RightToWorkAustralia') };
  const { body: added } = await service.call('POST', operations.addRightToWork.path, options);
  const alex = person(service.services);
  const needed = await alex.open(added.redirect_uri);
  expect(needed.html).toContain('Sign in to continue');
  const { pathname, search } = await alex.tab.follow(needed.path.replace('/open', '/sign-in'));
  expect((await alex.visit(pathname + search)).html).toContain('Do you want this credential?');
});

test('if the API and the pages have different hosts, each host returns 404 for paths of the other host, and the API sets no cookie', async () => {
  const app = createApp((await start()).services);
  const at = (url: string) => app.request(url, { headers: { Accept: 'text/html' } });
  expect((await at('http://app.test/sign-in')).status).toBe(200);
  const elsewhere = await at('http://api.test/sign-in');
  expect(elsewhere.status).toBe(404);
  expect(elsewhere.headers.getSetCookie()).toEqual([]);
  for (const path of ['/partner/add/education', '/credentials', '/user-app/style.css'])
    expect((await at(`http://api.test${path}`)).status, path).toBe(404);
  for (const path of ['/openapi.json', '/openapi.portable.json'])
    expect((await at(`http://api.test${path}`)).status, path).toBe(200);
  for (const path of ['/openapi.json', '/openapi.portable.json', '/reference', '/.well-known/jwks.json'])
    expect((await at(`http://app.test${path}`)).status, path).toBe(404);
  const api = await app.request('http://app.test/api/partner/v2/webhooks');
  expect(api.status).toBe(404);
  expect(api.headers.get('content-type')).toBe('application/problem+json');
});

test('the server compresses static files, but not pages, because the compressed length of a page could reveal personal data', async () => {
  const app = createApp((await start()).services);
  const codingOf = async (path: string) => {
    const response = await app.request(`${APP_URL}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.status, path).toBe(200);
    return response.headers.get('content-encoding');
  };
  for (const name of ['style.css', 'local-time.js']) expect(await codingOf(`/user-app/${name}`), name).toBe('gzip');
  for (const path of ['/sign-in', '/partner/add/education', '/']) expect(await codingOf(path), path).toBeNull();
});

test('an unknown path returns a page to browsers, and a problem document to API clients', async () => {
  const app = createApp((await start({ BASE_URL: APP_URL, APP_URL })).services);
  const page = await app.request(`${APP_URL}/nowhere`, { headers: { Accept: 'text/html,*/*' } });
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('Page not found');
  expect(page.headers.get('content-language')).toBe('en');
  expect(page.headers.get('vary')).toContain('Accept-Language');
  const problem = await app.request(`${APP_URL}/nowhere`);
  expect(await problem.json()).toMatchObject({ code: 'not_found' });
  const api = await app.request(`${APP_URL}/api/nowhere`, { headers: { Accept: 'text/html' } });
  expect(await api.json()).toMatchObject({ code: 'not_found' });
});

test('an error page does not reveal the cause of the error, and has status 503 if the database is down', async () => {
  const service = await start();
  const broken = new Proxy(service.services.store, {
    get(target, name) {
      if (name === 'listHeldSubmissions') return () => Promise.reject(new Error('secret cause'));
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const alex = person({ ...service.services, store: broken });
  const failed = await alex.signIn(await alex.visit('/sign-in'), 'alex@example.com');
  expect(failed.status).toBe(500);
  expect(failed.html).not.toContain('secret cause');
  expect(failed.html).toContain(failed.headers.get('x-request-id'));
  await service.services.store.close();
  const away = person(service.services);
  expect((await away.signIn(await away.visit('/sign-in'), 'alex@example.com')).status).toBe(503);
});

test('after a user selects a language, later pages in the same browser are in that language', async () => {
  const { services } = await start();
  const alex = person(services);
  const english = await alex.visit('/sign-in?link=x');
  expect(english.html).toContain('<html lang="en" dir="ltr">');
  const href = plain(/<a href="([^"]*)" lang="ar"/.exec(english.html)?.[1] ?? '');
  expect(href).toBe('/sign-in?link=x&lang=ar');
  const arabic = await alex.visit(href);
  expect(arabic.path).toBe('/sign-in?link=x');
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  expect(arabic.headers.get('content-language')).toBe('ar');
  expect((await alex.visit('/signed-out')).html).toContain('<html lang="ar" dir="rtl">');
  // Selecting a language cannot redirect to another site, even if the path starts with two slashes.
  const response = await createApp(services).request(`${APP_URL}//evil.example/?lang=es`);
  expect(response.headers.get('location')).toBe(`${APP_URL}//evil.example/`);
  expect((await alex.visit('/sign-in?lang=xx')).html).toContain('<html lang="ar" dir="rtl">');
});

test('the pages show the name, the address, the logo, and the help link that the operator configures', async () => {
  const folder = await temporaryFolder();
  const logo = path.join(folder, 'logo.svg');
  await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const { services } = await start({
    BRAND_NAME: 'Digital Wallet',
    BRAND_OPERATOR: 'Example Agency',
    BRAND_ADDRESS: '7 Harbour Road',
    BRAND_LOGO: logo,
    BRAND_HELP_URL: 'https://agency.example/help',
  });
  const alex = person(services);
  const { html } = await alex.visit('/sign-in');
  expect(html).toContain('<title>Sign in – Digital Wallet</title>');
  expect(html).toContain('Example Agency · 7 Harbour Road');
  expect(html).toContain('<a href="https://agency.example/help" rel="noopener noreferrer nofollow">Help</a>');
  const image = await alex.visit(/<img src="([^"]*)"/.exec(html)?.[1] ?? '');
  expect(image.headers.get('content-type')).toBe('image/svg+xml');
  expect(image.html).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>');
});
