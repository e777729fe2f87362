import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { buildSite } from '../../scripts/reference/site.ts';
import { serveReference } from '../../server/api/reference-files.ts';
import type { RequestEnv } from '../../server/api/request-log.ts';
import { referenceFiles } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { accessibilityViolations, COLOUR_SCHEMES } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { DESKTOP, openWindow, PHONE, type Window } from './support.ts';

/** Window size that every page must fit without horizontal scrolling (WCAG 1.4.10). */
const NARROW = { width: 320, height: 800 };

/** One page of each kind, for builds that do not check all pages. */
const SAMPLE = [
  ...['index.html', 'search.html', '404.html', 'guides/webhooks.html', 'operations/addRightToWork.html'],
  ...['events/sendVerificationEvent.html', 'problems/validation_failed.html'],
];

/** The longest operation pages, for builds that do not check all operation pages. */
const LONGEST = ['operations/addMicrocredential.html', 'operations/addCredentialBatch.html'];

describe.skipIf(!hasChromium)('The reference in a browser', { timeout: sized(240_000, 1_200_000) }, () => {
  let browser: Browser;
  const servers: ServerType[] = [];
  let folder: string;
  let url: string;
  const windows: Window[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    [browser] = await Promise.all([sharedChromium(), buildSite(contract as Contract, folder)]);
    url = await serveSite();
  }, 120_000);

  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

  /** Serves the reference, and forwards API requests to `sandbox`. Resolves to the URL of the reference. */
  async function serveSite(sandbox?: string): Promise<string> {
    const app = new Hono<RequestEnv>();
    const files = { ...referenceFiles, site: pathToFileURL(`${folder}/`) };
    serveReference(app, '', files, { canTry: sandbox !== undefined });
    app.all('/api/*', (c) => proxy(sandbox + new URL(c.req.url).pathname, c.req));
    const server = await new Promise<ServerType>((resolve) => {
      const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
    });
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/reference/`;
  }

  // Every test also checks that the pages have no errors and no content security policy violations.
  afterEach(async () => {
    const opened = windows.splice(0);
    await Promise.all(opened.map((window) => window.close()));
    expect(opened.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
  });

  async function open(name = '', options: BrowserContextOptions = {}, site = url): Promise<Page> {
    const window = await openWindow(browser, [new URL(site).origin], { viewport: DESKTOP, ...options });
    windows.push(window);
    await window.page.goto(site + name);
    return window.page;
  }

  async function pagesIn(name: string): Promise<string[]> {
    const files = await readdir(path.join(folder, name), { recursive: true });
    return files.filter((file) => path.extname(file) === '.html').map((file) => path.posix.join(name, file));
  }

  const main = (page: Page) => page.getByRole('main');

  test('without JavaScript, a reader of the API reference can select a sample language and an API version, and find a problem type', async () => {
    const page = await open('operations/addEducation.html', { javaScriptEnabled: false });
    // Only the API reference of a sandbox shows the request editor.
    expect(await page.locator('#try').isVisible()).toBe(false);
    await page.getByText('Python', { exact: true }).click();
    await page.getByText('urlopen').first().waitFor();
    await page.goto(`${url}operations/createTokenV2.html`);
    await page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: 'v1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Get an access token (v1)' }).waitFor();
    await page.goto(`${url}search.html`);
    await main(page).getByRole('link', { name: 'id_conflict' }).click();
    await page.getByRole('heading', { level: 1, name: 'id_conflict' }).waitFor();
  });

  test.each([
    'server',
    'folder',
  ])('if the API reference is opened from a %s, a reader can search for a problem type', async (from) => {
    const site = from === 'server' ? url : pathToFileURL(`${folder}/`).href;
    const page = await open('guides/faq.html', {}, site);
    await page.getByRole('searchbox').pressSequentially('id_confl');
    const first = page.getByRole('search').getByRole('link').first();
    expect(await first.innerText()).toBe('id_conflict');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'id_conflict' }).waitFor();
    if (from === 'folder') return;
    expect((await page.goto(`${url}no/such/page.html`))?.status()).toBe(404);
    await page.getByRole('searchbox').fill('id_conflict');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'id_conflict' }).waitFor();
  });

  test('in a sandbox, the request editor in the API reference sends the request that the user entered', async () => {
    const service = await startService();
    onTestFinished(() => service.stop());
    const sandbox = await serveSite(service.url);
    const send = async (name: string, edit = (request: string) => request) => {
      const page = await open(`operations/${name}.html`, {}, sandbox);
      await page.getByText('Try it in this sandbox').click();
      const editor = page.getByLabel('Request', { exact: true });
      await editor.fill(edit(await editor.inputValue()));
      await page.getByRole('button', { name: 'Send the request' }).click();
      const result = page.locator('#try [role=status] pre');
      await result.waitFor();
      return result.innerText();
    };
    const guide = await open('guides/quickstart.html', {}, sandbox);
    const own = new URL(sandbox).origin;
    await guide.getByText(`${own}/api/partner/v2/oauth/token.json`).first().waitFor();
    expect(await main(guide).innerText()).not.toContain('localhost:3000');
    expect(await send('createTokenV2')).toContain('"access_token"');
    const written = await open('operations/addRightToWork.html', {}, sandbox);
    await written.getByText('Try it in this sandbox').click();
    await written.getByLabel('Request', { exact: true }).fill('PUT {{BASE_URL}}/changed\n\nbody');
    const sample = written.locator('.language-bash').first();
    expect(await sample.innerText()).toBe(`curl --request PUT ${own}/changed \\\n  --data 'body'`);
    const withId = (text: string) => text.replace(/ACME-[\w-]+/, 'written-by-the-reader');
    expect(await send('addRightToWork', withId)).toMatch(/^HTTP 201\n\{\s+"redirect_uri": "http[\s\S]*x-request-id: /);
    expect(await send('getSubmissionStatusV2', withId)).toContain('"status": "incomplete"');
    expect(await send('getWebhook')).toContain('replace {{WEBHOOK_ID}} in the request');
    expect(await send('getWebhook', () => 'nonsense')).toContain('write a method and a URL');
  });

  test('the API reference remembers the selected sample language, and follows the colour scheme of the system', async () => {
    const page = await open('operations/addEducation.html', { colorScheme: 'dark' });
    const background = () => page.evaluate('getComputedStyle(document.body.parentElement).backgroundColor');
    const dark = await background();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).not.toBe(dark);
    await page.getByText('TypeScript', { exact: true }).click();
    await page.goto(`${url}operations/createWebhook.html`);
    await page.getByText('createPartnerClient').first().waitFor();
  });

  test('a keyboard user can skip the menu, and a phone hides the menu until the user opens the menu', async () => {
    const page = await open('operations/addEducation.html', { viewport: PHONE });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.localName')).toBe('main');
    const menu = page.getByRole('navigation', { name: 'Contents' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('button', { name: 'Close' }).click();
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Introduction' }).click();
    await page.getByRole('heading', { level: 1, name: 'Partner Credential API' }).waitFor();
  });

  test('on a wide screen, the first press of Tab moves the focus to the skip link, and Ctrl-K moves the focus to the search field', async () => {
    const page = await open('operations/sendTestEvent.html');
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.name');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Control+k');
    expect(await focused()).toBe('q');
  });

  test('the API reference collapses the details of optional properties, and a link to a property expands the details of the property', async () => {
    const page = await open('operations/addEducation.html#body.data.credential.majors');
    const isOpen = (id: string) =>
      page.evaluate(`document.getElementById(${JSON.stringify(id)}).closest('details').open`);
    expect(await isOpen('body.data.credential.majors')).toBe(true);
    expect(await isOpen('body.data.credential.full_name')).toBe(true);
    expect(await isOpen('body.data.credential.with_honours')).toBe(false);
  });

  test('titles and text have the same left edge on every page, and operation pages with collapsed details stay below a maximum height', async () => {
    const page = await open();
    const places = new Set<unknown>();
    for (const name of SAMPLE) {
      await page.goto(url + name);
      for (const selector of ['h1', 'article > :last-child'])
        places.add(await page.locator(selector).evaluate((found) => found.getBoundingClientRect().left));
    }
    expect(places.size).toBe(1);
    for (const [width, height] of [
      [1440, 5_000],
      [390, 8_000],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of sized(LONGEST, await pagesIn('operations'))) {
        await page.goto(url + name);
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = false');
        expect(await page.evaluate('document.documentElement.scrollHeight'), name).toBeLessThan(height);
      }
    }
  });

  test('a link in the URL format of the previous API reference opens the operation page, and printed pages have no menu', async () => {
    const page = await open('#tag/Webhooks/operation/createWebhook');
    await page.waitForURL(/operations\/createWebhook\.html$/);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });

  test('the pages of the API reference have no accessibility violations, and fit a narrow screen', async () => {
    const page = await open();
    for (const name of sized(SAMPLE, await pagesIn(''))) {
      await page.goto(url + name);
      for (const scheme of COLOUR_SCHEMES) expect(await accessibilityViolations(page, scheme), name).toEqual([]);
      // The page must not scroll horizontally. Wide tables and code blocks scroll inside the page.
      await page.setViewportSize(NARROW);
      expect(await accessibilityViolations(page, 'light'), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(NARROW.width);
      await page.setViewportSize(DESKTOP);
    }
  });
});
