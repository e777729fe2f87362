// Updates the screenshots in this folder: `node --import tsx test/browser/screenshots/main.ts`. README.md shows three
// screenshots. Arguments select pages by name, for example `verify`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import type { Contract } from '../../../scripts/contract/openapi.ts';
import { buildSite } from '../../../scripts/reference/site.ts';
import { createUserAppAssets } from '../../../server/pages/page-assets.ts';
import { brand, everyPage } from '../../pages/pages.ts';
import { contract } from '../../support/contract.ts';
import { sharedChromium } from '../chromium.ts';
import { DESKTOP } from '../support.ts';

const APP_URL = 'http://localhost:3000';

const pageNameByScreenshot: Record<string, string> = {
  start: 'open link',
  'sign-in': 'sign in',
  consent: 'consent, education with a transcript',
  'consent-batch': 'consent, v2 batch',
  decline: 'decline, confirm',
  credential: 'credential',
  credentials: 'my credentials',
  verify: 'verify, one identity',
  'verify-several': 'verify, several identities',
  account: 'account',
  accepted: 'accepted',
  shared: 'shared',
  'link-error': 'link error',
};

const { positionals } = parseArgs({ allowPositionals: true });
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);

const browser = await sharedChromium();

async function takePage(file: string, name: string, viewport: { width: number; height: number }) {
  const app = new Hono().route('/', createUserAppAssets(brand));
  app.get('/', (c) => c.html(everyPage()[name] ?? ''));
  app.get('/partner/*', (c) => c.body(LOGO, 200, { 'Content-Type': 'image/svg+xml' }));
  const context = await browser.newContext({ viewport, colorScheme: 'light', timezoneId: 'Asia/Singapore' });
  await context.route('**', async (route) => {
    const response = await app.request(route.request().url());
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  });
  const page = await context.newPage();
  await page.goto(APP_URL);
  await page.evaluate('document.fonts.ready');
  await savePicture(file, page);
  await context.close();
}

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56"><circle cx="28" cy="28" r="18" fill="#2a6f5b"/></svg>';

const savePicture = async (file: string, page: Page): Promise<void> =>
  writeFile(file, await page.screenshot({ animations: 'disabled', caret: 'hide' }));

async function takeReference(file: string, picture: string): Promise<void> {
  const page = await browser.newPage({ viewport: DESKTOP, colorScheme: 'light' });
  await page.goto(pathToFileURL(file).href);
  await savePicture(picture, page);
}

const own = import.meta.dirname;
const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
try {
  await takePictures();
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

async function takePictures(): Promise<void> {
  for (const [name, page] of Object.entries(pageNameByScreenshot).filter(([name]) => isWanted(name))) {
    await takePage(path.join(own, `${name}.png`), page, { width: 390, height: 844 });
    await takePage(path.join(own, `${name}-1280.png`), page, { width: 1280, height: 900 });
  }
  if (!isWanted('reference')) return;
  await buildSite(contract as Contract, folder);
  await takeReference(path.join(folder, 'operations/createVerificationRequest.html'), path.join(own, 'reference.png'));
}
