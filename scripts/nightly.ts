// What takes too long for every change, under the Node that runs this and under the LTS that .nvmrc names:
// `npm run nightly`, or some of it: `npm run nightly -- tests package`. Takes hours; ends with 1 when a run failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './root.ts';

const RUNS: Readonly<Record<string, string>> = {
  tests: 'npm test',
  tools: 'npm run test:tools',
  // A million requests, half of them to the server and half to the mock.
  fuzz: 'set -e; for seed in 1 2 3 4; do npm run conformance -- --only fuzz --cases 125000 --seed $seed --max-seconds 3600; done',
  mutants: 'npm run conformance:mutants -- --mutants 300',
  package: 'npm run check:package',
  oasdiff: 'npm run check:oasdiff',
  spectral: 'npm run check:spectral',
  schemathesis: 'npm run check:schemathesis',
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => RUNS[name] === undefined);
if (unknown.length > 0) throw new RangeError(`No run is called ${unknown}: ${Object.keys(RUNS)}`);

const lts = (await readFile(path.join(root, '.nvmrc'), 'utf8')).trim();
const own = process.versions.node.split('.')[0];
const table = [['run', 'Node', 'minutes', 'result']];
for (const node of new Set([own, lts]))
  for (const name of named.length > 0 ? named : Object.keys(RUNS)) {
    const command = RUNS[name] ?? '';
    process.stdout.write(`\n${command}, Node ${node}\n`);
    const started = Date.now();
    // The package `node` is a binary, which stands first in the PATH of the command.
    const line = node === own ? command : `npx --yes --package=node@${node} -- ${command}`;
    const env = { ...process.env, TEST_SIZE: 'nightly' };
    const [code] = await once(spawn(line, { cwd: root, env, shell: true, stdio: 'inherit' }), 'close');
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    table.push([name, `${node}`, minutes, code === 0 ? 'passed' : 'failed']);
    if (code !== 0) process.exitCode = 1;
  }

const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
for (const row of table)
  process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
