import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../generated/operations.ts';
import {
  type Contract,
  listOperations,
  type Operation,
  type Response,
  resolve,
  type Schema,
  targetOf,
} from '../../scripts/generate/contract.ts';
import { UNDER_DEVELOPMENT } from '../../scripts/reference/for-readers.ts';
import { renderReference } from '../../scripts/reference/render.ts';
import { generatedFiles } from '../../server/generated-files.ts';
import { serveReference } from '../../server/http/reference.ts';
import type { RequestEnv } from '../../server/http/request-log.ts';
import { contract as bundled } from '../support/contract.ts';
import { sized } from '../support/size.ts';
import { COLOUR_RULES, COLOUR_SCHEMES, EVERY_RULE, runAxe } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { DESKTOP, openWindow, PHONE, type Window } from './support.ts';

const contract = bundled as Contract;
const events = Object.values(contract.webhooks).map(({ post }) => post);
const operations = [...listOperations(contract).map(({ operation }) => operation), ...events];
/** Copy of the contract that is modified when the page is rendered. */
const read = structuredClone(contract);

/** Returns the descriptions of a schema and of the schemas that it references. */
function descriptionsOf({ $ref, description }: Schema): string[] {
  // Redoc shows the variants of an object with a discriminator instead of its description.
  if (typeof $ref === 'string' && resolve<Schema>(contract, { $ref }).discriminator !== undefined) return [];
  const own = typeof description === 'string' ? [description] : [];
  return typeof $ref === 'string' ? [...own, ...descriptionsOf(targetOf(contract, $ref) as Schema)] : own;
}

/** Returns the descriptions of every property and item in a body. The page shows no field for a `discriminator`. */
function rulesIn(value: Schema, except?: string): string[] {
  const { $ref, ...beside } = value;
  const schema: Schema = { ...(typeof $ref === 'string' && resolve<Schema>(contract, { $ref })), ...beside };
  const { discriminator, properties = {} } = schema;
  const mapped = Object.values(discriminator?.mapping ?? {}).map(($ref): Schema => ({ $ref }));
  const variants = discriminator ? mapped : ((schema['oneOf'] as Schema[] | undefined) ?? []);
  const parts = [...((schema['allOf'] as Schema[] | undefined) ?? []), ...variants];
  const items = schema['items'] as Schema | undefined;
  const members = Object.entries(properties).flatMap(([name, member]) => (name === except ? [] : [member]));
  return [
    ...parts.flatMap((part) => rulesIn(part, discriminator?.propertyName ?? except)),
    ...members.flatMap((member) => [...descriptionsOf(member), ...rulesIn(member)]),
    // The page shows the properties of an item. If the item has no properties, the page shows its description.
    ...(items ? (rulesIn(items).length > 0 ? rulesIn(items) : descriptionsOf(items)) : []),
  ];
}

/** Returns the statuses and the descriptions of the bodies that are not in `known`, and adds them to `known`. */
function newBodiesOf({ requestBody, responses }: Operation, known: Set<string>) {
  const contents = Object.entries(responses).map(
    ([code, response]) => [code, resolve<Response>(contract, response).content] as const,
  );
  const bodies = [['', requestBody?.content] as const, ...contents].map(([code, content]) => {
    const schemas = Object.values(content ?? {}).map(({ schema = {} }) => schema);
    const unknown = schemas.filter((schema) => !known.has(JSON.stringify(schema)));
    for (const schema of unknown) known.add(JSON.stringify(schema));
    return { code, rules: unknown.flatMap((schema) => rulesIn(schema)) };
  });
  const shown = bodies.filter(({ rules }) => rules.length > 0);
  return { codes: shown.map(({ code }) => code), rules: new Set(shown.flatMap(({ rules }) => rules)) };
}

/** Browser function that opens every field and every variant in a section, and resolves to the displayed text. */
const READ_FIELDS = `async (section, codes) => {
  let text = '';
  const drawn = () => new Promise((resolve) => setTimeout(resolve, 20));
  for (const code of codes) {
    [...section.querySelectorAll('[role=tab]')].find((tab) => tab.textContent.trim() === code)?.click();
    for (let round = 0, rounds = 1; round < rounds; round++) {
      const opened = new WeakSet();
      for (let idle = 0; idle < 4; idle++) {
        await drawn();
        const closed = [...section.querySelectorAll('.schema-property-item button')].filter((button) =>
          /Show .*(property|properties|details)$/.test(button.textContent) && !opened.has(button));
        const choices = [...section.querySelectorAll('[data-section-id=switcher] [role=tablist]')].map((list) => {
          rounds = Math.max(rounds, list.children.length);
          return list.children[Math.min(round, list.children.length - 1)];
        });
        // A second click would close an open field.
        for (const next of [...closed, ...choices.filter((tab) => tab.getAttribute('aria-selected') !== 'true')]) {
          opened.add(next);
          next.click();
          idle = 0;
        }
      }
      text += section.textContent;
    }
  }
  return text;
}`;

