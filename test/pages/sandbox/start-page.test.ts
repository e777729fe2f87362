import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sandboxPartners } from '../../../server/api/oauth/sandbox-partners.ts';
import { createApp } from '../../support/app.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { productionSettings } from '../../support/production.ts';
import { startService } from '../../support/service.ts';

async function start(options: Parameters<typeof startService>[0]): Promise<ReturnType<typeof createApp>> {
  const service = await startService(options);
  onTestFinished(() => service.stop());
  return createApp(service.services);
}

const ONE = 'http://localhost:3000';

test('the start page shows the addresses of the service and of the mock, and the credentials of the partners', async () => {
  const app = await start({ env: { BASE_URL: ONE, APP_URL: ONE } });
  const response = await app.request(`${ONE}/`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(response.headers.getSetCookie()).toEqual([]);
  const page = await response.text();
  for (const { clientId, secret } of sandboxPartners) {
    expect(page).toContain(`<code>${clientId}</code>`);
    expect(page).toContain(`>${secret}</code>`);
  }
  const mock = readFileSync(new URL('../../../mock/run-mock.ts', import.meta.url), 'utf8');
  const [, port] = /default: '(\d+)'/.exec(mock) ?? [];
  expect(page).toContain(`<code>http://localhost:${port}</code>`);
  const pages = ['decideSubmission', 'decideVerificationRequest'].map((id) => `/reference/operations/${id}.html`);
  for (const path of ['/reference', '/openapi.json', '/credentials', '/mailbox/demo', ...pages])
    expect(page).toContain(`href="${ONE}${path}"`);
});

test('if the API and the app have different hosts, the API host links to the page and has no mailbox', async () => {
  const [api, people] = ['http://api.test', 'http://app.test'];
  const app = await start({ env: { BASE_URL: api, APP_URL: people } });
  const led = await app.request(`${api}/`);
  expect([led.status, led.headers.get('location')]).toEqual([302, `${people}/`]);
  const page = await (await app.request(`${people}/`)).text();
  expect(page).toContain(`${people}/mailbox/demo`);
  expect(page).toContain(`${api}/reference`);
  for (const method of ['GET', 'POST']) {
    expect((await app.request(`${api}/mailbox/demo`, { method })).status).toBe(404);
    expect((await app.request(`${people}/mailbox/demo`, { method })).status).toBe(200);
  }
});

test('the production service has neither a start page nor a mailbox', async () => {
  const { url, drop } = await createTestDatabase('tables');
  onTestFinished(drop);
  const [api, people] = ['https://api.partner.example', 'https://people.partner.example'];
  const app = await start({ env: { ...productionSettings(url), BASE_URL: api, APP_URL: people } });
  for (const host of [api, people]) {
    for (const path of ['/', '/mailbox/demo']) {
      const problem = await app.request(host + path);
      expect(problem.status).toBe(404);
      expect(await problem.json()).toMatchObject({ code: 'not_found' });
      const page = await app.request(host + path, { headers: { Accept: 'text/html' } });
      expect(page.status).toBe(404);
      expect(await page.text()).toContain('Page not found');
    }
    expect((await app.request(`${host}/mailbox/demo`, { method: 'POST', body: '{}' })).status).toBe(404);
  }
});
