import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

/**
 * Runs the Redocly command line with the configuration of a spec folder, and neither telemetry nor a look for updates. Resolves to its output;
 * rejects with it when it fails.
 */
export async function redocly(specFolder: string, command: string, ...args: string[]): Promise<string> {
  const manifest = require.resolve('@redocly/cli/package.json');
  const { bin } = require(manifest) as { bin: { redocly: string } };
  const config = `--config=${path.join(specFolder, 'redocly.yaml')}`;
  const run = promisify(execFile)(
    process.execPath,
    [path.join(path.dirname(manifest), bin.redocly), command, ...args, config],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => {
    throw new Error(`redocly ${command} failed:\n${failed.stdout}${failed.stderr}`);
  });
  return stdout + stderr;
}
