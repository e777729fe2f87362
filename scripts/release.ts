// Prepares the files of a release: `npm run release -- 0.2.0`. Does not commit or publish.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeGenerated } from './generate.ts';
import { isMain, root } from './project/root.ts';
import { lastRelease, NOTHING_UNRELEASED, UNRELEASED } from './release/check-compatibility.ts';

const USAGE = `Usage: npm run release -- VERSION

Writes the version, the heading in the changelog, spec/releases/VERSION.json, and generated/.
`;

const TEXT_BEFORE_VERSION: Readonly<Record<string, readonly string[]>> = {
  'spec/openapi.yaml': ['^ {2}version: '],
  'package.json': ['^ {2}"version": "'],
  'server/operate/Dockerfile': ['^LABEL org\\.opencontainers\\.image\\.version='],
  'server/operate/chart/Chart.yaml': ['^version: ', '^appVersion: '],
  'package-lock.json': ['^ {2}"version": "', '^ {6}"version": "'],
};

async function replaceIn(file: string, pattern: RegExp, replacement: string): Promise<void> {
  const text = await readFile(path.join(root, file), 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} does not contain ${pattern}`);
  await writeFile(path.join(root, file), text.replace(pattern, replacement));
}

export async function release(version: string): Promise<void> {
  const last = (await lastRelease()).info.version;
  for (const [file, patterns] of Object.entries(TEXT_BEFORE_VERSION))
    for (const before of patterns) await replaceIn(file, new RegExp(`(${before})${last}`, 'm'), `$1${version}`);
  await replaceIn('CHANGELOG.md', /^## Unreleased$/m, `## ${version} (${new Date().toISOString().slice(0, 10)})`);
  await writeGenerated();
  const contract = await readFile(path.join(root, 'generated/openapi.json'));
  await writeFile(path.join(root, `spec/releases/${version}.json`), contract);
  await writeFile(path.join(root, UNRELEASED), `${JSON.stringify(NOTHING_UNRELEASED, null, 2)}\n`);
}

if (isMain(import.meta.url)) {
  const [version = ''] = process.argv.slice(2);
  if (/^\d+\.\d+\.\d+$/.test(version)) {
    await release(version);
    process.stdout.write(`Run npm run check and npm test, commit, tag v${version}, and run npm run package.\n`);
  } else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
}
