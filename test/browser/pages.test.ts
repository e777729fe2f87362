import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Language } from '../../server/pages/messages/messages.tsx';
import { createUserAppAssets } from '../../server/pages/page-assets.ts';
import { ConsentPage } from '../../server/pages/views/decision-pages.tsx';
import { OpenLinkPage } from '../../server/pages/views/entry-pages.tsx';
import {
  arabic,
  brand,
  consentProps,
  everyPage,
  inFrame,
  longest,
  page as pageOf,
  rightToLeft,
  spanish,
  unbroken,
  viewOf,
} from '../pages/pages.ts';
import { sized } from '../support/size.ts';
import { accessibilityViolations, COLOUR_SCHEMES, cutOff } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
].join('; ');

const link = '/partner/add/education#clientId=acme&documentType=pdf&content=4b8f5a52%2B1';

const pagesIn = (language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(everyPage(undefined, language)).map(([name, page]) => [`${language.tag}: ${name}`, page]),
  );

const pages: Record<string, string> = {
  ...everyPage(),
  ...pagesIn(spanish),
  ...pagesIn(arabic),
  // This page has long text without line breaks, right-to-left text, and a table of 500 rows (64 in the short run).
  longest: inFrame(
    pageOf(ConsentPage, {
      ...consentProps,
      asker: { name: `${rightToLeft} ${unbroken}`, host: null },
      submission: viewOf('education', longest(sized(64, 500))),
    }),
    { account: { csrf: 'token', name: unbroken, signOutPath: '/sign-out' } },
  ),
};

const DISTINCT =
  /^(accepted|account|shared|open link|sign in, refused|sign in needed|link error|longest|my credentials(, searched)?|decline, confirm|consent, .*(transcript|v2 batch)|credential(, v2 batch)?|verify, (one|several|no accepted) .*)$/;
const TRANSLATED = /: (consent, v2 batch|verify, several identities|my credentials|credential, v2 batch)$/;

/** The short run checks English pages with different elements, and a few translated pages. */
const checked = Object.keys(pages).filter((name) => sized(TRANSLATED.test(name) || DISTINCT.test(name), true));

