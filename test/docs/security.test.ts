import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { billOfMaterials } from '../../scripts/sbom.ts';
import { ROOT } from '../support/process.ts';

const text = await readFile(path.join(ROOT, '.github/SECURITY.md'), 'utf8');
const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));

/** Returns the rows of the table under a heading, as lists of cells. */
const rows = (heading: string) =>
  (text.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

test.each([
  ['OWASP API Security Top 10, 2023', 'API', 10],
  ['OWASP ASVS 5.0, level 2', 'V', 17],
])('every row in the table "%s" names existing tests', (heading, prefix, count) => {
  const found = rows(heading);
  expect(found.map(([, name = '']) => name.split(' ')[0])).toEqual(
    Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`),
  );
  for (const [, name, , tests = ''] of found) {
    const files = [...tests.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect([name, files.length > 0]).toEqual([name, true]);
    expect([name, files.filter((file) => !existsSync(path.join(ROOT, file)))]).toEqual([name, []]);
  }
});

test('the project has no dependency on WebRTC', () => {
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(packages.filter((name) => /rtc|peer/i.test(name))).toEqual([]);
});

test('the bill of materials lists every production package and no development tool', async () => {
  const direct = Object.keys(manifest.dependencies);
  const bill = JSON.parse(await billOfMaterials());
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: manifest.name } } });
  const listed = new Set(
    bill.components.map(({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name)),
  );
  const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = Object.entries<{ dev?: boolean; devOptional?: boolean; optional?: boolean }>(packages)
    .filter(([place, { dev, devOptional, optional }]) => place !== '' && !dev && !devOptional && !optional)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(installed).toEqual(expect.arrayContaining(['jose', 'pg', 'undici']));
  expect(installed.filter((name) => !listed.has(name))).toEqual([]);
  for (const tool of ['tsx', 'esbuild', 'typescript', 'vitest']) expect(listed).not.toContain(tool);
  expect(direct.filter((name) => !listed.has(name))).toEqual([]);
});
