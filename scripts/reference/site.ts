import { createWriteStream } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { build } from 'esbuild';
import { dump, load } from 'js-yaml';
import { ZipFile } from 'yazl';
import type { Contract } from '../contract/openapi.ts';
import { jsonSchemas } from '../package/schemas.ts';
import { root } from '../project/root.ts';
import type { SearchData } from './browser/search.ts';
import { linksIn, ROOT } from './links.ts';
import { createMarkdown } from './markdown.ts';
import { createSite, type Page, type Site } from './page.ts';
import { postmanCollection } from './postman.ts';
import { searchIndex } from './search-index.ts';
import { renderMarkdown, renderPage } from './site-layout.tsx';
import { menuOf, pagesOf } from './site-pages.ts';

/** Returns the list of pages for tools that read text (llmstxt.org). */
function llmsText({ info }: Contract, pages: readonly Page[]): string {
  const lines = pages.map((page) => `- [${page.title}](${pathOf(page, 'md')}): ${page.description}\n`);
  return `# ${info.title}\n\n> ${info.summary}\n\n## Pages\n\n${lines.join('')}`;
}

const pathOf = (page: Page, extension: string) => page.path.replace(ROOT, '').replace(/html$/, extension);

async function writeDownloads(site: Site, folder: string): Promise<void> {
  const { contract } = site;
  for (const name of ['openapi.json', 'openapi.portable.json'])
    await copyFile(path.join(root, 'generated', name), path.join(folder, name));
  await writeFile(path.join(folder, 'openapi.yaml'), dump(contract, { noRefs: true, lineWidth: 120 }));
  await writeFile(path.join(folder, 'postman.json'), JSON.stringify(postmanCollection(site), null, 2));
  await cp(path.join(root, 'spec/workflows'), path.join(folder, 'workflows'), { recursive: true });
  const zip = new ZipFile();
  for (const [name, schema] of jsonSchemas(contract))
    zip.addBuffer(Buffer.from(`${JSON.stringify(schema, null, 2)}\n`), name, { mtime: new Date(0) });
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path.join(folder, 'json-schemas.zip'))));
}

/** Only a sandbox serves `try.sandbox.js` instead of `try.js`. */
async function writeAssets(folder: string): Promise<void> {
  const names = ['script.js', 'try.sandbox.js', 'style.css'];
  const entryPoints = names.map((name) => path.join(root, 'scripts/reference/browser', name));
  await build({ entryPoints, outdir: folder, bundle: true, minify: true, target: 'es2022', logLevel: 'error' });
  await writeFile(path.join(folder, 'try.js'), '// A sandbox has a script here, which sends requests.\n');
  await copyFile(path.join(root, 'server/pages/assets/icon.svg'), path.join(folder, 'icon.svg'));
}

/** Replaces the content of `folder` with the reference of the contract. The site works without a server. */
export async function buildSite(contract: Contract, folder: string): Promise<void> {
  const site = createSite(contract);
  const menu = createMarkdown(linksIn(contract))(menuOf(site));
  const pages = pagesOf(site, await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
  await rm(folder, { recursive: true, force: true });
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  for (const page of pages) {
    await write(pathOf(page, 'html'), renderPage(site, page, menu));
    await write(pathOf(page, 'md'), renderMarkdown(site, page));
  }
  await write('llms.txt', llmsText(contract, pages));
  const { synonyms } = load(await readFile(path.join(root, 'spec/search.yaml'), 'utf8')) as Pick<
    SearchData,
    'synonyms'
  >;
  const data = { index: searchIndex(pages), synonyms };
  // Browsers parse a long JSON text faster than a long literal.
  await write('search-index.js', `window.searchData = JSON.parse(${JSON.stringify(JSON.stringify(data))});\n`);
  await writeDownloads(site, folder);
  await writeAssets(folder);
}
