import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { startMock } from '../../mock/create-mock.ts';
import { nodeVersions } from '../../scripts/node-versions.ts';
import { referenceFiles } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/process.ts';
import { type Block, blocksOf, hasShell, paste, startPastedSandbox } from './paste.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

function blocksUnder(file: string, title: string): Block[] {
  return blocksOf(new RegExp(`## ${title}\n([\\s\\S]*?)(\n## |$)`).exec(read(file))?.[1] ?? '');
}

const NOT_COMMITTED = /^(dist|generated\/reference|node_modules\/\.cache)/;

const startPastedMock = async () => ({
  ...(await startMock({ files: referenceFiles, port: 0, host: '127.0.0.1' })),
  dataDir: '',
});

/** Sections with commands that the test runs. `least` is the minimum number of code blocks. */
const testedSections = [
  { file: 'README.md', title: 'Quickstart', least: 6, start: startPastedSandbox },
  { file: 'server/README.md', title: 'From a batch to a signed event', least: 12, start: startPastedSandbox },
  { file: 'mock/README.md', title: 'Choosing the response', least: 2, start: startPastedMock },
];

const texts = ['README.md', 'CONTRIBUTING.md', '.github/changes.md', '.github/releases.md', 'test/README.md'].concat(
  ['mock', 'scripts', 'server', 'spec'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'README.md' || /^docs\/.*\.md$/.test(file))
      .map((file) => path.join(folder, file)),
  ),
);

const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe.skipIf(!hasShell)('The commands in a README', () => {
  test.each(testedSections)('the commands in $file under $title print the documented output', {
    timeout: 200_000,
  }, async ({ file, title, least, start }) => {
    const blocks = blocksUnder(file, title);
    expect(blocks.length).toBeGreaterThanOrEqual(least);
    const service = await start();
    try {
      await paste(blocks, service, await freePort());
    } finally {
      await service.stop();
    }
  });

  test('every README section with commands that need a running service has a test', () => {
    const requests = (blocks: readonly Block[]) =>
      blocks.filter(({ language, text }) => language === 'sh' && text.includes('curl')).length;
    const pasted = testedSections.map(({ file, title }) => requests(blocksUnder(file, title)));
    const all = texts.map((file) => requests(blocksOf(read(file))));
    expect(all.reduce((sum, count) => sum + count)).toBe(pasted.reduce((sum, count) => sum + count));
  });
});

describe.each(texts)('The file %s', (file) => {
  const folder = path.dirname(file);
  const text = read(file);
  const prose = text.replace(/```[\s\S]*?```/g, '');
  const isThere = (name: string) => [folder, '.'].some((from) => existsSync(path.join(ROOT, from, name)));

  test('every link in a project document leads to an existing file and heading', () => {
    const links = [...prose.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(([, link, source = '']) => link ?? source);
    const broken = links
      .filter((link) => !link.startsWith('https://'))
      .filter((link) => {
        const [name = '', heading] = link.split('#');
        const linked = path.join(ROOT, folder, name);
        return !existsSync(linked) || (heading && !anchors(readFileSync(linked, 'utf8')).includes(heading));
      });
    expect(broken).toEqual([]);
  });

  test('every path and npm script that a project document names exists', () => {
    const code = [...prose.matchAll(/`(\.?\w[\w./-]*)`/g)].map(([, name = '']) => name);
    const paths = code.filter((name) => name.endsWith('/') || isThere(`${name.split('/')[0]}/`));
    expect(paths.filter((name) => !isThere(name) && !NOT_COMMITTED.test(name))).toEqual([]);
    const scripts = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !(name in JSON.parse(read('package.json')).scripts))).toEqual([]);
  });
});

test.each([
  ['server/README.md', 'server'],
  ['scripts/conformance/README.md', 'scripts/conformance'],
  ['spec/README.md', 'spec'],
  ['test/README.md', 'test'],
])('the table of folders in %s lists every folder in %s/', (file, folder) => {
  const listed = [...read(file).matchAll(/^\| (`.+?\/`) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -2)),
  );
  const there = readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(there.filter((name) => !listed.includes(name))).toEqual([]);
});

test('spec/README.md lists exactly the extension keywords that the contract uses', () => {
  const files = readdirSync(path.join(ROOT, 'spec'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml') && file !== 'redocly.yaml')
    .map((file) => read(path.join('spec', file)));
  const used = files.flatMap((file) => [...file.matchAll(/(?<=^|[\s{,])x-[A-Za-z-]+(?=:\s)/gm)].flat());
  const listed = [...read('spec/README.md').matchAll(/`(x-[A-Za-z-]+)`/g)].map(([, keyword]) => keyword);
  // Adds x-deprecation, which the contract uses only while an operation is deprecated.
  expect([...new Set(listed)].sort()).toEqual([...new Set([...used, 'x-deprecation'])].sort());
});

test('CI runs the tests on every version of Node that package.json supports', () => {
  const { jobs } = load(read('.github/workflows/ci.yml')) as { jobs: { run: { strategy: { matrix: object } } } };
  expect(jobs.run.strategy.matrix).toEqual({ 'node-version': nodeVersions });
});

test('the file .nvmrc and the container image use the same supported version of Node', () => {
  const [, image] = /^ARG NODE=([\d.]+)-/m.exec(read('server/operate/Dockerfile')) ?? [];
  expect(read('.nvmrc').trim()).toBe(image);
  expect(nodeVersions).toContain(image);
});

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'spec/guides/quickstart.md',
  'spec/guides/package.md',
  'scripts/package/package-readme.md',
])('%s lists the same versions of Node as package.json', (file) => {
  const [, named = ''] = /Node\s((?:\d[\d.]*, )+(?:or|and) \d+)/.exec(read(file)) ?? [];
  expect(named.match(/\d[\d.]*\d/g)).toEqual(nodeVersions);
});
