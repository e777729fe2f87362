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

/** Tests that replace modules must load them first. */
const ISOLATED = 'test/oauth/token-request.test.ts';

/** Slow tests of the project's own tools: `npm run nightly -- tools`. */
const TOOLS = [
  // Follows CONTRIBUTING.md literally, with all checks.
  'test/docs/contributing.test.ts',
  'test/package/release.test.ts',
  'test/conformance/mutants.test.ts',
  // Tests of the kit's findings for servers that break a rule.
  'test/conformance/{unnoticed,deliveries,findings}.test.ts',
  'test/conformance/others/others.test.ts',
  // Tests of changes that break a released contract.
  'test/spec/compatibility.test.ts',
];

/** The slowest tests, slowest first. If one of them started last, the other workers would be idle meanwhile. */
const LONG = [
  /\/docs\/contributing\.|\/package\/(release|package)\./,
  /\/mock\/process\./,
  // These tests wait most of the time.
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

/** A file system in memory on Linux, where commits need not wait for a disk. Containers can have little of it. */
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

// Temporary folder of the run, which is deleted with all files of the tests and their processes.
const runFolder = mkdtempSync(path.join(tmpdir(), 'service-tests-'));
// PostgreSQL refuses to run as root, and must be able to enter the folder as another user.
chmodSync(runFolder, 0o755);
process.env['TMPDIR'] = runFolder;
process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }));
// Without a handler, these signals end the process without its exit handlers.
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const globalSetup = ['test/support/global-setup.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    pool: 'forks',
    // A worker loads the server once, because loading it for each file would take longer than most tests.
    isolate: false,
    // More workers than processors, because many tests wait for a process, a browser, or a clock.
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
