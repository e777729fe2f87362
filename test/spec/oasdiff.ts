// Asks oasdiff, another program that compares contracts, about the edits that our own compatibility check is tested with, and
// prints where the two differ and why: `node --import tsx test/spec/oasdiff.ts`. Ends with 1 when a difference is not explained here, or
// an explanation is of nothing. It is a Go program: without Go this is left out, and said so.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.ts';
import { contract } from '../support/contract.ts';
import { BREAKS, type Edit, HARMLESS } from './compatibility-edits.ts';

const run = promisify(execFile);
const VERSION = 'v1.32.0';

/** Why oasdiff calls none of these a break, though ours does. It calls nothing one that ours does not. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'a warning to it, since it cannot tell whether clients notice': [
    'a member of a request removed',
    'a pattern changed',
  ],
  'an extension of ours, which it does not know': [
    'x-required-scope added',
    'x-public-address added',
    'x-body-limit lowered',
    'x-idempotent gone',
    'x-max-bytes lowered',
    'x-unique on more',
    'a word more that a naming rule refuses',
    'a promised figure lowered',
    'a promised time within which something happens raised',
    'a promised list shortened',
    'a promised figure gone',
    'a problem code with another status',
    'a stable operation put under development',
  ],
  'it does not compare security schemes': ['a scope gone', 'a flow gone', 'tokens fetched elsewhere'],
  'it does not compare the property of a discriminator': ['a variant told by another member'],
  'it takes media types of JSON for one another': ['a media type of an answer changed'],
  'it does not compare additionalProperties': ['an open object of a request closed'],
};
const EXPLAINED = new Map(Object.entries(REASONS).flatMap(([why, edits]) => edits.map((edit) => [edit, why])));

/** Installs it beside other caches; null where there is no Go. */
async function install(): Promise<string | null> {
  const bin = path.join(root, 'node_modules/.cache/oasdiff');
  await mkdir(bin, { recursive: true });
  try {
    await run('go', ['install', `github.com/oasdiff/oasdiff@${VERSION}`], { env: { ...process.env, GOBIN: bin } });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return path.join(bin, 'oasdiff');
}

/** What oasdiff calls an error in an edit: the ids of its rules. */
async function errorsOf(oasdiff: string, folder: string, edit: Edit): Promise<string[]> {
  const revision = structuredClone(contract);
  edit(revision);
  const [before, after] = ['before', 'after'].map((name) => path.join(folder, `${name}.json`)) as [string, string];
  await writeFile(before, JSON.stringify(contract));
  await writeFile(after, JSON.stringify(revision));
  const { stdout } = await run(oasdiff, ['breaking', '--format', 'json', before, after], { maxBuffer: 64 * 1024 ** 2 });
  const found: { id: string; level: number }[] = stdout.trim() === '' ? [] : (JSON.parse(stdout) ?? []);
  return [...new Set(found.filter(({ level }) => level === 3).map(({ id }) => id))];
}

const oasdiff = await install();
if (oasdiff === null) process.stdout.write('Left out: oasdiff wants Go, which is not here.\n');
else {
  const folder = await mkdtemp(path.join(tmpdir(), 'oasdiff-'));
  const rows = [['edit', 'ours', 'oasdiff', 'why they differ']];
  const asked = new Set<string>();
  try {
    for (const [isBreak, edits] of [
      [true, BREAKS],
      [false, HARMLESS],
    ] as const)
      for (const [name, edit] of edits) {
        const errors = await errorsOf(oasdiff, folder, edit);
        const differ = errors.length > 0 !== isBreak;
        if (differ) asked.add(name);
        const why = differ ? (EXPLAINED.get(name) ?? 'NOT EXPLAINED') : '';
        rows.push([name, isBreak ? 'break' : '-', errors.join(' ') || '-', why]);
      }
  } finally {
    await rm(folder, { recursive: true });
  }
  const unexplained = [...asked].filter((name) => !EXPLAINED.has(name));
  const stale = [...EXPLAINED.keys()].filter((name) => !asked.has(name));
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    process.stdout.write(
      `${row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  process.stdout.write(`${rows.length - 1} edits, ${asked.size} differences, ${unexplained.length} not explained\n`);
  if (stale.length > 0) process.stdout.write(`Explained, though they agree: ${stale.join(', ')}\n`);
  if (unexplained.length + stale.length > 0) process.exitCode = 1;
}
