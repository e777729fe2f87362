// Checks contract, code and READMEs side by side: `npm run check` all of them, `npm run check:<name>` one.
import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkCompatibility } from './check-compatibility.ts';
import { checkProse } from './check-prose.ts';
import { checkReadme } from './check-readme.ts';
import { checkSpec } from './check-spec.ts';
import { root } from './root.ts';
import type { Verdict } from './verdict.ts';

/** The verdict of a script of package.json that runs a program of its own. */
const script = (name: string) => async (): Promise<Verdict> => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, PATH }, maxBuffer: 64 * 1024 ** 2 };
    exec(scripts[name], options, (failed, stdout, stderr) =>
      resolve(
        failed === null
          ? { passed: true, text: `${name} finds nothing\n` }
          : { passed: false, text: `${stdout}${stderr}${name} failed\n` },
      ),
    );
  });
};

const checks: Readonly<Record<string, () => Promise<Verdict>>> = {
  lint: script('check:lint'),
  types: script('check:types'),
  spec: checkSpec,
  // The generators take seconds to load, which the other checks need not wait for.
  generated: async () => (await import('./check-generated.ts')).checkGenerated(),
  compatibility: checkCompatibility,
  patterns: async () => {
    const [write, all] = ['--write', '--all'].map((option) => process.argv.includes(option));
    return (await import('./check-patterns.ts')).checkPatterns({ write: write === true, all: all === true });
  },
  prose: checkProse,
  readme: () => checkReadme({ write: process.argv.includes('--write') }),
};

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const chosen = (named.length > 0 ? named : Object.keys(checks)).map((name) => {
  const check = checks[name];
  if (check === undefined) throw new Error(`There is no check ${name}: there are ${Object.keys(checks).join(', ')}`);
  return check;
});
/** A check that breaks off has not passed, and does not keep the others from saying what they found. */
const brokenOff = (error: Error): Verdict => ({ passed: false, text: `${error.stack}\n` });
for (const verdict of chosen.map((check) => check().catch(brokenOff))) {
  const { passed, text } = await verdict;
  (passed ? process.stdout : process.stderr).write(text);
  if (!passed) process.exitCode = 1;
}
