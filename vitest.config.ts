import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that need no database server, no browser, and no other process: `npm run test:fast`. */
const fast = [
  'test/{client,config,contract,crypto,domain,files,http,oauth,structure,user-app,webhooks,work}/**/*.test.ts',
  'test/mock/!(process|sample-events|documented-answers|uploads).test.ts',
  'test/sandbox/{mailbox,partners}.test.ts',
  'test/documents/{announced-documents,fetch-document}.test.ts',
  'test/delivery/{create-delivery,send-attempt}.test.ts',
  'test/store/{claim-shares,create-store,grouped}.test.ts',
  'test/package/{release-rules,schemas}.test.ts',
  'test/outbound/resolve-name.test.ts',
  'test/conformance/arguments.test.ts',
  'test/spec/examples.test.ts',
];

/** Tests that replace modules must be the first to load them. */
const ISOLATED = 'test/oauth/token-request.test.ts';

/** Slow tests of the project's own tools: `npm run nightly -- tools`. */
const TOOLS = [
  // Follows CONTRIBUTING.md to the letter, with every check.
  'test/docs/contributing.test.ts',
  'test/package/release.test.ts',
  'test/conformance/mutants.test.ts',
  // What the kit finds in servers that break a rule.
  'test/conformance/{unnoticed,deliveries,findings}.test.ts',
  'test/conformance/others/others.test.ts',
  // What breaks a released contract.
  'test/spec/compatibility.test.ts',
];

/** The slowest tests, slowest first. Started last, one of them would keep one worker busy while the others are idle. */
const LONG = [
  /\/docs\/contributing\.|\/package\/(release|package)\./,
  /\/mock\/process\./,
  // They wait while others work.
  /\/(delivery|outbound)\/|\/mock\/sample-events\./,
  /\/faults\/webhooks\./,
  /\/faults\//,
  /\/conformance\//,
  /\/browser\//,
  /\/docs\//,
  /\/store\/(postgres|sqlite)\./,
  /\/flows\/(partners|tabs)\./,
  /\/spec\//,
  /\/lifecycle\//,
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const rank = LONG.findIndex((pattern) => pattern.test(moduleId));
      // A worker loads everything again for another project.
      if (project.name === 'isolated') return LONG.length + 1;
      return rank === -1 ? LONG.length : rank;
    };
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Linux keeps it in memory: what a test commits to a disk there, it need not wait for. Containers may have little of it. */
const MEMORY = '/dev/shm';

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}
if (process.env['TMPDIR'] === undefined && hasRoom(MEMORY)) process.env['TMPDIR'] = MEMORY;

// The temporary folder of the run: the tests and the processes that they start leave nothing behind.
const runFolder = mkdtempSync(path.join(tmpdir(), 'service-tests-'));
// PostgreSQL, which refuses to run as root, must be able to enter it as another user.
chmodSync(runFolder, 0o755);
process.env['TMPDIR'] = runFolder;
process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }));
// Without a handler, these signals end the process without its exit handlers.
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const globalSetup = ['test/support/global-setup.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    pool: 'forks',
    // A worker loads the server once, because loading it for each file would take longer than most files run.
    isolate: false,
    // More workers than processors: many tests wait for a process, a browser, or a clock.
    maxWorkers: 2 * Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'isolated', include: [ISOLATED], isolate: true } },
      {
        extends: true,
        test: {
          name: 'service',
          include: mode === 'fast' ? fast : ['test/**/*.test.ts'],
          exclude: [...TOOLS, ISOLATED],
          globalSetup: mode === 'fast' ? [] : globalSetup,
        },
      },
      { extends: true, test: { name: 'tools', include: TOOLS, globalSetup } },
    ],
  },
}));
