import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What needs no database server, no browser and no other process: `npm run test:fast`, in half a minute. */
const fast = [
  'test/{client,config,contract,crypto,domain,files,http,oauth,structure,user-app,webhooks,work}/**/*.test.ts',
  'test/mock/!(process|sample-events|documented-answers|uploads).test.ts',
  'test/sandbox/{check-delivery,mailbox,partners}.test.ts',
  'test/documents/{announced-documents,fetch-document}.test.ts',
  'test/delivery/{create-delivery,send-attempt}.test.ts',
  'test/store/{claim-shares,create-store,grouped}.test.ts',
  'test/package/{release-rules,schemas}.test.ts',
  'test/outbound/resolve-name.test.ts',
  'test/conformance/arguments.test.ts',
  'test/spec/examples.test.ts',
];

/** What replaces modules, and so must be the first to load them. */
const ISOLATED = 'test/oauth/token-request.test.ts';

/** Those of the benchmark come with tests of theirs. */
const PACKAGES = '**/node_modules/**';

/** What tests the project's own tools, and not the service, and takes long: `npm run test:tools`, at night. */
const TOOLS = [
  // Follows CONTRIBUTING.md to the letter, with every check.
  'test/docs/contributing.test.ts',
  'test/package/release.test.ts',
  'test/conformance/mutants.test.ts',
  // What the kit finds in servers that break a rule.
  'test/conformance/{code-mutants,unnoticed,deliveries,findings}.test.ts',
  'test/conformance/others/others.test.ts',
  // What breaks a released contract.
  'test/spec/compatibility.test.ts',
];

/** What takes longest, the longest first: begun last, one of them would keep one worker busy while the others have no work. */
const LONG = [
  /\/docs\/contributing\.|\/package\/(release|package)\./,
  /\/mock\/process\./,
  // They wait, while others work.
  /\/(delivery|outbound)\/|\/mock\/sample-events\./,
  /\/faults\/webhooks\./,
  /\/faults\//,
  /\/conformance\//,
  /\/browser\//,
  /\/docs\//,
  /\/store\/(postgres|sqlite)\./,
  /\/flows\/(partners|sandbox-commands)\./,
  /\/spec\//,
  /\/lifecycle\//,
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification) => {
      const rank = LONG.findIndex((pattern) => pattern.test(moduleId));
      // A worker begins anew for each project.
      if (project.name !== 'whole') return LONG.length + 1;
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

// `--mode all`, which `npm test` is, has all but the tools in one project: a worker then loads the server once.
export default defineConfig(({ mode }) => ({
  test: {
    pool: 'forks',
    // A worker goes on to the next file: to load the server anew for each costs more than most of them take.
    isolate: false,
    // More than there are processors: many tests wait for a process, a browser or a clock.
    maxWorkers: 2 * Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      ...(mode === 'test'
        ? [{ extends: true as const, test: { name: 'fast', include: fast, exclude: [ISOLATED, PACKAGES] } }]
        : []),
      { extends: true, test: { name: 'isolated', include: mode === 'tools' ? [] : [ISOLATED], isolate: true } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: mode === 'tools' ? TOOLS : ['test/**/*.test.ts'],
          exclude: [...(mode === 'all' ? TOOLS : mode === 'test' ? fast : []), ISOLATED, PACKAGES],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
}));
