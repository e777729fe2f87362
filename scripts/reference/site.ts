import { createWriteStream } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { build } from 'esbuild';
import { dump, load } from 'js-yaml';
import MiniSearch from 'minisearch';
import { ZipFile } from 'yazl';
import { sandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import type { Contract } from '../contract/openapi.ts';
import { clientCredentialsOf } from '../contract/operation-shape.ts';
import { jsonSchemas } from '../package/schemas.ts';
import { root } from '../project/root.ts';
import { type Entry, indexOptions, type SearchData } from './browser/search.ts';
import { linksIn, ROOT } from './links.ts';
import { createMarkdown, plain, slug } from './markdown.ts';
import { createSite, kindOf, type Page, type Site } from './page.ts';
import { renderMarkdown, renderPage } from './site-layout.ts';
import { menuOf, pagesOf } from './site-pages.ts';

function llmsText({ info }: Contract, pages: readonly Page[]): string {
  const lines = pages.map((page) => `- [${page.title}](${pathOf(page, 'md')}): ${page.description}\n`);
  return `# ${info.title}\n\n> ${info.summary}\n\n## Pages\n\n${lines.join('')}`;
}

function sitemapText({ servers }: Contract, pages: readonly Page[]): string {
  const home = servers.find((server) => server['x-environment'] === 'production')?.url;
  const urls = pages.map((page) => `<url><loc>${home}/reference/${pathOf(page, 'html')}</loc></url>\n`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

const pathOf = (page: Page, extension: string) => page.path.replace(ROOT, '').replace(/html$/, extension);

const SECTIONS_FROM_OTHER_PAGES =
  /^## (?:Errors\n\n- \[`|What happens next\n|Operations.*\n|Problem codes\n)[\s\S]*?(?=^## |$(?![\s\S]))/gm;

const PROPERTY_START = /^ *- (?=\[`[^`]*`\]\(#)/m;

/** Returns a search entry for the page, for each property and, on pages of guides and events, for each section. */
function entriesOf(page: Page): Entry[] {
  const { path, title, head, details } = page;
  const kind = kindOf(page);
  const place = path.replace(ROOT, '');
  const text = `${head}\n\n${details}`.replace(SECTIONS_FROM_OTHER_PAGES, '');
  const namesIn = (part: string) =>
    [...new Set([...part.matchAll(/`([\w.[\]/{}-]+)`/g)].map(([, name]) => name))].join(' ');
  const entry = (part: string, at: string, heading: string) => {
    return { path: place + at, title: heading, kind, names: namesIn(part), text: plain(part) };
  };
  const [intro = '', ...properties] = text.split(PROPERTY_START);
  const [start = '', ...sections] = kind === 'operation' ? [intro] : intro.split(/^(?=## )/m);
  return [
    {
      ...entry(start, '', title),
      ...(kind === 'operation' && { names: `${place.replace(/^.*\/|\.html$/g, '')} ${namesIn(text)}` }),
    },
    ...sections.map((section) => {
      const [, heading = '', rest = ''] = /^## (.*)\n([\s\S]*)/.exec(section) ?? [];
      return entry(rest, `#${slug(heading)}`, `${title}: ${plain(heading)}`);
    }),
    ...properties.map((property) => {
      const [, name = '', anchor, rest = ''] = /^\[`([^`]*)`\]\(#([^)]*)\)([\s\S]*)/.exec(property) ?? [];
      return { ...entry(rest.replace(/^#+ .*/gm, ''), `#${anchor}`, `${name} · ${title}`), kind: 'property' };
    }),
  ];
}

function searchIndex(pages: readonly Page[]) {
  const engine = new MiniSearch(indexOptions);
  const entries = pages.filter(({ path }) => !/\/(search|404)\.html$/.test(path)).flatMap(entriesOf);
  // Sections of different versions with equal text have the same key, so that only the newest version is indexed.
  const keyOf = ({ path, text }: Entry) => (path.includes('#') ? text : path);
  engine.addAll([...new Map(entries.toReversed().map((entry) => [keyOf(entry), entry])).values()]);
  return engine.toJSON();
}

async function writeDownloads(site: Site, folder: string): Promise<void> {
  const { contract } = site;
  for (const name of ['openapi.json', 'openapi.portable.json'])
    await copyFile(path.join(root, 'generated', name), path.join(folder, name));
  await writeFile(path.join(folder, 'openapi.yaml'), dump(contract, { noRefs: true, lineWidth: 120 }));
  await cp(path.join(root, 'spec/workflows'), path.join(folder, 'workflows'), { recursive: true });
  const zip = new ZipFile();
  for (const [name, schema] of jsonSchemas(contract))
    zip.addBuffer(Buffer.from(`${JSON.stringify(schema, null, 2)}\n`), name, { mtime: new Date(0) });
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path.join(folder, 'json-schemas.zip'))));
}

/** Writes a `try.js` without code, which a sandbox replaces with `try.sandbox.js` to send requests from the pages. */
async function writeAssets(contract: Contract, folder: string): Promise<void> {
  const names = ['script.js', 'try.sandbox.js', 'style.css'];
  const entryPoints = names.map((name) => path.join(root, 'scripts/reference/browser', name));
  const settings = { bundle: true, minify: true, target: 'es2022', logLevel: 'error' } as const;
  const fonts = { loader: { '.woff2': 'file' }, assetNames: 'fonts/[name]' } as const;
  const sandbox = { ...sandboxPartners[0], tokenUrl: clientCredentialsOf(contract)?.tokenUrl };
  const define = { SANDBOX: JSON.stringify(sandbox) };
  await build({ entryPoints, outdir: folder, define, ...settings, ...fonts });
  await writeFile(path.join(folder, 'try.js'), '// A sandbox has a script here, which sends requests.\n');
  await copyFile(path.join(root, 'server/pages/assets/icon.svg'), path.join(folder, 'icon.svg'));
}

/** Replaces the content of `folder`, except `downloads`, to which `npm run package` writes the npm packages. */
export async function buildSite(contract: Contract, folder: string): Promise<void> {
  const site = createSite(contract);
  const menu = createMarkdown(linksIn(contract))(menuOf(site));
  const pages = pagesOf(site, await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (name !== 'downloads') await rm(path.join(folder, name), { recursive: true });
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  for (const page of pages) {
    await write(pathOf(page, 'html'), renderPage(site, page, menu));
    await write(pathOf(page, 'md'), renderMarkdown(site, page));
  }
  await write('llms.txt', llmsText(contract, pages));
  await write('sitemap.xml', sitemapText(contract, pages));
  const { synonyms } = load(await readFile(path.join(root, 'spec/search.yaml'), 'utf8')) as SearchData;
  await write('search-index.js', `window.searchData = ${JSON.stringify({ index: searchIndex(pages), synonyms })};\n`);
  await writeDownloads(site, folder);
  await writeAssets(contract, folder);
}
