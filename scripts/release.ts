// Prepares a release of the contract and the package. `npm run release -- <patch|minor|major>` prints the changelog
// entry. With `--write`, the command also writes the release. It does not commit or publish.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drift, writeGenerated } from './generate.ts';
import { createPackage } from './package.ts';
import { isMain, root } from './project/root.ts';
import {
  additionsOf,
  type Break,
  breaksOf,
  changeOf,
  lastRelease,
  NOTHING_UNRELEASED,
  UNRELEASED,
  unreleasedChanges,
} from './release/check-compatibility.ts';
import type { Difference } from './release/compare-contracts.ts';

const BUMPS = ['patch', 'minor', 'major'] as const;
type Bump = (typeof BUMPS)[number];

const USAGE = `Usage: npm run release -- <patch|minor|major> [--write]

Checks that the new version is high enough for the changes since the last release, and prints the changelog entry.
With --write, also writes the version, the changelog, spec/releases/<version>.json, generated/, and the package in dist/.
`;

class CannotRelease extends Error {
  override name = 'CannotRelease';
}

function readArguments(args: readonly string[]): { bump: Bump; write: boolean } {
  const options = { write: { type: 'boolean', default: false } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const bump = BUMPS.find((each) => each === positionals[0]);
    if (bump !== undefined && positionals.length === 1) return { bump, write: values.write };
  } catch {
    // The arguments contain an unknown option.
  }
  throw new CannotRelease(USAGE);
}

export function nextVersion(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Changes to the contract since the last release. */
export interface Changes {
  breaks: readonly Break[];
  /** Descriptions of the rules that became stricter. */
  narrowed: readonly string[];
  additions: readonly Difference[];
}

/**
 * Returns the changelog entry for a version. Throws `CannotRelease` if the changes need a higher version than `bump`. A
 * breaking change needs a major version, even below 1.0.0. A new property needs a minor version.
 */
export function changelogEntry(heading: string, bump: Bump, { breaks, narrowed, additions }: Changes): string {
  const lineOf = (pointer: string, message: string) =>
    `\`${pointer.replace(/^#\//, '').replaceAll('~1', '/').replaceAll('~0', '~')}\`: ${message}`;
  const linesOf = (isStable: boolean) =>
    breaks
      .filter(({ isUnderDevelopment }) => isUnderDevelopment !== isStable)
      .map(({ pointer, message }) => lineOf(pointer, message));
  const [broken, unstable] = [linesOf(true), linesOf(false)];
  const others = additions.map((addition) => lineOf(addition.pointer, changeOf(addition)));
  const minor = [...unstable, ...narrowed, ...others];
  const wanted = broken.length > 0 ? 'major' : minor.length > 0 ? 'minor' : 'patch';
  if (BUMPS.indexOf(bump) < BUMPS.indexOf(wanted))
    throw new CannotRelease(
      `The changes need a ${wanted} version, not a ${bump} version.\n${(broken.length > 0 ? broken : minor).join('\n')}\n`,
    );
  const sections = Object.entries({
    'Contract: breaking changes': broken,
    'Contract: breaking changes to operations under development': unstable,
    'Contract: stricter rules': narrowed,
    'Contract: changes': others,
  })
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `\n### ${title}\n\n${[...new Set(lines)].map((line) => `- ${line}\n`).join('')}`);
  return `## ${heading}\n${sections.join('') || '\nThe contract is unchanged, or only its descriptions changed.\n'}\n`;
}

/** Changes to the service and the package since the last release, which contributors write. */
const NOTES = /^## Unreleased\n([\s\S]*?)(?=^## )/m;

/** Files that contain the version, with patterns for the text before each occurrence. */
const VERSIONED: Readonly<Record<string, readonly RegExp[]>> = {
  'spec/openapi.yaml': [/^ {2}version: /m],
  'package.json': [/^ {2}"version": "/m],
  'server/operate/Dockerfile': [/^LABEL org\.opencontainers\.image\.version=/m],
  'server/operate/chart/Chart.yaml': [/^version: /m, /^appVersion: /m],
  'package-lock.json': [/^ {2}"version": "/m, /^ {6}"version": "/m],
};

/** Runs the command, and passes its output to `print`. Rejects with `CannotRelease` if the release is not possible. */
export async function release(args: readonly string[], print: (text: string) => unknown): Promise<void> {
  const { bump, write } = readArguments(args);
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const save = (file: string, text: string) => writeFile(path.join(root, file), text);
  const stale = await drift(path.join(root, 'generated'));
  if (stale.length > 0)
    throw new CannotRelease(`generated/ is not up to date with spec/. Run npm run generate.\n${stale.join('\n')}\n`);
  const [released, unreleased] = await Promise.all([lastRelease(), unreleasedChanges()]);
  const revision = JSON.parse(await read('generated/openapi.json'));
  const from = released.info.version;
  const to = nextVersion(from, bump);
  const entry = changelogEntry(`${to} (${new Date().toISOString().slice(0, 10)})`, bump, {
    breaks: breaksOf(released, revision, unreleased),
    narrowed: unreleased.stricter.map(({ reason }) => reason),
    additions: additionsOf(released, revision),
  });
  const changelog = await read('CHANGELOG.md');
  const notes = NOTES.exec(changelog)?.[1]?.trimStart() ?? '';
  print(`${from} -> ${to}\n\n${entry}${notes}`);
  if (!write) {
    print('Nothing was written. To write the release, add --write.\n');
    return;
  }
  const history = changelog.replace(NOTES, '').replace(/^## /m, () => `${entry}${notes}## `);
  const texts = new Map([['CHANGELOG.md', history]]);
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
  const { tarball } = await createPackage(to);
  print(
    `Written, and packed as ${path.relative(root, tarball)}. Run npm run check and npm test, commit, and tag v${to}.\n`,
  );
}

if (isMain(import.meta.url))
  await release(process.argv.slice(2), (text) => process.stdout.write(text)).catch((error: unknown) => {
    if (!(error instanceof CannotRelease)) throw error;
    process.stderr.write(error.message);
    process.exitCode = 2;
  });
