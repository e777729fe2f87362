import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { WHOLE_BUNDLE } from '../../scripts/project/bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const ENTRIES = [
  'server/main.ts',
  'server/cli.ts',
  'server/platform/outbound/guarded-agent.ts',
  'server/platform/outbound/source-address.ts',
  'mock/main.ts',
] as const;

/** Replaces `import.meta.url` with the URL of the source file, so that a module finds files next to its source. */
export const ownAddress: Plugin = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async (file) => {
      const text = await readFile(file.path, 'utf8');
      const address = JSON.stringify(pathToFileURL(file.path).href);
      const loader = file.path.endsWith('x') ? 'tsx' : 'ts';
      return { contents: text.replaceAll('import.meta.url', address), loader };
    });
  },
};

/** Bundles the programs once per test run, because compiling them in each process would take longer than most tests. */
export async function bundleEntries(folder: string, entries: readonly string[] = ENTRIES): Promise<void> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    ...WHOLE_BUNDLE,
    // Does not bundle Prism, because bundling takes long and only the nightly build starts a process that uses Prism.
    external: [...(WHOLE_BUNDLE.external ?? []), '@stoplight/*'],
    plugins: [ownAddress],
    entryPoints: [...entries],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
  });
}
