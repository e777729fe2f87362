import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

/** Runs a Redocly command with the configuration of a spec folder. Resolves to the output, or rejects with it. */
export async function redocly(specFolder: string, command: string, ...args: string[]): Promise<string> {
  const config = `--config=${path.join(specFolder, 'redocly.yaml')}`;
  return await runRedocly([command, ...args, config], { env: process.env });
}

export async function workflowFiles(specFolder: string): Promise<string[]> {
  const folder = path.join(specFolder, 'workflows');
  const names = await readdir(folder);
  return names.sort().map((name) => path.join(folder, name));
}

/** Lints a contract and its workflows with the rules in `redocly.yaml`. Rejects with the findings. */
export async function lintContract(specFolder: string): Promise<void> {
  const files = [path.join(specFolder, 'openapi.yaml'), ...(await workflowFiles(specFolder))];
  await redocly(specFolder, 'lint', ...files, '--max-problems=1000');
}

/** Lints a portable bundle with the rules in `redocly.portable.yaml`. Rejects with the findings. */
export async function lintPortable(specFolder: string, file: string): Promise<void> {
  const config = `--config=${path.join(specFolder, 'redocly.portable.yaml')}`;
  await runRedocly(['lint', file, config, '--max-problems=1000'], { env: process.env });
}

/** Runs Redocly without telemetry and update checks. Kills the process and rejects after `timeoutMs`. */
export async function runRedocly(
  args: readonly string[],
  { env, cwd, timeoutMs = 0 }: { env: NodeJS.ProcessEnv; cwd?: string; timeoutMs?: number },
): Promise<string> {
  const manifest = require.resolve('@redocly/cli/package.json');
  const { bin } = require(manifest) as { bin: { redocly: string } };
  const run = promisify(execFile)(process.execPath, [path.join(path.dirname(manifest), bin.redocly), ...args], {
    cwd,
    env: { ...env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 ** 2,
    timeout: timeoutMs,
  });
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string; killed?: boolean }) => {
    const how = failed.killed ? `did not finish within ${timeoutMs} ms` : 'failed';
    throw new Error(`redocly ${args[0]} ${how}:\n${failed.stdout}${failed.stderr}`);
  });
  return stdout + stderr;
}
