import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

export const redocly = (specFolder: string, args: readonly string[], config = 'redocly.yaml'): Promise<string> =>
  runRedocly([...args, `--config=${path.join(specFolder, config)}`], { env: process.env });

export async function workflowFiles(specFolder: string): Promise<string[]> {
  const folder = path.join(specFolder, 'workflows');
  const names = await readdir(folder);
  return names.sort().map((name) => path.join(folder, name));
}

export async function lintContract(specFolder: string): Promise<void> {
  const files = [path.join(specFolder, 'openapi.yaml'), ...(await workflowFiles(specFolder))];
  await redocly(specFolder, ['lint', ...files, '--max-problems=1000']);
}

export async function lintPortable(specFolder: string, file: string): Promise<void> {
  await redocly(specFolder, ['lint', file, '--max-problems=1000'], 'redocly.portable.yaml');
}

export async function runRedocly(args: readonly string[], options: { env: NodeJS.ProcessEnv; cwd?: string }) {
  const manifest = require.resolve('@redocly/cli/package.json');
  const { bin } = require(manifest) as { bin: { redocly: string } };
  const run = promisify(execFile)(process.execPath, [path.join(path.dirname(manifest), bin.redocly), ...args], {
    ...options,
    env: { ...options.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 ** 2,
  });
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => {
    throw new Error(`redocly ${args[0]} failed:\n${failed.stdout}${failed.stderr}`);
  });
  return stdout + stderr;
}
