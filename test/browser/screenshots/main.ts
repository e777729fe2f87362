// Updates the screenshots in README.md: `node --import tsx test/browser/screenshots/main.ts`.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Hono } from 'hono';
import type { JSXNode } from 'hono/jsx';
import type { Page } from 'playwright-core';
import type { Contract } from '../../../scripts/generate/contract.ts';
import { buildSite } from '../../../scripts/reference/site.ts';
import { createUserAppAssets } from '../../../server/user-app/assets.ts';
import { ConsentPage } from '../../../server/user-app/views/submission-pages.tsx';
import { VerifyPage } from '../../../server/user-app/views/verify-page.tsx';
import { contract, example } from '../../support/contract.ts';
import { inFrame, page as pageOf, viewOf } from '../../user-app/pages.ts';
import { sharedChromium } from '../chromium.ts';
import { DESKTOP } from '../support.ts';

const APP_URL = 'http://localhost:3000';
const asked = { action: '/here', partnerName: 'Sandbox Partner' };

const pages = {
  consent: pageOf(ConsentPage, {
    isOwned: false,
    ...asked,
    digest: 'd',
    submission: viewOf('education', example('EducationWithTranscript')),
  }),
  verify: pageOf(VerifyPage, {
    isOwned: false,
    ...asked,
    usedName: 'Acme Hiring',
    logoHref: null,
    backTo: 'hiring.acme.example',
    identities: [{ id: '1', fullName: 'Alex Example', partnerName: asked.partnerName, accepted: '2026-01-31' }],
  }),
};

/** Font of the screenshots. System fonts differ between machines and would change the line breaks. */
const FONT = 'Inter Variable';
const font = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);
const STYLE = `
  @font-face { font-family: "${FONT}"; font-weight: 100 900; src: url("data:font/woff2;base64,${font.toString('base64')}"); }
  html:root { --font-family-base: "${FONT}" !important; }
  body { font-family: "${FONT}" !important; }`;

async function savePicture(name: string, page: Page): Promise<void> {
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(`document.fonts.load('16px "${FONT}"').then(() => document.fonts.ready)`);
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await writeFile(new URL(`${name}.png`, import.meta.url), picture);
}

const browser = await sharedChromium();

/** Takes a screenshot of a page for users on a phone. */
async function takePage(name: string, content: JSXNode): Promise<void> {
  const app = new Hono().route('/', createUserAppAssets());
  app.get('/', (c) =>
    c.html(inFrame(content, { account: { csrf: 'token', name: 'alex@example.com', signOut: '/sign-out' } })),
  );
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 });
  await context.route('**', async (route) => {
    const response = await app.request(route.request().url());
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  });
  const page = await context.newPage();
  await page.goto(APP_URL);
  await savePicture(name, page);
  await context.close();
}

/** Takes a screenshot of an operation in the reference. */
async function takeReference(file: string): Promise<void> {
  const page = await browser.newPage({ viewport: DESKTOP, colorScheme: 'light' });
  await page.goto(pathToFileURL(file).href);
  await savePicture('reference', page);
}

const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
try {
  for (const [name, content] of Object.entries(pages)) await takePage(name, content);
  await buildSite(contract as Contract, folder);
  await takeReference(path.join(folder, 'operations/createVerificationRequest.html'));
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
