import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';

const text = await readFile(path.join(ROOT, '.github/SECURITY.md'), 'utf8');
const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));

const rows = (heading: string) =>
  (text.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Section numbers with level 1 or 2 requirements in OWASP ASVS 5.0.0: one word per chapter, one digit per section. */
const SECTIONS = '12345 1234 23457 1234 1234 1234568 123456 1234 12 1234567 123456 123 1234 123 123 12345 123'.split(
  ' ',
);

const TABLES: [heading: string, ids: readonly string[]][] = [
  ['OWASP API Security Top 10, 2023', Array.from({ length: 10 }, (_, i) => `API${i + 1}`)],
  ['OWASP ASVS 5.0, level 2', SECTIONS.flatMap((numbers, i) => [...numbers].map((number) => `V${i + 1}.${number}`))],
];

test.each(
  TABLES,
)('the security table "%s" lists every section of the standard, and names the unmet requirements', (heading, ids) => {
  const found = rows(heading).map(([, name = '', kept, implementation = '']) => ({ name, kept, implementation }));
  expect(found.map(({ name }) => name.split(' ')[0])).toEqual(ids);
  for (const { name, kept, implementation } of found) {
    expect([name, kept]).toEqual([name, expect.stringMatching(/^(yes|partly|no|operator|n\/a)$/)]);
    expect([name, kept === 'partly' || kept === 'no']).toEqual([name, /\bV\d+\.\d+\.\d+\b/.test(implementation)]);
  }
});

test.each([
  'Threat model',
  ...TABLES.map(([heading]) => heading),
])('each requirement in the security table "%s" names existing tests unless the requirement is marked as unmet or not applicable', (heading) => {
  const found = rows(heading);
  expect(found.length).toBeGreaterThan(9);
  for (const cells of found) {
    const name = cells[1];
    const files = [...(cells.at(-2) ?? '').matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file);
    if (!/^(n\/a|no)$/.test(cells[2] ?? '')) expect([name, files.length > 0]).toEqual([name, true]);
    expect([name, files.filter((file) => !existsSync(path.join(ROOT, file)))]).toEqual([name, []]);
  }
});

test('the project depends on no WebRTC package', () => {
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(packages.filter((name) => /rtc|peer/i.test(name))).toEqual([]);
});
