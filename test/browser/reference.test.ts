import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../generated/operations.ts';
import { type Contract, listOperations, type Operation } from '../../scripts/generate/contract.ts';
import { UNDER_DEVELOPMENT } from '../../scripts/reference/for-readers.ts';
import { renderReference } from '../../scripts/reference/render.ts';
import { contract as bundled } from '../support/contract.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { DESKTOP, openWindow, PHONE, type Window } from './support.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in the page that Redoc makes, and no style can mend: a button is called `Example` and shows the example's name. */
const REDOCS_OWN: readonly string[] = ['label-content-name-mismatch'];

const contract = bundled as Contract;

describe.skipIf(!hasChromium)('the reference in a browser', () => {
  let browser: Browser;
  let server: Server;
  let url: string;
  let opened: Window | undefined;

  beforeAll(async () => {
    const html = await renderReference(structuredClone(contract));
    server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/reference`;
    browser = await launchChromium();
  }, 60_000);

  afterEach(() => opened?.close());

  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function open(hash = '', options: Parameters<Browser['newContext']>[0] = { viewport: DESKTOP }) {
    opened = await openWindow(browser, [new URL(url).origin], options);
    const { page } = opened;
    await page.goto(url + hash);
    await page.locator('#api-content').waitFor();
    return opened;
  }

  test('it asks for nothing but itself, and nothing goes wrong in it', { timeout: 30_000 }, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const window = await open('', { colorScheme, viewport: PHONE });
      for (const viewport of [PHONE, DESKTOP]) {
        await window.page.setViewportSize(viewport);
        await window.page.getByRole('heading', { level: 1 }).waitFor();
        await window.page.mouse.wheel(0, 20_000);
        expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
        expect(window.requests.filter(({ url }) => url.startsWith('http'))).toHaveLength(1);
        expect(window.trouble).toEqual([]);
      }
      await window.close();
    }
  });

  test('every problem type leads to the section that explains it', { timeout: 60_000 }, async () => {
    // The first one as the server redirects to it.
    const { page, trouble } = await open(`#/errors/${Object.keys(problems)[0]}`);
    for (const code of Object.keys(problems)) {
      await page.goto(`${url}#/errors/${code}`);
      const heading = page.locator(`[data-section-id="/errors/${code}"]`).getByRole('heading');
      await heading.waitFor();
      await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 5000 }).toBeLessThan(200);
      expect((await heading.boundingBox())?.y, code).toBeGreaterThan(-5);
    }
    expect(trouble).toEqual([]);
  });

  test.each([
    ['#tag/Webhooks', 'Webhooks'],
    ['#tag/Webhooks/operation/rotateWebhookSecret', 'Rotate the secret of a webhook'],
    ['#operation/addEducation', 'Submit an education qualification'],
    ['#/credential-kinds/education', 'Education'],
  ])('%s leads there', async (hash, title) => {
    const { page } = await open(hash);
    const heading = page.getByRole('heading', { name: title, exact: false }).first();
    await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 5000 }).toBeLessThan(200);
    expect((await heading.boundingBox())?.y).toBeGreaterThan(-5);
  });

  test('every link of a guide leads to a place that there is', { timeout: 60_000 }, async () => {
    const texts = [(contract as unknown as { info: Described }).info, ...contract.tags];
    const links = texts.flatMap(({ description }) =>
      [...description.matchAll(/\]\((#[^)]+)\)/g)].map(([, link = '']) => link),
    );
    expect(links.length).toBeGreaterThan(20);
    const { page } = await open();
    for (const link of new Set(links)) {
      await page.evaluate(`location.assign(${JSON.stringify(link)})`);
      // What Redoc does not know, it leaves as it is.
      await expect.poll(() => new URL(page.url()).hash, { message: link }).toMatch(/^#\/./);
    }
  });

  test.each([
    ['id_conflict', 'id_conflict'],
    ['rotateWebhookSecret', 'Rotate the secret of a webhook'],
    ['RFC 9745', 'Versions and deprecation'],
  ])('the search finds %s', async (text, title) => {
    const { page, trouble } = await open();
    await page.getByTestId('search-trigger').click();
    await page.getByPlaceholder(/search/i).fill(text);
    const results = page.getByRole('dialog').or(page.locator('[data-component-name*="Search"]'));
    await results.getByText(title, { exact: true }).first().waitFor();
    expect(trouble).toEqual([]);
  });

  test('exactly what is under development is marked so', { timeout: 30_000 }, async () => {
    const { page } = await open('#tag/Webhooks');
    const events = Object.values(contract.webhooks).map(({ post }) => post);
    const all: Operation[] = [...listOperations(contract).map(({ operation }) => operation), ...events];
    const marked = new Set<string>();
    // The menu shows the operations of one tag at a time.
    for (const tag of new Set(all.flatMap(({ tags }) => tags))) {
      await page.goto(`${url}#tag/${tag.replaceAll(' ', '-')}`);
      const shown = all.filter(({ tags }) => tags.includes(tag));
      for (const { summary } of shown) {
        const entry = page.locator('.menu-content a', { has: page.locator(`[data-text="${summary}"]`) });
        await entry.first().waitFor();
        const texts = await entry.allInnerTexts();
        if (texts.some((text) => text.includes(UNDER_DEVELOPMENT.name))) marked.add(summary);
      }
    }
    const wanted = all.filter((operation) => operation['x-under-development']).map(({ summary }) => summary);
    expect(wanted.length).toBeGreaterThan(10);
    expect([...marked].sort()).toEqual([...new Set(wanted)].sort());
  });

  test('it is dark where the reader has it dark, and can be switched', async () => {
    const { page } = await open('', { colorScheme: 'dark', viewport: DESKTOP });
    const background = () =>
      page.evaluate('getComputedStyle(document.querySelector(".menu-content")).backgroundColor');
    const dark = await background();
    await page.getByTestId('color-mode-switcher').click();
    const light = await background();
    expect({ dark, light }).toEqual({ dark: 'rgb(26, 33, 40)', light: 'rgb(243, 245, 247)' });
  });

  test('on paper there is no menu', async () => {
    const { page } = await open('#/errors/id_conflict');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.menu-content').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'id_conflict' }).isVisible()).toBe(true);
  });

  test.each(['light', 'dark'] as const)('in %s colours axe finds nothing serious but what is Redoc’s', {
    timeout: 30_000,
  }, async (colorScheme) => {
    const found = new Map<string, string>();
    const { page } = await open('', { colorScheme, viewport: DESKTOP });
    await page.evaluate(axe);
    for (const hash of ['', '#/credential-kinds/education', '#tag/Webhooks/operation/createWebhook']) {
      if (hash !== '') await page.goto(url + hash);
      await page.getByRole('heading').first().waitFor();
      const violations = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
      );
      for (const { id, impact, nodes } of violations)
        if (['serious', 'critical'].includes(impact) && !REDOCS_OWN.includes(id))
          found.set(`${id} ${hash}`, nodes.map(({ html }) => html.slice(0, 200)).join('\n'));
    }
    expect(Object.fromEntries(found)).toEqual({});
  });
});

interface Described {
  description: string;
}
