// Every regular expression has been judged by recheck: none takes time out of proportion to its text. `--write` judges
// those that are new, `--write --all` all of them again; that takes minutes, and the npm registry once.
import { exec } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ACCEPTED } from './check-patterns/accepted.ts';
import { findPatterns, type Pattern, written } from './check-patterns/find-patterns.ts';
import { root } from './root.ts';
import type { Verdict } from './verdict.ts';

/** What recheck said, by the pattern as it is written: `safe`, or how its time grows. */
type Judged = Readonly<Record<string, string>>;

const FILE = path.join(root, 'scripts/check-patterns/judged.json');
const JUDGE = "npx --yes --package=recheck@4.5.0 --call 'node scripts/check-patterns/judge.js'";

/** Whether every pattern was judged, and is safe or accepted with a reason. */
export async function checkPatterns({ write, all = false }: { write: boolean; all?: boolean }): Promise<Verdict> {
  const patterns = await findPatterns(root);
  let judged: Judged = JSON.parse(await readFile(FILE, 'utf8'));
  if (write) {
    const unjudged = patterns.filter((pattern) => all || judged[written(pattern)] === undefined);
    const said = unjudged.length === 0 ? {} : await judge(unjudged);
    const entries = patterns.map((pattern) => [written(pattern), said[written(pattern)] ?? judged[written(pattern)]]);
    judged = Object.fromEntries(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
    await writeFile(FILE, `${JSON.stringify(judged, null, 2)}\n`);
  }
  const names = new Set(patterns.map(written));
  const gone = [...ACCEPTED.keys()].filter((name) => !names.has(name));
  const found = [
    ...wrongPatterns(patterns, judged),
    ...gone.map((name) => `${name} is accepted, and nowhere any more`),
  ];
  return found.length === 0
    ? { passed: true, text: 'No pattern can be made to take long\n' }
    : { passed: false, text: `${found.join('\n')}\n` };
}

/** A line for each pattern that was not judged, or can be made to take long. */
export function wrongPatterns(patterns: readonly Pattern[], judged: Judged): string[] {
  return patterns.flatMap((pattern) => {
    const name = written(pattern);
    const said = judged[name];
    if (said === undefined)
      return [`${pattern.at}: ${name} was not judged yet. Run npm run check:patterns -- --write.`];
    return said === 'safe' || ACCEPTED.has(name) ? [] : [`${pattern.at}: ${name} is ${said}`];
  });
}

/** Runs recheck, whose programs are too large to be installed with the project. */
async function judge(patterns: readonly Pattern[]): Promise<Judged> {
  const running = promisify(exec)(JUDGE, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  running.child.stdin?.end(JSON.stringify(patterns));
  return JSON.parse((await running).stdout);
}
