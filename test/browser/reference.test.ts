import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../generated/operations.ts';
import {
  type Contract,
  listOperations,
  type Operation,
  resolve,
  type Schema,
} from '../../scripts/generate/contract.ts';
import { UNDER_DEVELOPMENT } from '../../scripts/reference/for-readers.ts';
import { renderReference } from '../../scripts/reference/render.ts';
import { contract as bundled } from '../support/contract.ts';
import { sized } from '../support/size.ts';
import { COLOUR_RULES, COLOUR_SCHEMES, runAxe } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { DESKTOP, openWindow, PHONE, type Window } from './support.ts';

/** What axe finds in the page that Redoc makes, and no style can mend: a button is called `Example` and shows the example's name. */
const REDOCS_OWN: readonly string[] = ['label-content-name-mismatch'];

const contract = bundled as Contract;
/** The contract as the page has it, once it is rendered. */
const read = structuredClone(contract);

/** What the page says of each member of a body, by its name there; of a choice the first variant. */
function wordsOf(value: Schema, name = ''): [string, string][] {
  const schema = resolve<Schema>(read, value);
  const inside = [...((schema['oneOf'] as Schema[]) ?? []).slice(0, 1), ...((schema['allOf'] as Schema[]) ?? [])];
  const members = Object.entries(schema.properties ?? {}).map(([key, member]) => [`${name}${key}`, member] as const);
  return [
    ...inside.flatMap((part) => wordsOf(part, name)),
    ...(schema['items'] ? wordsOf(schema['items'] as Schema, `${name.slice(0, -1)}[].`) : []),
    ...members.flatMap(([key, member]): [string, string][] => [
      [key, String(resolve<Schema>(read, member)['description'])],
      ...wordsOf(member, `${key}.`),
    ]),
  ];
}

