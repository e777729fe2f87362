import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { createSite } from '../../scripts/reference/page.ts';
import { postmanCollection } from '../../scripts/reference/postman.ts';
import { sandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { contract as bundled, operationAt } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/process.ts';
import { sharedService } from '../support/shared-service.ts';
import { sized } from '../support/size.ts';

const contract = bundled as Contract;
const collection = postmanCollection(createSite(contract));

const service = sharedService();

test('the server serves every file that the downloads page links to', async () => {
  const { description = '' } = contract.tags.find(({ name }) => name === 'Downloads') ?? {};
  const links = [...description.matchAll(/\]\(([^#)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(1);
  for (const link of links) {
    const url = new URL(link, `${service.url}/reference`);
    const answer = await fetch(url);
    expect([link, answer.status]).toEqual([link, 200]);
    const served = Buffer.from(await answer.arrayBuffer());
    expect(served.equals(await readFile(path.join(ROOT, 'generated', link)))).toBe(true);
    expect([link, (await fetch(url, { method: 'POST' })).status]).toEqual([link, 405]);
  }
});

const requests = collection.item.flatMap(({ item = [] }) => item.map(({ request }) => request));

test('the Postman collection contains a request for every operation, and the sandbox credentials', () => {
  const found = requests.map(({ method, url }) => {
    const [path = ''] = url.replace('{{UPLOAD_URL}}', '/api/partner/v2/assets/key').split('?');
    return operationAt(method, path.replace('{{BASE_URL}}', ''));
  });
  expect(found.toSorted()).toEqual((Object.keys(operations) as OperationId[]).toSorted());
  const headers = requests.flatMap(({ header }) => header.map(({ key, value }) => `${key}: ${value}`));
  expect(headers.filter((each) => each === 'If-Match: {{WEBHOOK_ETAG}}')).toHaveLength(3);
  const { clientId, secret } = sandboxPartners[0] ?? {};
  expect(collection.variable).toContainEqual({ key: 'CLIENT_ID', value: clientId });
  expect(collection.variable).toContainEqual({ key: 'CLIENT_SECRET', value: secret });
});

// Newman installs 200 packages, so only the nightly build runs this test.
test.skipIf(sized(true, false))(
  'every request in the Postman collection succeeds in Newman, in order on a new sandbox',
  async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'postman.json');
    await writeFile(file, JSON.stringify(collection));
    const report = path.join(folder, 'report.json');
    // Upload links contain the URL of this server.
    const { target, stop } = await startServerTarget('collections');
    const settings = { BASE_URL: target.baseUrl, CLIENT_ID: target.clientId, CLIENT_SECRET: target.clientSecret };
    const given = Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    const options = ['--reporters=json', `--reporter-json-export=${report}`, ...given];
    // Newman exits with status 1 if a request fails. The report contains the failed requests.
    await promisify(execFile)('npx', [
      '--yes',
      '--package=newman@6.2.2',
      '--',
      'newman',
      'run',
      file,
      ...options,
    ]).catch(() => {});
    const { stats, failures } = JSON.parse(await readFile(report, 'utf8')).run;
    expect(failures.map(({ source, error }: never) => [source, error])).toEqual([]);
    expect(stats.assertions).toMatchObject({ total: requests.length, failed: 0 });
    await stop();
  },
  600_000,
);
