import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import { createUserAppAssets } from '../../server/user-app/assets.ts';
import { ConsentPage } from '../../server/user-app/views/submission-pages.tsx';
import { VerifyPage } from '../../server/user-app/views/verify-page.tsx';
import { example } from '../support/contract.ts';
import { inFrame, page as pageOf, viewOf } from '../user-app/pages.ts';
import { DESKTOP } from './support.ts';

// The pictures of the documents: made by `node --import tsx test/browser/screenshots/main.ts`.

const APP_URL = 'http://localhost:3000';
const asked = { action: '/here', partnerName: 'Sandbox Partner' };

const pages = {
  consent: pageOf(ConsentPage, {
    ...asked,
    digest: 'd',
    submission: viewOf('education', example('EducationWithTranscript')),
  }),
  verify: pageOf(VerifyPage, {
    ...asked,
    usedName: 'Acme Hiring',
    logoHref: null,
    backTo: 'hiring.acme.example',
    identities: [{ id: '1', fullName: 'Alex Example', partnerName: asked.partnerName, accepted: '2026-01-31' }],
  }),
};

/** The pictures of the pages for people. */
export const PICTURES_OF_PAGES = Object.keys(pages) as readonly (keyof typeof pages)[];

type Picture = keyof typeof pages | 'reference';

export const pictureFile = (name: Picture): URL => new URL(`screenshots/${name}.png`, import.meta.url);

/** Machines differ in their fonts, and lines then break elsewhere. */
const FONT = 'Inter Variable';
const font = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);
const STYLE = `
  @font-face { font-family: "${FONT}"; font-weight: 100 900; src: url("data:font/woff2;base64,${font.toString('base64')}"); }
  html:root { --font-family-base: "${FONT}" !important; }
  body { font-family: "${FONT}" !important; }`;

async function pictureOf(page: Page): Promise<Buffer> {
  const style = await page.addStyleTag({ content: STYLE });
  await page.evaluate(`document.fonts.load('16px "${FONT}"').then(() => document.fonts.ready)`);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await style.evaluate('(style) => style.remove()');
  return picture;
}

/** A page for people on a phone, as it is now. */
export async function pictureOfPage(browser: Browser, name: keyof typeof pages): Promise<Buffer> {
  const app = new Hono().route('/', createUserAppAssets());
  app.get('/', (c) => c.html(inFrame(pages[name], { account: { csrf: 'token', name: 'alex@example.com' } })));
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 });
  await context.route('**', async (route) => {
    const answer = await app.request(route.request().url());
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) });
  });
  const page = await context.newPage();
  await page.goto(APP_URL);
  const picture = await pictureOf(page);
  await context.close();
  return picture;
}

/** The operation of the reference that its picture shows. */
const OPERATION = 'createVerificationRequest';

/** The reference as it is now, in a page that has loaded it. Leaves the page at an operation. */
export async function pictureOfReference(page: Page): Promise<Buffer> {
  const before = page.viewportSize();
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(`location.hash = '#operation/${OPERATION}'`);
  const heading = page.locator(`[data-section-id$="/${OPERATION.toLowerCase()}"]`).getByRole('heading').first();
  await heading.waitFor();
  await page.getByTestId('search-trigger').getByText('Search').waitFor();
  // As one who comes from elsewhere has the menu.
  await page.evaluate(
    'for (const part of document.querySelectorAll(".menu-content, .menu-content *")) part.scrollTop = 0',
  );
  const picture = await pictureOf(page);
  if (before) await page.setViewportSize(before);
  return picture;
}