/** Words without what marks them up. */
const plain = (text: string) =>
  text.replaceAll(/^- |[`*]|\[([^\]]*)\]\([^)]*\)|\u200b/gm, '$1').replaceAll(/\s+/g, ' ');

describe.skipIf(!hasChromium)('the reference in a browser', { timeout: 60_000 }, () => {
  let browser: Browser;
  let server: Server;
  let url: string;
  /** The page takes more than a second to load: what leaves it as it is shares one. */
  let shared: Window;

  beforeAll(async () => {
    const html = await renderReference(read);
    server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/reference`;
    browser = await sharedChromium();
    shared = await open();
  }, 60_000);

  afterAll(async () => {
    await shared?.close();
    server?.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function open(hash = '', options: Parameters<Browser['newContext']>[0] = { viewport: DESKTOP }) {
    const window = await openWindow(browser, [new URL(url).origin], options);
    await window.page.goto(url + hash);
    await window.page.locator('#api-content').waitFor();
    return window;
  }

  test.each([
    ['light', 'rgb(243, 245, 247)', 'rgb(26, 33, 40)'],
    ['dark', 'rgb(26, 33, 40)', 'rgb(243, 245, 247)'],
  ] as const)('in %s colours it asks for nothing but itself, and axe finds nothing serious but what is Redoc’s', async (colorScheme, own, other) => {
    const { page, requests, trouble, close } = await open('', { colorScheme, viewport: PHONE });
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.mouse.wheel(0, 20_000);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect(requests.filter(({ url }) => url.startsWith('http'))).toHaveLength(1);
      expect(trouble).toEqual([]);
    }
    const rules = colorScheme === 'dark' ? { runOnly: COLOUR_RULES } : {};
    const found: string[] = [];
    // A guide and an operation; what the page begins with stands above both.
    for (const section of ['/credential-kinds/education', '/webhooks/createwebhook', ...sized([], [''])]) {
      await page.goto(`${url}#${section}`);
      const place = section === '' ? page : page.locator(`[data-section-id="${section}"]`);
      await place.getByRole('heading').first().waitFor();
      for (const { id, impact, nodes } of await runAxe(page, rules))
        if (['serious', 'critical'].includes(impact) && !REDOCS_OWN.includes(id))
          found.push(`${section} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`);
    }
    expect(found).toEqual([]);
    const background = () => page.evaluate('getComputedStyle(document.querySelector(".menu-content")).backgroundColor');
    expect(await background()).toBe(own);
    await page.getByTestId('color-mode-switcher').click();
    expect(await background()).toBe(other);
    await close();
  });

  test('the code blocks of the guides stand as they were written, in colours by language, which can be read', async () => {
    // What is not near the window is not drawn.
    const window = await open('', { viewport: { width: DESKTOP.width, height: 20_000 } });
    const { page, trouble } = window;
    const highlighted = new Set<string>();
    const languages = new Set<string>();
    for (const { name, description } of contract.tags) {
      const blocks = [...description.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)];
      if (blocks.length === 0) continue;
      for (const [, language = ''] of blocks) languages.add(language);
      await page.goto(`${url}#tag/${name.replaceAll(' ', '-')}`);
      const shown = page.locator('pre[data-language]');
      const codes = blocks.map(([, , code]) => code);
      await expect
        .poll(() => shown.allTextContents(), { message: name, timeout: 5_000 })
        .toEqual(expect.arrayContaining(codes));
      for (const block of await page.locator('pre[data-language]:has(span)').all())
        highlighted.add(String(await block.getAttribute('data-language')));
      for (const colorScheme of COLOUR_SCHEMES) {
        await page.emulateMedia({ colorScheme });
        expect(await runAxe(page, { runOnly: ['color-contrast'], part: 'pre[data-language]' }), name).toEqual([]);
      }
    }
    languages.delete('text');
    expect(languages.size).toBeGreaterThan(5);
    expect([...highlighted].sort()).toEqual([...languages].sort());
    expect(trouble).toEqual([]);
    await window.close();
  });

  test('every problem type leads to the section that explains it', async () => {
    const { page, trouble } = shared;
    for (const code of Object.keys(problems)) {
      await page.goto(`${url}#/errors/${code}`);
      const heading = page.locator(`[data-section-id="/errors/${code}"]`).getByRole('heading');
      await heading.waitFor();
      await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 5000 }).toBeLessThan(200);
      expect((await heading.boundingBox())?.y, code).toBeGreaterThan(-5);
    }
    expect(trouble).toEqual([]);
  });

  const places: [string, string][] = [
    // As the server redirects to it.
    [`#/errors/${Object.keys(problems)[0]}`, String(Object.keys(problems)[0])],
    ['#tag/Webhooks/operation/rotateWebhookSecret', 'Rotate the secret of a webhook'],
    ['#tag/Webhooks', 'Webhooks'],
    ['#operation/addEducation', 'Submit an education qualification'],
    ['#/credential-kinds/education', 'Education'],
  ];
  // The page is loaded for each.
  test.each(sized(places.slice(0, 2), places))('%s leads there', async (hash, title) => {
    const { page } = shared;
    // As one who comes from elsewhere.
    await page.goto('about:blank');
    await page.goto(url + hash);
    const heading = page.getByRole('heading', { name: title, exact: false }).first();
    await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 5000 }).toBeLessThan(200);
    expect((await heading.boundingBox())?.y).toBeGreaterThan(-5);
  });

  test('every link of a guide leads to a place that there is', async () => {
    const texts = [(contract as unknown as { info: Described }).info, ...contract.tags];
    const links = texts.flatMap(({ description }) =>
      [...description.matchAll(/\]\((#[^)]+)\)/g)].map(([, link = '']) => link),
    );
    expect(links.length).toBeGreaterThan(20);
    const { page } = shared;
    for (const link of new Set(links)) {
      await page.evaluate(`location.assign(${JSON.stringify(link)})`);
      // What Redoc does not know, it leaves as it is.
      await expect.poll(() => new URL(page.url()).hash, { message: link, timeout: 5_000 }).toMatch(/^#\/./);
    }
  });

  test.each([
    ['id_conflict', 'id_conflict'],
    ['rotateWebhookSecret', 'Rotate the secret of a webhook'],
    ['RFC 9745', 'Versions and deprecation'],
  ])('the search finds %s', async (text, title) => {
    const { page, trouble } = shared;
    await page.getByTestId('search-trigger').click();
    await page.getByPlaceholder(/search/i).fill(text);
    const results = page.getByRole('dialog').or(page.locator('[data-component-name*="Search"]'));
    await results.getByText(title, { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    expect(trouble).toEqual([]);
  });

  test('exactly what is under development is marked so', async () => {
    const { page } = shared;
    const events = Object.values(contract.webhooks).map(({ post }) => post);
    const all: Operation[] = [...listOperations(read).map(({ operation }) => operation), ...events];
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

  test.each([
    'addEducation',
    'addEnglishProficiency',
    'addMicrocredential',
    'addRightToWork',
    'createWebhook',
  ])('the rules of each member of the body of %s stand at its place, without patterns for machines', async (id) => {
    const { page } = shared;
    await page.goto(`${url}#operation/${id}`);
    const section = page.locator(`[data-section-id$="/${id.toLowerCase()}"]`);
    await section.getByRole('heading').first().waitFor();
    const more = section.getByText(/^Show .*(property|properties|details)$/);
    const operation = listOperations(read).find((listed) => listed.operation.operationId === id)?.operation;
    const all = wordsOf(operation?.requestBody?.content['application/json']?.schema ?? {});
    // What is deeper, Redoc shows when it is scrolled to.
    const words = all.filter(([name]) => name.split('.').length <= 3);
    expect(words.length).toBeGreaterThan(2);
    let shown = '';
    const missing = async () => {
      while ((await more.count()) > 0) await more.first().click();
      shown = plain(await section.innerText());
      return words.filter(([name, description]) => {
        const places = [...shown.matchAll(new RegExp(` ${name.replaceAll(/[.[\]]/g, '\\$&')} `, 'g'))];
        return !places.some(({ index }) => shown.slice(index, index + 1500).includes(plain(description).trim()));
      });
    };
    // What is opened comes a moment later, with more to open.
    await expect.poll(missing, { timeout: 10_000 }).toEqual([]);
    expect(shown).not.toMatch(/\\x[0-9A-F]{2}|\[Hh\]/);
  });

  test('the form of an education opens on a qualification that is conferred', async () => {
    const { page } = shared;
    await page.goto(`${url}#operation/addEducation`);
    const choice = page
      .locator('[data-section-id="/submissions/addeducation"]')
      .getByText(/^(Conferred|Awaiting graduation)$/);
    await choice.first().waitFor();
    expect(await choice.first().innerText()).toBe('Conferred');
  });

  test('operations that both versions have are told apart in the menu', async () => {
    const summaries = listOperations(read).map(({ operation }) => operation.summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    const { page } = shared;
    await page.goto(`${url}#tag/Submission-status`);
    for (const version of ['v1', 'v2'])
      await page.locator('.menu-content').getByText(`Get the status of a submission (${version})`).waitFor();
  });

  test('on paper there is no menu', async () => {
    const { page } = shared;
    await page.goto(`${url}#/errors/id_conflict`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.menu-content').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'id_conflict' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });
});

interface Described {
  description: string;
}
