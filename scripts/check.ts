// Checks the contract, the code, and the READMEs. `npm run check` runs all checks; `npm run check -- <name>` runs one.
import { exec } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkReadme } from './check-readme.ts';
import { lintContract, lintPortable } from './contract/redocly.ts';
import { root } from './project/root.ts';
import { checkCompatibility } from './release/check-compatibility.ts';

async function program(command: string): Promise<string> {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  const options = { cwd: root, env: { ...process.env, PATH }, maxBuffer: 64 * 1024 ** 2 };
  return promisify(exec)(command, options).then(
    () => `${command}: no findings`,
    ({ stdout, stderr }) => Promise.reject(new Error(stdout + stderr)),
  );
}

const write = process.argv.includes('--write');

/** Checks by name. A check resolves to a summary in one line, or rejects with an error that contains its findings. */
const checks: Readonly<Record<string, () => Promise<string>>> = {
  lint: () => program('biome check --error-on-warnings .'),
  types: () => program('node node_modules/typescript-7/bin/tsc --noEmit --singleThreaded'),
  spec: async () => {
    const spec = path.join(root, 'spec');
    await Promise.all([lintContract(spec), lintPortable(spec, path.join(root, 'generated/openapi.portable.json'))]);
    return 'The contract in spec/ and the portable bundle follow every lint rule';
  },
  // Imported on demand, because loading the generators takes seconds.
  generated: async () => (await import('./generate.ts')).checkGenerated(),
  compatibility: checkCompatibility,
  readme: () => checkReadme({ write }),
};

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no check ${unknown}. The checks are ${Object.keys(checks).join(', ')}.\n`);
  process.exit(2);
}
const running = Object.entries(checks)
  .filter(([name]) => named.length === 0 || named.includes(name))
  .map(([name, check]) => [name, check().then(String, (error: Error) => error)] as const);
for (const [name, result] of running) {
  const verdict = await result;
  if (typeof verdict === 'string') process.stdout.write(`${verdict}\n`);
  else {
    process.stderr.write(`${verdict.message}\n${name} failed\n`);
    process.exitCode = 1;
  }
}
