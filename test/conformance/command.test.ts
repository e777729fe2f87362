import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readArguments } from '../../scripts/conformance/arguments.ts';
import { runCommand } from '../../scripts/conformance/command.ts';
import { usage } from '../../scripts/conformance/options.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import type { StartedTarget } from '../../scripts/conformance/types.ts';

// The command as it is typed: what it prints, writes and ends with. Whole runs are CI's.

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

/** The same without its process. */
async function runHere(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    const code = await runCommand({ contract, workflows, command: 'the-kit', startOwn: async () => [] }, argv);
    const [stdout = '', stderr = ''] = streams.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    return { code, stdout, stderr };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

test('--help tells every option', async () => {
  const { code, stdout } = await runHere('--help');
  expect(code).toBe(0);
  for (const option of ['--base-url', '--report', '--only', '--cases', '--seed', '--i-know-this-is-not-a-sandbox'])
    expect(stdout).toContain(option);
  expect(stdout).toMatch(/^Usage: the-kit \[options\]/);
});

test('a wrong argument ends it with 2, a sentence, and no stack', async () => {
  const { code, stdout, stderr } = await runHere('--cases', 'many');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--cases must be a whole number of at least 0\.\n.*--help/);
  expect(stderr).not.toContain('    at ');
  expect(stdout).toBe('');
});

test('what there is not is a wrong argument, and so is a report that cannot be written', async () => {
  expect((await runHere('--only', 'addNothing')).stderr).toMatch(/^--only: there is no addNothing\.\n/);
  expect(await runHere('--report', path.join(COMMAND, 'report'))).toMatchObject({ code: 2, stdout: '' });
});

test('where nothing of its own can be started, a base URL is needed', () => {
  expect(() => readArguments(contract, [], {}, false)).toThrow('--base-url is needed');
  expect(usage('the-kit', false)).toMatch(/^Usage: the-kit --base-url URL \[options\]/);
});

describe('a server that does not keep the contract', () => {
  let own: StartedTarget;
  let folder: string;
  beforeAll(async () => {
    // It answers nothing but that it is not there, and gives tokens to everybody.
    const gone = () => new Response('{"access_token":"x"}', { status: 200 });
    own = await startOwnServer('gone', () => ({ fetch: gone, refuse: gone, fail: gone }));
    folder = await mkdtemp(path.join(tmpdir(), 'report-'));
  });
  afterAll(async () => {
    await own.stop();
    await rm(folder, { recursive: true });
  });

  test('ends it with 1, and the report is written without the secret', async () => {
    const { code, stdout } = await run(
      ...['--base-url', own.target.baseUrl, '--client-id', 'acme', '--cases', '0'],
      ...['--operation', 'createTokenV2', '--operation', 'addEducation'],
      ...['--max-requests', '500', '--report', path.join(folder, 'report')],
    );
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED');
    expect(stdout).not.toContain('a-secret-that-is-wrong');
    expect((await readdir(path.join(folder, 'report'))).sort()).toEqual([
      'conformance.html',
      'conformance.json',
      'conformance.sarif',
      'conformance.xml',
    ]);
  }, 60_000);
});
