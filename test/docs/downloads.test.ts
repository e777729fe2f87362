import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import type { Contract } from '../../scripts/generate/contract.ts';
import { brunoFiles } from '../../scripts/reference/bruno.ts';
import { collectionOf } from '../../scripts/reference/collection.ts';
import { changelogFeed } from '../../scripts/reference/feed.ts';
import { postmanCollection } from '../../scripts/reference/postman.ts';
import { sandboxPartners } from '../../server/sandbox/partners.ts';
import { contract as bundled, operationAt } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';

const contract = bundled as Contract;
const collection = collectionOf(contract);
const run = promisify(execFile);
/** What the nightly run installs is kept from one run to the next. */
const cache = path.join(ROOT, 'node_modules/.cache/collections');
const LIMIT_MS = 600_000;

/** The files that a page links to. */
const linksOf = (tag: string) =>
  [...(contract.tags.find(({ name }) => name === tag)?.description ?? '').matchAll(/\]\(([^#)]+)\)/g)].map(
    ([, link = '']) => link,
  );

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

test('all that the page offers for download is served, and can be had from a folder too', async () => {
  const links = linksOf('Downloads');
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    const answer = await fetch(new URL(link, `${service.url}/reference`));
    expect([link, answer.status]).toEqual([link, 200]);
    const served = Buffer.from(await answer.arrayBuffer());
    expect(served.equals(await readFile(path.join(ROOT, 'generated', link)))).toBe(true);
    const other = await fetch(new URL(link, `${service.url}/reference`), { method: 'POST' });
    expect([link, other.status]).toEqual([link, 405]);
  }
});

test('the feed has every entry of the changelog, newest first, as text that is no markup', async () => {
  const changelog = `# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- <b> & more\n\n## 0.1.0 (2026-11-21)\n\nThe first.\n`;
  const feed = changelogFeed(changelog, contract);
  expect([...feed.matchAll(/<title>(\d.*)<\/title>/g)].map(([, title]) => title)).toEqual(['0.2.0', '0.1.0']);
  expect(feed).toContain('<updated>2026-12-01T00:00:00Z</updated>');
  expect(feed).toContain('<content type="text">- &lt;b&gt; &amp; more</content>');
  expect(feed).toContain('<content type="text">The first.</content>');
  const own = changelogFeed(await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), contract);
  expect(own).toContain(`<title>${contract.info.version}</title>`);
});

describe('the collections', () => {
  test('have a request for every operation, with what the sandbox needs', () => {
    const asked = collection.steps.map(({ method, url }) =>
      url === '{{UPLOAD_URL}}'
        ? 'uploadAsset'
        : operationAt(
            method,
            new URL(url.replace('{{BASE_URL}}', 'http://a').replaceAll(/\{\{\w+\}\}/g, 'an-id')).pathname,
          ),
    );
    expect(asked.toSorted()).toEqual((Object.keys(operations) as OperationId[]).toSorted());
    const { clientId, secret } = sandboxPartners[0] ?? {};
    expect(collection.variables).toMatchObject({ CLIENT_ID: clientId, CLIENT_SECRET: secret });
    const { item } = postmanCollection(collection, contract);
    expect(item.flatMap((folder) => folder.item)).toHaveLength(collection.steps.length);
    const files = [...brunoFiles(collection, contract).keys()];
    expect(files.filter((name) => /^\d\d .*\/\d\d .*\.bru$/.test(name))).toHaveLength(collection.steps.length);
  });

  // Their runners are 400 packages.
  const atNight = test.skipIf(sized(true, false));

  /** Calls with the settings of a server whose upload links lead to itself. */
  async function withServer(work: (settings: string[]) => Promise<void>): Promise<void> {
    const { target, stop } = await startOwnServer('collections');
    const { baseUrl, clientId, clientSecret } = target;
    const settings = { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const given = Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    await work(given).finally(stop);
  }

  /** Installs a runner and gives its command. */
  async function runner(name: string, specifier: string): Promise<string> {
    const folder = path.join(cache, name);
    await mkdir(folder, { recursive: true });
    await run('npm', ['install', '--prefix=.', '--ignore-scripts', '--no-audit', specifier], { cwd: folder });
    return path.join(folder, 'node_modules/.bin', name);
  }

  atNight(
    'of Postman is run by newman from top to bottom, and every answer is a success',
    async () => {
      const newman = await runner('newman', 'newman@6.2.2');
      const folder = await mkdtemp(path.join(tmpdir(), 'postman-'));
      const file = path.join(folder, 'postman.json');
      await writeFile(file, JSON.stringify(postmanCollection(collection, contract)));
      const report = path.join(folder, 'report.json');
      const options = ['--reporters=json', `--reporter-json-export=${report}`];
      // It ends with 1 where an answer is no success, of which the report tells.
      await withServer((settings) => run(newman, ['run', file, ...options, ...settings]).then(undefined, () => {}));
      const { stats, failures } = JSON.parse(await readFile(report, 'utf8')).run;
      await rm(folder, { recursive: true });
      expect(failures.map(({ source, error }: never) => [source, error])).toEqual([]);
      expect(stats.assertions).toMatchObject({ total: collection.steps.length, failed: 0 });
    },
    LIMIT_MS,
  );

  atNight(
    'of Bruno is run by its own command from top to bottom, and every answer is a success',
    async () => {
      const bru = await runner('bru', '@usebruno/cli@4.1.0');
      const folder = await mkdtemp(path.join(tmpdir(), 'bruno-'));
      for (const [name, text] of brunoFiles(collection, contract)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), text);
      }
      const report = path.join(folder, 'report.json');
      let printed = '';
      await withServer(async (settings) => {
        const options = ['run', '-r', '--env', 'sandbox', '--reporter-json', report, ...settings];
        printed = (await run(bru, options, { cwd: folder }).catch((failed) => failed)).stdout;
      });
      const [{ summary }] = JSON.parse(await readFile(report, 'utf8').catch(() => '[{}]'));
      await rm(folder, { recursive: true });
      expect(summary, printed).toMatchObject({
        passedRequests: collection.steps.length,
        failedRequests: 0,
        failedAssertions: 0,
      });
    },
    LIMIT_MS,
  );
});
