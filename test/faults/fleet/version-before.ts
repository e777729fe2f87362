import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { WHOLE_BUNDLE } from '../../../scripts/bundle.js';
import { ROOT } from '../../support/process.ts';

const run = promisify(execFile);

export interface Version {
  /** Files for Node. */
  server: string;
  cli: string;
}

/** The commit before the newest migration came; null where there is no history. */
async function findCommit(): Promise<string | null> {
  const migrations = 'server/store/engine/migrations';
  try {
    const words = ['log', '--diff-filter=A', '--format=%H', '-1', '--', migrations];
    const { stdout } = await run('git', words, { cwd: ROOT });
    const { stdout: before } = await run('git', ['rev-parse', `${stdout.trim()}^`], { cwd: ROOT });
    return before.trim();
  } catch {
    return null;
  }
}

/** Builds the last version with another schema in an empty folder, with packages of its own. */
export async function buildVersionBefore(folder: string): Promise<Version | null> {
  const commit = await findCommit();
  if (commit === null) return null;
  const archive = path.join(folder, 'version.tar');
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: ROOT });
  const project = path.join(folder, 'version');
  await mkdir(project);
  await run('tar', ['-xf', archive, '-C', project]);
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: project });
  await build({
    ...WHOLE_BUNDLE,
    absWorkingDir: project,
    entryPoints: ['server/main.ts', 'server/cli.ts'],
    outdir: path.join(project, 'server'),
    outExtension: { '.js': '.mjs' },
  });
  return { server: path.join(project, 'server/main.mjs'), cli: path.join(project, 'server/cli.mjs') };
}
