import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
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

test('the start page shows the URLs of the service and the mock, and the client credentials of the sandbox partners', async () => {
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

test('the start page lists the latest 20 requests, and shows a curl command without secrets for each request', async () => {
  const app = await start({ env: { BASE_URL: ONE, APP_URL: ONE, RATE_LIMIT_PER_SECOND: '0' } });
  const shown = async () => {
    const page = await (await app.request(`${ONE}/`)).text();
    const entries = [...page.matchAll(/<details><summary>([\s\S]*?)<\/summary><pre><code[^>]*>([\s\S]*?)<\/code>/g)];
    const plain = (html = '') =>
      html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
    return entries.map(([, summary, command]) => ({ summary: plain(summary), command: plain(command) }));
  };
  expect(await shown()).toEqual([]);
  const { createTokenV2, addEducation, uploadAsset, listWebhooks } = operations;
  const grant_type = 'client_credentials';
  const credentials = { client_id: 'sandbox-partner', client_secret: 'sandbox-secret', grant_type };
  const issued = await app.request(ONE + createTokenV2.path, {
    method: 'POST',
    body: new URLSearchParams(credentials),
  });
  const { access_token } = (await issued.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
  await app.request(ONE + addEducation.path, { method: 'POST', headers, body: `{"id":"it's"}` });
  const upload = uploadAsset.path.replace('{asset_key}', 'a'.repeat(22));
  await app.request(`${ONE}${upload}?client_id=c&expires=9&signature=very-secret`, { method: 'PUT', body: 'x' });
  const [uploaded, added, token] = await shown();
  expect(token?.summary).toMatch(/^200 POST \/api\/partner\/v2\/oauth\/token.json \d\d:\d\d:\d\d UTC$/);
  expect(token?.command).toMatch(
    /^curl -X POST 'http[^']*' \\\n {2}-H 'Content-Type: [^']*' \\\n {2}--data-binary @FILE$/,
  );
  const parts = [
    `curl -X POST '${ONE}${addEducation.path}'`,
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    `--data-binary '{"id":"it'\\''s"}'`,
  ];
  expect(added).toMatchObject({ summary: expect.stringMatching(/^422 /), command: parts.join(' \\\n  ') });
  expect(uploaded?.command).toContain(`'${ONE}${upload}?client_id=c&expires=9&signature=SECRET'`);
  expect(JSON.stringify([uploaded, added, token])).not.toMatch(/very-secret|sandbox-secret|eyJ/);
  for (let i = 0; i < 25; i++) await app.request(ONE + listWebhooks.path);
  expect((await shown()).map(({ summary }) => summary.slice(0, 7))).toEqual(Array(20).fill('401 GET'));
});

test('if the API and the user application have different hosts, the API host redirects to the start page and has no mailbox', async () => {
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
