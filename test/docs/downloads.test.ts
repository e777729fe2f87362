import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { contract as bundled } from '../support/contract.ts';
import { ROOT } from '../support/process.ts';
import { sharedService } from '../support/shared-service.ts';

const contract = bundled as Contract;
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
