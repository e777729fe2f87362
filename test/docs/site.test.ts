import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../generated/operations.ts';
import { type Contract, listOperations } from '../../scripts/contract/openapi.ts';
import { createSearch, type Result, type SearchData } from '../../scripts/reference/browser/search.ts';
import { slug } from '../../scripts/reference/markdown.ts';
import { buildSite } from '../../scripts/reference/site.ts';
import { contract as bundled } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';

const contract = bundled as Contract;

const { questions } = load(readFileSync(path.join(ROOT, 'spec/search.yaml'), 'utf8')) as {
  questions: { question: string; page: string }[];
};

const MAX_SCRIPT_BYTES = 30 * 1024;
const MAX_COMPRESSED_FIRST_LOAD_BYTES = 90 * 1024;

let folder: string;
let files: string[];
let pages: Map<string, string>;

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const anchorsIn = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
const page = (name: string) => pages.get(name) ?? '';

beforeAll(async () => {
  folder = await temporaryFolder();
  await buildSite(contract, folder);
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  pages = new Map(files.filter((name) => name.endsWith('.html')).map((name) => [name, read(name)]));
}, 120_000);

describe('The pages of the reference', () => {
  test('each operation, event, guide, and problem has a page in the reference', () => {
    const names = [
      ...listOperations(contract).map(({ operation }) => `operations/${operation.operationId}`),
      ...Object.values(contract.webhooks).map(({ post }) => `events/${post.operationId}`),
      ...Object.keys(problems).map((code) => `problems/${code}`),
    ];
    expect(names.filter((name) => !pages.has(`${name}.html`))).toEqual([]);
    expect([...pages.keys()].filter((name) => name.startsWith('guides/'))).toHaveLength(contract.tags.length);
  });

  test('every internal link in the reference is relative, and leads to an existing file and anchor', () => {
    const broken: string[] = [];
    const links = [...pages].flatMap(([name, html]) =>
      [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, href = '']) => [name, href] as const),
    );
    const own = links.filter(([, href]) => !/^(https?|mailto):/.test(href));
    expect(own.length).toBeGreaterThan(5_000);
    for (const [name, href] of own) {
      const [target = '', anchor] = href.replaceAll('&amp;', '&').split('#');
      const file = target === '' ? name : path.posix.join(path.posix.dirname(name), target);
      const hasAnchor = anchor === undefined || anchorsIn(page(file)).includes(anchor);
      if (href.startsWith('/') || !files.includes(file) || !hasAnchor) broken.push(`${name}: ${href}`);
    }
    expect(broken).toEqual([]);
  });

  test('every link in llms.txt and in the linked Markdown pages leads to an existing file', () => {
    const broken: string[] = [];
    const reached = new Set(['llms.txt']);
    for (const name of reached) {
      const text = read(name).replaceAll(/^```[\s\S]*?^```/gm, '');
      for (const [, href = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
        const file = path.posix.join(path.posix.dirname(name), href);
        if (!files.includes(file)) broken.push(`${name}: ${href}`);
        else if (file.endsWith('.md')) reached.add(file);
      }
    }
    expect(broken).toEqual([]);
    expect(reached.size).toBeGreaterThan(70);
  });

  test('every page of the reference has a unique title, a description, unique anchors, and a heading for every table column', () => {
    const titles = [...pages.values()].map((html) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
    for (const [name, html] of pages) {
      expect(/<meta name="description" content="([^"]{10,})"/.exec(html), name).not.toBeNull();
      expect(html.includes('<th></th>'), name).toBe(false);
      const anchors = anchorsIn(html);
      expect(
        anchors.filter((anchor, i) => anchors.indexOf(anchor) !== i),
        name,
      ).toEqual([]);
    }
  });

  test('each page of the reference has a Markdown version, and llms.txt lists the guides, operations, events, and problems', () => {
    const list = read('llms.txt');
    for (const name of pages.keys()) {
      const markdown = name.replace(/html$/, 'md');
      expect(files).toContain(markdown);
      if (/^(guides|operations|events|problems)\//.test(name)) expect(list).toContain(`](${markdown})`);
    }
  });

  test('the menu shows the versions of an operation as one entry, and the page of each version links to all versions', () => {
    const menuOf = (html: string) => /<nav id="menu"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    const currentIn = (html = '') => /href="([^"]*)" aria-current="page"/.exec(html)?.[1];
    const linksAround = (html: string) =>
      [...(html.split('<nav aria-label="Pages">')[1] ?? '').matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
    for (const id of ['createToken', 'getSubmissionStatus', 'listSubmissionStatuses']) {
      const [newest, older] = ['V2', 'V1'].map((version) => `../operations/${id}${version}.html`);
      const [current, previous] = ['V2', 'V1'].map((version) => page(`operations/${id}${version}.html`));
      for (const [html, path] of [
        [current ?? '', newest],
        [previous ?? '', older],
      ] as const) {
        const [versions = ''] = /<nav aria-label="Versions">[\s\S]*?<\/nav>/.exec(html) ?? [];
        expect([...versions.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([newest, older]);
        expect(currentIn(versions)).toBe(path);
        expect(currentIn(menuOf(html))).toBe(newest);
        expect(menuOf(html)).not.toContain(`${id}V1`);
        expect(linksAround(html)).toEqual(linksAround(current ?? ''));
      }
      expect(read(`operations/${id}V1.md`)).toContain(`[v2](${newest?.replace('.html', '.md')})`);
    }
    expect(page('operations/addEducation.html')).not.toContain('aria-label="Versions"');
  });

  test('an operation page lists properties for one country before properties for all countries', () => {
    const html = page('operations/addRightToWork.html');
    const members = ['singapore_work_rights', 'full_name'].map((name) => `"body.data.credential.${name}"`);
    const places = ['country</code> is <code>SG', ...members].map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('the reference shows the code blocks of the guides unchanged', () => {
    for (const { name, description } of contract.tags)
      for (const [, code = ''] of description.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)) {
        const shown = textOf(page(`guides/${slug(name)}.html`));
        expect(shown.includes(code.trimEnd()), `${name}: ${code}`).toBe(true);
      }
  });
});

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x?(\w+);/g, (whole, code) =>
      String.fromCharCode(Number.parseInt(code, whole.includes('x') ? 16 : 10)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('the scripts of the reference and the compressed files of each page stay below their size limits', () => {
  const compressed = (...names: string[]) => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  const scripts = files.filter((name) => name.endsWith('.js') && name !== 'search-index.js');
  expect(scripts.reduce((sum, name) => sum + read(name).length, 0)).toBeLessThan(MAX_SCRIPT_BYTES);
  const font = statSync(path.join(folder, 'fonts/inter-latin-wght-normal.woff2')).size;
  const shared = font + compressed('style.css', 'script.js', 'try.sandbox.js', 'icon.svg');
  for (const name of pages.keys())
    expect(shared + compressed(name), name).toBeLessThan(MAX_COMPRESSED_FIRST_LOAD_BYTES);
});

describe('The search of the reference', () => {
  let search: Awaited<ReturnType<typeof createSearch>>;
  beforeAll(async () => {
    const window = {} as { searchData: SearchData };
    Object.assign(globalThis, { window });
    await import(pathToFileURL(path.join(folder, 'search-index.js')).href);
    search = await createSearch(window.searchData);
  });

  test.each(questions)('the first search result for $question is $page', ({ question, page: expected }) => {
    const [path = '', anchor] = search(question)[0]?.path.split('#') ?? [];
    expect(expected.includes('#') ? `${path}#${anchor}` : path).toBe(expected);
  });

  test('every search result for a property links to the anchor of the property', () => {
    const results = ['conferral_year', 'redirect_uri', 'callback_url'].flatMap((name) => search(name));
    const properties = results.filter(({ kind }) => kind === 'property');
    expect(properties.length).toBeGreaterThan(10);
    for (const { path } of properties) {
      const [file = '', anchor = ''] = path.split('#');
      expect(anchorsIn(page(file)), path).toContain(anchor);
    }
  });

  test('a search result shows the highlighted match and whole words around the match, but no Markdown table syntax', () => {
    const { snippet } = search('CORS')[0] as Result;
    expect(snippet.filter(({ isMatch }) => isMatch).map(({ word }) => word)).toContain('CORS');
    const some = questions.slice(0, sized(10, questions.length));
    const words = some.flatMap(({ question }) => search(question).slice(0, 5)).flatMap((result) => result.snippet);
    expect(words.filter(({ word }) => /[|`]|^-{3}/.test(word))).toEqual([]);
  });
});
