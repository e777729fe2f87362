import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What tests run as processes of their own. */
export const ENTRIES = [
  'server/main.ts',
  'server/cli.ts',
  'server/outbound/guarded-agent.ts',
  'server/outbound/source-address.ts',
  'mock/main.ts',
  'test/store/child.ts',
  'test/faults/webhooks/instance.ts',
] as const;

/** The files that a module finds beside itself are those of the project, wherever the bundle lies. */
const ownAddress: Plugin = {
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

/** A bundle with its packages: to load their files takes longer than most processes live. */
export const WHOLE_BUNDLE = {
  bundle: true,
  // CommonJS needs `require`.
  banner: { js: `const require = (await import('node:module')).createRequire(import.meta.url);` },
  mainFields: ['module', 'main'],
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
} satisfies BuildOptions;

/** Bundles, for one run of the tests: a compiler in each process would cost more than most tests do. */
export async function bundleEntries(folder: string, entries: readonly string[] = ENTRIES): Promise<void> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    ...WHOLE_BUNDLE,
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    external: ['libsql', '@stoplight/*'],
    plugins: [ownAddress],
  });
}