describe.skipIf(!hasChromium)('The pages of the user application in a browser', () => {
  let server: ServerType;
  let browser: Browser;
  let base = '';
  let submittedForms: URLSearchParams[] = [];

  beforeAll(async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      await next();
      c.header('Content-Security-Policy', POLICY);
    });
    app.route('/', createUserAppAssets(brand));
    app.get('/pages/:name', (c) => c.html(pages[c.req.param('name')] ?? ''));
    app.get('/start', (c) => c.html(`<title>Start</title><a href="${link}">the link</a>`));
    app.get('/done', (c) => c.html('<title>Done</title>'));
    app.get('/partner/add/:type', (c) =>
      c.html(inFrame(pageOf(OpenLinkPage, { csrf: 'token', action: `/partner/add/${c.req.param('type')}` }))),
    );
    app.post('/partner/add/:type', async (c) => {
      submittedForms.push(new URLSearchParams(await c.req.text()));
      return c.redirect('/done', 303);
    });
    server = await new Promise<ServerType>((resolve) => {
      const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
        base = `http://127.0.0.1:${port}`;
        resolve(listening);
      });
    });
    browser = await sharedChromium();
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  const policyViolations: string[] = [];

  async function openTab(): Promise<Page> {
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) policyViolations.push(message.text());
    });
    return page;
  }

  /** Tab that the tests share, because opening a tab takes longer than most tests. */
  let page: Page;
  beforeAll(async () => {
    page = await openTab();
  });
  afterAll(() => page.context().close());
  afterEach(async () => {
    await page.emulateMedia({ media: null, colorScheme: null });
    expect(policyViolations).toEqual([]);
  });

  async function visit(path: string, [width, height]: [number, number] = [390, 844]): Promise<void> {
    await page.setViewportSize({ width, height });
    await page.goto(base + path);
  }
  const pathOf = (name: string) => `/pages/${encodeURIComponent(name)}`;

  it.each(
    checked,
  )('the page "%s" is accessible, fits a phone, and follows the content security policy', async (name) => {
    await visit(pathOf(name), [360, 800]);
    await page.evaluate('for (const folded of document.querySelectorAll("details")) folded.open = true');
    // The short run checks the dark colours only in English, because the other languages use the same colours.
    for (const colorScheme of COLOUR_SCHEMES.slice(0, name.includes(': ') ? sized(1, 2) : 2))
      expect(await accessibilityViolations(page, colorScheme), colorScheme).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await cutOff(page)).toEqual([]);
  });

  // The header of the page "longest" contains an account name of 500 characters.
  it.each(['longest', 'ar: my credentials'])('at 400 %% zoom, "%s" has a header of at most 64 pixels', async (name) => {
    await visit(pathOf(name), [320, 256]);
    expect(await page.evaluate('document.querySelector(".top").offsetHeight')).toBeLessThanOrEqual(64);
  });

  it('a list of 30 credentials is at most 3,000 pixels high on a phone, and has two columns on a wide screen', async () => {
    await visit(pathOf('my credentials, many'));
    expect(await page.locator('.entries > li').count()).toBe(30);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(3000);
    for (const [width, columns] of [
      [390, 1],
      [768, 2],
      [1280, 2],
    ] as const) {
      await visit(pathOf('my credentials, many'), [width, 844]);
      const edges = await page.locator('.entries > li').evaluateAll((all) => all.map((each) => each.offsetLeft));
      expect(new Set(edges).size, String(width)).toBe(columns);
    }
  });

  it('a page shows times in the time zone of the browser', async () => {
    const tab = await browser.newPage({ timezoneId: 'Australia/Sydney' });
    onTestFinished(() => tab.context().close());
    await tab.goto(base + pathOf('consent, v2 batch'));
    expect(await tab.locator('time').first().innerText()).toMatch(/^2 February 2026 at 20:30 .* Time$/);
  });

  it('if a page asks the user for a decision, the buttons have equal widths and a fixed order, and never cover other content', async () => {
    for (const [name, labels] of [
      ['consent, v2 batch', ['Accept', 'Not now', 'Decline']],
      ['verify, one identity', ['Share', 'Not now', 'Don’t share']],
      ['verify, no identity', ['Not now', 'Don’t share']],
    ] as const)
      for (const width of [390, 1280]) {
        await visit(pathOf(name), [width, 844]);
        const buttons = page.locator('main .actions button');
        expect(await buttons.allInnerTexts()).toEqual(labels);
        const widths = await buttons.evaluateAll((all) =>
          all.map((each) => Math.round(each.getBoundingClientRect().width)),
        );
        expect(new Set(widths).size, `${name}, ${width}`).toBe(1);
        const stuck = `[...document.querySelectorAll('main *')].filter((each) => /fixed|sticky/.test(getComputedStyle(each).position)).length`;
        expect(await page.evaluate(stuck)).toBe(0);
      }
  });

  it('a transcript that is collapsed on the screen is printed in full', async () => {
    await visit(pathOf('longest'));
    const last = page.locator('tbody tr').last();
    expect(await last.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    const lines = await page.evaluate('document.querySelector("table").getBoundingClientRect().height');
    expect(lines).toBeGreaterThan(64 * 20);
    expect(await last.isVisible()).toBe(true);
  });

  it.each([
    'consent, v2 batch',
    'credential, v2 batch',
    'shared',
    'verify, several identities',
    'account',
  ])('the printed page "%s" has no controls, and has dark text on white even in dark mode', async (name) => {
    await visit(pathOf(name), [794, 1123]);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const visible = await page.locator(':is(nav, button, input, .button)').filter({ visible: true }).allInnerTexts();
    expect(visible).toEqual([]);
    const { background, color } = await page.evaluate<Record<string, string>>(
      '({ ...getComputedStyle(document.body) })',
    );
    expect([background, color]).toEqual([expect.stringContaining('rgb(255, 255, 255)'), 'rgb(20, 25, 31)']);
    // In the summary of a credential, the kind must be above the title.
    for (const summary of await page.locator('.credential > summary').all()) {
      const [kind, title] = await Promise.all(['.detail', 'h3'].map((part) => summary.locator(part).boundingBox()));
      expect(title?.x).toBe(kind?.x);
      expect(title?.y).toBeGreaterThan(kind?.y ?? 0);
    }
  });

  it('the buttons on the page of a verification request look different from each other, even in forced-colors mode', async () => {
    await visit(pathOf('verify, one identity'));
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors });
      const looks = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main button:not(.link)')].map((button) => {
          const { backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(button);
          return backgroundColor + borderTopStyle + (${forcedColors === 'none'} ? borderTopColor : '');
        })`,
      );
      expect(new Set(looks).size, forcedColors).toBe(3);
    }
    await page.emulateMedia({ forcedColors: null });
  });

  describe('The link of a partner', () => {
    /** Opens a page in a new tab, whose history is empty. */
    async function open(path: string): Promise<Page> {
      const tab = await openTab();
      onTestFinished(() => tab.context().close());
      await tab.goto(base + path, { waitUntil: 'commit' });
      await tab.waitForLoadState();
      return tab;
    }
    beforeEach(() => {
      submittedForms = [];
    });

    it('the page that a partner link opens submits the URL fragment only once, even if the user navigates back', async () => {
      const page = await open('/start');
      await page.click('a');
      await page.waitForURL('**/done');
      expect(submittedForms.map((form) => Object.fromEntries(form))).toEqual([
        { csrf: 'token', clientId: 'acme', documentType: 'pdf', content: '4b8f5a52+1' },
      ]);
      await page.goBack();
      await page.waitForLoadState();
      expect(page.url()).not.toContain('#');
      expect(submittedForms).toHaveLength(1);
    });

    it('if a user returns to the page that a partner link opened, a button submits the URL fragment again', async () => {
      // The page keeps the fragment in its history state for users who return to the page.
      const page = await open('/partner/add/education');
      await page.evaluate(`history.replaceState({ link: 'clientId=acme&content=1' }, '')`);
      await page.reload();
      expect(submittedForms).toEqual([]);
      await page.getByRole('button', { name: 'Open it again' }).click();
      await page.waitForURL('**/done');
      expect(Object.fromEntries(submittedForms[0] ?? [])).toMatchObject({ clientId: 'acme', content: '1' });
    });

    it.each([
      '',
      '#content=1',
    ])('if a partner link has the incomplete URL fragment "%s", the page submits nothing until the fragment changes', async (fragment) => {
      const page = await open(`/partner/add/education${fragment}`);
      expect(await page.getByText('This address is only a part of the link.').isVisible()).toBe(true);
      expect(await page.getByText('One moment, please.').isVisible()).toBe(false);
      expect(submittedForms).toEqual([]);
      await page.evaluate(`location.hash = 'clientId=acme&content=2'`);
      await page.waitForURL('**/done');
      expect(submittedForms).toHaveLength(1);
    });
  });
});
