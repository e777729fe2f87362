// Makes the pictures of the documents anew, after the look of a page changed: `node --import tsx test/browser/screenshots/main.ts`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderReference } from '../../../scripts/reference/render.ts';
import { contract } from '../../support/contract.ts';
import { sharedChromium } from '../chromium.ts';
import { PICTURES_OF_PAGES, pictureFile, pictureOfPage, pictureOfReference } from '../pictures.ts';

const browser = await sharedChromium();
const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
try {
  for (const name of PICTURES_OF_PAGES) await writeFile(pictureFile(name), await pictureOfPage(browser, name));
  const file = path.join(folder, 'reference.html');
  await writeFile(file, await renderReference(structuredClone(contract)));
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await writeFile(pictureFile('reference'), await pictureOfReference(page));
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
