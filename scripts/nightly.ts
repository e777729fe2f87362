// Runs the jobs that take too long to run on every change: all jobs with `npm run nightly`, or named jobs with `npm run
// nightly -- tests package`. `--list` prints the names as JSON. Exits with status 1 if a job fails.
import { spawnSync } from 'node:child_process';
import { nodeVersions } from './node-versions.ts';
import { root } from './project/root.ts';

const tsx = 'node --import tsx';

const JOBS: Readonly<Record<string, [minutes: number, command: string]>> = {
  tests: [60, 'npm run test:fast && FAULT_CHANGES=60 npm test'],
  lts: [
    240,
    `set -e; for version in ${nodeVersions.join(' ')}; do FAULT_CHANGES=60 npx --yes --package=node@$version -- npm test; done`,
  ],
  coverage: [60, 'npx vitest run --project=!tools --coverage'],
  tools: [90, 'npx vitest run --project tools'],
  faults: [20, 'npx vitest run test/faults/webhooks.test.ts'],
  mutants: [
    240,
    `set -e; ${tsx} test/conformance/mutants/main.ts --family schema --mutants 300; ` +
      `${tsx} test/conformance/mutants/main.ts --family program --mutants 300 --seed 61 --min-score 95`,
  ],
  // The next three jobs check a correct server, so any finding is wrong. GitHub stops a job after 360 minutes.
  healthy: [340, 'HEALTHY_RUNS=10 npx vitest run test/conformance/healthy.test.ts'],
  seeds: [340, 'HEALTHY_SEEDS=1000 npx vitest run test/conformance/healthy.test.ts -t "rate limits: false"'],
  'limited-seeds': [340, 'HEALTHY_SEEDS=1000 npx vitest run test/conformance/healthy.test.ts -t "rate limits: true"'],
  generators: [60, `${tsx} test/generators/main.ts`],
  contracts: [30, `${tsx} test/conformance/public/main.ts`],
  package: [
    30,
    'set -e; npm run package; for folder in dist/package dist/tools-package; do npx --yes publint@0.3.25 $folder --strict ' +
      `--pack false; npx --yes @arethetypeswrong/cli@0.18.5 --pack $folder; done; ${tsx} test/package/elsewhere.ts`,
  ],
  operate: [60, `${tsx} test/operate/main.ts`],
};

const named = process.argv.slice(2);
if (named.includes('--list')) {
  process.stdout.write(`${JSON.stringify(Object.keys(JOBS))}\n`);
  process.exit();
}
const unknown = named.filter((name) => !Object.hasOwn(JOBS, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no job ${unknown}. The jobs are ${Object.keys(JOBS).join(', ')}.\n`);
  process.exit(2);
}

const results: string[] = [];
for (const [name, [minutes, command]] of Object.entries(JOBS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  process.stdout.write(`\n${name}: ${command}\n`);
  const { status } = spawnSync(command, {
    cwd: root,
    env: { ...process.env, TEST_SIZE: 'nightly' },
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: minutes * 60_000,
  });
  results.push(`${name}: ${status === 0 ? 'passed' : 'failed'}\n`);
  if (status !== 0) process.exitCode = 1;
}
process.stdout.write(`\n${results.join('')}`);
