import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { WHOLE_BUNDLE } from '../../scripts/project/bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Programs that tests start as processes. */
export const ENTRIES = [
  'server/main.ts',
  'server/cli.ts',
  'server/platform/outbound/guarded-agent.ts',
  'server/platform/outbound/source-address.ts',
  'mock/main.ts',
] as const;

/** Bundles the programs once per test run, because compiling them in each process would take longer than most tests. */
export async function bundleEntries(folder: string, entries: readonly string[] = ENTRIES): Promise<void> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    ...WHOLE_BUNDLE,
    entryPoints: [...entries],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
  });
}
