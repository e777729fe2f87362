import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that need no database server, browser, or child process. `npm run test:fast` runs them. */
const fast = [
  'test/{domain,sdk,structure}/**/*.test.ts',
  'test/api/**/!(requests-of-connection).test.ts',
  'test/start/!(database-ownership).test.ts',
  'test/pages/*.test.ts',
  'test/storage/{encryption,files}/*.test.ts',
  'test/work/*.test.ts',
  'test/mock/!(process).test.ts',
  'test/pages/sandbox/mailbox.test.ts',
  'test/work/documents/fetch-document.test.ts',
  'test/work/delivery/{outgoing-deliveries,send-attempt}.test.ts',
  'test/storage/database/grouped.test.ts',
  'test/package/schemas.test.ts',
  'test/platform/{batcher,log,outbound/resolve-name}.test.ts',
  'test/conformance/arguments.test.ts',
  'test/spec/examples.test.ts',
];

/** Tests that mock modules, which works only if no other test loaded them before. */
const ISOLATED = ['test/api/oauth/token-request.test.ts'];

/** Slow tests of the project's development tools. `npm run nightly -- tools` runs them. */
const TOOLS = [
  // Adds the endpoint in .github/changes.md, and runs all checks.
  'test/docs/add-endpoint.test.ts',
  // Builds, packs, installs, and releases the packages for partners.
  'test/package/{package,sandbox,release}.test.ts',
  'test/conformance/mutants.test.ts',
  // These tests run the conformance kit against servers that violate the contract, are slow, or have many resources.
  'test/conformance/{kit,faults,deliveries,findings,bounds,shared-lists}.test.ts',
  // Run most of the conformance kit against the correct server, as `npm run conformance` does in every build.
  'test/conformance/{documented-answers,healthy}.test.ts',
  'test/conformance/others/{small-contracts,read-contract}.test.ts',
  // Computes all cases of the conformance kit, which `npm run conformance` sends in every build.
  'test/conformance/schema-cases.test.ts',
  // Runs the benchmark, and the conformance kit against its usual server.
  'test/bench/usual.test.ts',
  // Compares the contract with its last release: the check with breaking changes, and all bodies with both contracts.
  'test/spec/{compatibility,unreleased}.test.ts',
  // Runs the linter with a violation of each rule. `npm run check` runs the linter in every build.
  'test/spec/lint.test.ts',
  // Shows the client in the language server of an editor.
  'test/sdk/client/documentation.test.ts',
  // Generates all files from a changed contract.
  'test/spec/generated.test.ts',
];

/** In-memory file system on Linux, where commits do not wait for a disk. It can be small in containers. */
const MEMORY = '/dev/shm';

function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}
if (process.env['TMPDIR'] === undefined && hasFreeSpace(MEMORY)) process.env['TMPDIR'] = MEMORY;

// Temporary folder for all files of this test run. It is deleted when the run ends.
// Vitest loads this file once for each project. Nested folders would make the path of the browser's socket too long.
const PREFIX = 'service-tests-';
const isSet = path.basename(tmpdir()).startsWith(PREFIX);
const runFolder = isSet ? tmpdir() : mkdtempSync(path.join(tmpdir(), PREFIX));
// PostgreSQL refuses to run as root, so it runs as a different user, who needs access to the folder.
chmodSync(runFolder, 0o755);
process.env['TMPDIR'] = runFolder;
// A run inside of another run uses the folder of the outer run, which deletes it.
if (!isSet) process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }));
// Without a signal handler, these signals terminate the process without running its exit handlers.
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const globalSetup = ['test/support/global-setup.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    pool: 'forks',
    // Each worker loads the server only once, because loading it for each file takes longer than most tests.
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      include: ['server/**/*.{ts,tsx}'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'dist/coverage',
    },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true } },
      {
        extends: true,
        test: {
          name: 'service',
          include: mode === 'fast' ? fast : ['test/**/*.test.ts'],
          exclude: [...TOOLS, ...ISOLATED],
          globalSetup: mode === 'fast' ? [] : globalSetup,
        },
      },
      { extends: true, test: { name: 'tools', include: TOOLS, globalSetup } },
    ],
  },
}));