/** Tall viewport, because the page renders only the content that is near the viewport. */
const TALL = { width: DESKTOP.width, height: 20_000 };

/** Removes Markdown syntax and whitespace. */
const bare = (text: string) => text.replaceAll(/^- |[`*]|\[([^\]]*)\]\([^)]*\)|\u200b/gm, '$1').replaceAll(/\s/g, '');

/** Switches the colour scheme. The page reads the browser's preference only when it loads. */
async function setColours(page: Page, scheme: (typeof COLOUR_SCHEMES)[number]): Promise<void> {
  await page.addStyleTag({ content: '* { transition: none !important }' });
  await page.evaluate(`document.documentElement.classList.toggle('dark', ${scheme === 'dark'})`);
}

describe.skipIf(!hasChromium)('The reference in a browser', { timeout: sized(120_000, 1_200_000) }, () => {
  let browser: Browser;
  let server: ServerType;
  let folder: string;
  let url: string;
  /** Window that the read-only tests share, because loading the page takes more than a second. */
  let shared: Window;

  beforeAll(async () => {
    const html = await renderReference(read);
    folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
    const page = pathToFileURL(path.join(folder, 'reference.html'));
    await writeFile(page, html);
    const app = new Hono<RequestEnv>();
    serveReference(app, '', { ...generatedFiles, page });
    await new Promise<void>((resolve) => {
      server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve());
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/reference`;
    browser = await sharedChromium();
    shared = await open();
  }, 60_000);

  afterAll(async () => {
    await shared?.close();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  async function open(hash = '#/', options: Parameters<Browser['newContext']>[0] = { viewport: DESKTOP }) {
    const window = await openWindow(browser, [new URL(url).origin], options);
    await window.page.goto(url + hash);
    await window.page.locator('#api-content').waitFor();
    return window;
  }

  test('the page shows its content without JavaScript', async () => {
    const { page, trouble, close } = await open('', { viewport: DESKTOP, javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Partner Credential API');
    expect(trouble).toEqual([]);
    await close();
  });

  test('the page loads with a single request, and its menu links to its own sections', async () => {
    const { page, requests, trouble, close } = await open('');
    await page.getByTestId('search-trigger').click();
    await page.getByPlaceholder(/search/i).waitFor();
    const hrefs = await page.locator('.menu-content a[data-discover]').evaluateAll((all) => all.map(String));
    expect(hrefs.length).toBeGreaterThan(20);
    expect(hrefs.filter((href) => !href.startsWith(`${url}#/`))).toEqual([]);
    expect(requests.map(({ url }) => url).filter((url) => url.startsWith('http'))).toEqual([url]);
    expect(trouble).toEqual([]);
    await close();
  });

  test('a keyboard user can skip the menu, and a button switches the colour scheme', async () => {
    const { page, trouble, close } = await open('#/webhooks/createwebhook', {
      colorScheme: 'light',
      viewport: DESKTOP,
    });
    await page.getByRole('heading', { name: 'Create a webhook' }).first().waitFor();
    expect(await page.evaluate('document.querySelector("a, button").className')).toBe('skip-link');
    await page.locator('.skip-link').press('Enter');
    expect(await page.evaluate('document.activeElement.localName')).toBe('main');
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await page.mouse.wheel(0, 20_000);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    }
    const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    expect(await scheme()).toBe('light');
    await page.getByTestId('color-mode-switcher').click();
    expect(await scheme()).toBe('dark');
    expect(trouble).toEqual([]);
    await close();
  });

  test('the page shows the code blocks in the guides unchanged and with sufficient contrast', async () => {
    const window = await open('#/', { viewport: TALL });
    const { page, trouble } = window;
    const languages = new Set<string>();
    for (const { name, description } of contract.tags) {
      const blocks = [...description.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)];
      if (blocks.length === 0) continue;
      const isNew = blocks.some(([, language = '']) => !languages.has(language));
      for (const [, language = ''] of blocks) languages.add(language);
      await page.goto(`${url}#tag/${name.replaceAll(' ', '-')}`);
      const shown = page.locator('pre[data-language]');
      const codes = blocks.map(([, , code]) => code);
      await expect
        .poll(() => shown.allTextContents(), { message: name, timeout: 15_000 })
        .toEqual(expect.arrayContaining(codes));
      // The short run checks each language once, in dark mode.
      const schemes = isNew ? (['dark'] as const) : [];
      for (const colorScheme of sized<readonly (typeof COLOUR_SCHEMES)[number][]>(schemes, COLOUR_SCHEMES)) {
        await setColours(page, colorScheme);
        expect(await runAxe(page, { runOnly: ['color-contrast'], part: 'pre[data-language]' }), name).toEqual([]);
      }
    }
    expect(languages.size).toBeGreaterThan(5);
    expect(trouble).toEqual([]);
    await window.close();
  });

  test('the anchor of every problem type opens the section that explains the problem', async () => {
    const { page, trouble } = shared;
    for (const code of Object.keys(problems)) {
      await page.goto(`${url}#/errors/${code}`);
      const heading = page.locator(`[data-section-id="/errors/${code}"]`).getByRole('heading');
      await heading.waitFor();
      await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 15_000 }).toBeLessThan(200);
      expect((await heading.boundingBox())?.y, code).toBeGreaterThan(-5);
    }
    expect(trouble).toEqual([]);
  });

  const anchors: [string, string][] = [
    // The server redirects the URL of a problem type to this anchor.
    [`#/errors/${Object.keys(problems)[0]}`, String(Object.keys(problems)[0])],
    ['#tag/Webhooks/operation/rotateWebhookSecret', 'Rotate the secret of a webhook'],
    ['#tag/Webhooks', 'Webhooks'],
    ['#operation/addEducation', 'Submit an education qualification'],
    ['#/credential-kinds/education', 'Education'],
  ];
  // The short run checks only two anchors, because each test case loads the page.
  test.each(sized(anchors.slice(0, 2), anchors))('the anchor %s opens the section "%s"', async (hash, title) => {
    const { page } = shared;
    // Start on another page, as a user who follows a link does.
    await page.goto('about:blank');
    await page.goto(url + hash);
    const heading = page.getByRole('heading', { name: title, exact: false }).first();
    await expect.poll(async () => (await heading.boundingBox())?.y, { timeout: 15_000 }).toBeLessThan(200);
    expect((await heading.boundingBox())?.y).toBeGreaterThan(-5);
  });

  test('every link in a guide leads to an existing section', async () => {
    const texts = [(contract as unknown as { info: Described }).info, ...contract.tags];
    const links = texts.flatMap(({ description }) =>
      [...description.matchAll(/\]\((#[^)]+)\)/g)].map(([, link = '']) => link),
    );
    expect(links.length).toBeGreaterThan(20);
    const { page } = shared;
    for (const link of new Set(links)) {
      await page.evaluate(`location.assign(${JSON.stringify(link)})`);
      // Redoc replaces a known anchor with its path, and leaves an unknown anchor unchanged.
      await expect.poll(() => new URL(page.url()).hash, { message: link, timeout: 15_000 }).toMatch(/^#\/./);
    }
  });

  test.each([
    ['id_conflict', 'id_conflict'],
    ['rotateWebhookSecret', 'Rotate the secret of a webhook'],
    ['RFC 9745', 'Versions and deprecation'],
    ['retry', 'Get the status of a submission (v1)'],
    ['expired token', 'Get the status of a submission (v1)'],
  ])('a search for "%s" finds "%s"', async (text, title) => {
    const { page, trouble } = shared;
    await page.getByTestId('search-trigger').click();
    await page.getByPlaceholder(/search/i).fill(text);
    const results = page.getByRole('dialog').or(page.locator('[data-component-name*="Search"]'));
    await results.getByText(title, { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    expect(trouble).toEqual([]);
  });

  test('the menu marks exactly the operations and events under development', async () => {
    const { page } = shared;
    const all = [...listOperations(read).map(({ operation }) => operation), ...events];
    const marked = new Set<string>();
    // The menu shows the operations of only one tag at a time.
    for (const tag of new Set(all.flatMap(({ tags }) => tags))) {
      await page.goto(`${url}#tag/${tag.replaceAll(' ', '-')}`);
      const shown = all.filter(({ tags }) => tags.includes(tag));
      for (const { summary } of shown) {
        const entry = page.locator('.menu-content a', { has: page.locator(`[data-text="${summary}"]`) });
        await entry.first().waitFor();
        const texts = await entry.allInnerTexts();
        if (texts.some((text) => text.toLowerCase().includes(UNDER_DEVELOPMENT.name.toLowerCase())))
          marked.add(summary);
      }
    }
    const wanted = all.filter((operation) => operation['x-under-development']).map(({ summary }) => summary);
    expect(wanted.length).toBeGreaterThan(10);
    expect([...marked].sort()).toEqual([...new Set(wanted)].sort());
  });

  test('the description of every property is displayed, accessible, and free of regular expressions', {
    timeout: sized(120_000, 1_200_000),
  }, async () => {
    const window = await open('#/', { viewport: TALL });
    const { page, trouble } = window;
    const wrong: string[] = [];
    /** Runs axe with desktop and phone viewports, in light and dark mode. */
    const checkWithAxe = async (page: Page, where: { part: string } | { without: string }) => {
      const tallPhone = { ...TALL, width: PHONE.width };
      for (const [viewport, colorScheme, runOnly] of [
        [tallPhone, 'light', EVERY_RULE],
        [TALL, 'dark', COLOUR_RULES],
        ...sized([], [[TALL, 'light', EVERY_RULE] as const, [tallPhone, 'dark', COLOUR_RULES] as const]),
      ] as const) {
        await page.setViewportSize(viewport);
        await setColours(page, colorScheme);
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        const found = await runAxe(page, { runOnly, ...where });
        wrong.push(
          ...found.map(
            ({ id, nodes }) => `${Object.values(where)} ${viewport.width} ${colorScheme} ${id}: ${nodes[0]?.html}`,
          ),
        );
      }
      await page.setViewportSize(TALL);
    };
    let rulesSeen = 0;
    const known = new Set<string>();
    // Each operation takes a second, so only the nightly build checks every operation.
    for (const operation of sized(
      operations.filter((_, i) => i % 8 === 0),
      operations,
    )) {
      const { operationId } = operation;
      const { rules, codes } = newBodiesOf(operation, known);
      if (rules.size === 0) continue;
      await page.goto(`${url}#operation/${operationId}`);
      const section = `[data-section-id$="/${operationId.toLowerCase()}"]`;
      await page.locator(section).getByRole('heading').first().waitFor();
      const given = `document.querySelector(${JSON.stringify(section)}), ${JSON.stringify(codes)}`;
      const text: string = await page.evaluate(`(${READ_FIELDS})(${given})`);
      await checkWithAxe(page, { part: section });
      const shown = bare(text);
      wrong.push(
        ...[...rules].filter((rule) => !shown.includes(bare(rule))).map((rule) => `${operationId} lacks: ${rule}`),
      );
      if (/\\x[0-9A-F]{2}|\[Hh\]/.test(text)) wrong.push(`${operationId} shows a pattern`);
      rulesSeen += rules.size;
    }
    for (const { name } of sized(contract.tags.slice(0, 2), contract.tags)) {
      const anchor = `/${name.toLowerCase().replaceAll(' ', '-')}`;
      await page.goto(`${url}#${anchor}`);
      const section = `[data-section-id="${anchor}"]`;
      await page.locator(section).getByRole('heading').first().waitFor();
      await checkWithAxe(page, { part: section });
    }
    // Check the content outside the sections, too.
    await checkWithAxe(page, { without: '[data-section-id]' });
    expect(wrong).toEqual([]);
    expect(rulesSeen).toBeGreaterThan(sized(30, 300));
    expect(trouble).toEqual([]);
    await window.close();
  });

  test('the education schema first shows the variant for a conferred qualification', async () => {
    const { page } = shared;
    await page.goto(`${url}#operation/addEducation`);
    const choice = page
      .locator('[data-section-id="/submissions/addeducation"]')
      .getByText(/^(Conferred|Awaiting graduation)$/);
    await choice.first().waitFor();
    expect(await choice.first().innerText()).toBe('Conferred');
  });

  test('the menu distinguishes operations that exist in both versions', async () => {
    const summaries = listOperations(read).map(({ operation }) => operation.summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    const { page } = shared;
    await page.goto(`${url}#tag/Submission-statuses`);
    for (const version of ['v1', 'v2'])
      await page.locator('.menu-content').getByText(`Get the status of a submission (${version})`).waitFor();
  });

  test('the printed page does not contain the menu', async () => {
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
