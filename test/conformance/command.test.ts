import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import type { StartedTarget } from '../../scripts/conformance/kit-types.ts';
import { runCommand } from '../../scripts/conformance/run-command.ts';

const COMMAND = fileURLToPath(new URL('../../scripts/conformance.ts', import.meta.url));

function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], CLIENT_SECRET: 'a-secret-that-is-wrong' };
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', COMMAND, ...argv],
      { env, timeout: 60_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

async function runHere(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    const code = await runCommand({ contract, command: 'the-kit', startTargets: async () => [] }, argv);
    const [stdout = '', stderr = ''] = streams.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    return { code, stdout, stderr };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

test('the option --help prints the list of options', async () => {
  const { code, stdout } = await runHere('--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: the-kit \[options\]/);
  expect(stdout).toMatch(/--base-url.*--report.*Exit codes/s);
});

test('the command exits with code 2 and an error message if an argument is invalid', async () => {
  expect(await runHere('--cases', 'many')).toEqual({
    code: 2,
    stdout: '',
    stderr: '--cases must be a whole number of at least 0.\nthe-kit --help lists the options.\n',
  });
  expect((await runHere('--only', 'addNothing')).stderr).toMatch(
    /^--only: unknown name addNothing\. Checks: deliveries, .+\. Operations: .+, addEducation, .+\.\n/,
  );
  expect(await runHere('--report', path.join(COMMAND, 'report'))).toMatchObject({ code: 2, stdout: '' });
});

describe('The check of a server that breaks the contract', () => {
  let own: StartedTarget;
  let folder: string;
  beforeAll(async () => {
    // The server returns the same token response to every request.
    const gone = () => new Response('{"access_token":"x"}', { status: 200 });
    own = await startServerTarget('gone', () => gone);
    folder = await mkdtemp(path.join(tmpdir(), 'report-'));
  });
  afterAll(async () => {
    await own.stop();
    await rm(folder, { recursive: true });
  });

  test('the command exits with code 1 and writes reports without the secret', async () => {
    const { code, stdout } = await run(
      ...['--base-url', own.target.baseUrl, '--client-id', 'acme', '--cases', '0'],
      ...['--only', 'createTokenV2', '--only', 'addEducation'],
      ...['--max-seconds', '10', '--report', path.join(folder, 'report')],
    );
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED');
    expect(stdout).not.toContain('a-secret-that-is-wrong');
    const files = await readdir(path.join(folder, 'report'));
    expect(files.sort()).toEqual(['conformance.json', 'conformance.xml']);
  }, 60_000);
});
