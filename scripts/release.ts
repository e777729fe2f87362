// Writes a release: `npm run release -- <patch|minor|major>`. Does not commit or publish.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contract } from './contract/openapi.ts';
import { drift, writeGenerated } from './generate.ts';
import { isMain, root } from './project/root.ts';
import {
  breaksOf,
  lastRelease,
  NOTHING_UNRELEASED,
  UNRELEASED,
  type Unreleased,
  unreleasedChanges,
} from './release/check-compatibility.ts';
import { compareContracts } from './release/compare-contracts.ts';

const BUMPS = ['patch', 'minor', 'major'] as const;
type Bump = (typeof BUMPS)[number];

const USAGE = `Usage: npm run release -- <patch|minor|major>

Checks that the new version is high enough for the changes to the contract since the last release. Then writes the
version, the heading in the changelog, spec/releases/<version>.json, and generated/.
`;

class CannotRelease extends Error {
  override name = 'CannotRelease';
}

export function nextVersion(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/**
 * Throws `CannotRelease` if the changes to the contract need a higher version than `bump`. A breaking change needs a
 * major version, even below 1.0.0. Any other change except of texts needs a minor version.
 */
export function checkBump(bump: Bump, released: Contract, revision: Contract, unreleased: Unreleased): void {
  const broken = breaksOf(released, revision, unreleased).filter((each) => !each.isUnderDevelopment);
  const changes = [...compareContracts(released, revision), ...compareContracts(revision, released)];
  let wanted: Bump = changes.length > 0 ? 'minor' : 'patch';
  if (broken.length > 0) wanted = 'major';
  if (BUMPS.indexOf(bump) >= BUMPS.indexOf(wanted)) return;
  const lines =
    broken.length > 0
      ? broken.map(({ pointer, message }) => `${pointer}: ${message}`)
      : changes.map(({ pointer }) => pointer);
  throw new CannotRelease(
    `The changes need a ${wanted} version, not a ${bump} version.\n${[...new Set(lines)].join('\n')}\n`,
  );
}

/** Files that contain the version, with patterns for the text before each occurrence. */
const VERSIONED: Readonly<Record<string, readonly RegExp[]>> = {
  'spec/openapi.yaml': [/^ {2}version: /m],
  'package.json': [/^ {2}"version": "/m],
  'server/operate/Dockerfile': [/^LABEL org\.opencontainers\.image\.version=/m],
  'server/operate/chart/Chart.yaml': [/^version: /m, /^appVersion: /m],
  'package-lock.json': [/^ {2}"version": "/m, /^ {6}"version": "/m],
};

export async function release(args: readonly string[], print: (text: string) => unknown): Promise<void> {
  const bump = BUMPS.find((each) => each === args.join(' '));
  if (bump === undefined) throw new CannotRelease(USAGE);
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const save = (file: string, text: string) => writeFile(path.join(root, file), text);
  const stale = await drift(path.join(root, 'generated'));
  if (stale.length > 0)
    throw new CannotRelease(`generated/ is not up to date with spec/. Run npm run generate.\n${stale.join('\n')}\n`);
  const released = await lastRelease();
  checkBump(bump, released, JSON.parse(await read('generated/openapi.json')), await unreleasedChanges());
  const from = released.info.version;
  const to = nextVersion(from, bump);
  const heading = `## ${to} (${new Date().toISOString().slice(0, 10)})`;
  const texts = new Map([['CHANGELOG.md', (await read('CHANGELOG.md')).replace(/^## Unreleased$/m, heading)]]);
  for (const [file, patterns] of Object.entries(VERSIONED)) {
    const text = await read(file);
    const next = patterns.reduce(
      (before, { source }) => before.replace(new RegExp(`(${source})${from}`, 'm'), `$1${to}`),
      text,
    );
    if (next === text) throw new CannotRelease(`${file} does not contain the version ${from}.\n`);
    texts.set(file, next);
  }
  for (const [file, text] of texts) await save(file, text);
  await writeGenerated();
  await save(`spec/releases/${to}.json`, await read('generated/openapi.json'));
  await save(UNRELEASED, `${JSON.stringify(NOTHING_UNRELEASED, null, 2)}\n`);
  print(`${from} -> ${to}. Run npm run check and npm test, commit, tag v${to}, and run npm run package.\n`);
}

if (isMain(import.meta.url))
  await release(process.argv.slice(2), (text) => process.stdout.write(text)).catch((error: unknown) => {
    if (!(error instanceof CannotRelease)) throw error;
    process.stderr.write(error.message);
    process.exitCode = 2;
  });
