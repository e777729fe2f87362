// Bundles programs of the project with their imports and packages.
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { root } from './root.ts';

/** Replaces `import.meta.url` with the URL of the source file, so that a module finds files next to its source. */
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

export const WHOLE_BUNDLE: Readonly<BuildOptions> = {
  absWorkingDir: root,
  bundle: true,
  // Bundled CommonJS modules call `require`.
  banner: { js: `const require = (await import('node:module')).createRequire(import.meta.url);` },
  mainFields: ['module', 'main'],
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Writes modules that are imported on demand (metrics, traces) to separate files.
  splitting: true,
  external: ['libsql', '@opentelemetry/*', 'prom-client'],
  plugins: [ownAddress],
};

/** Copies the static files of the pages to the folder of a bundle, where the modules in the bundle look for them. */
export async function copyAssets(folder: string): Promise<void> {
  await cp(path.join(root, 'server/pages/assets'), path.join(folder, 'assets'), { recursive: true });
}

/** Replaces the content of `folder` with a server that needs no compiler. Resolves to the metafile of the bundle. */
export async function writeServer(folder: string, options: BuildOptions): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  // No plugin is needed, because the folder contains the files that modules load by relative URL.
  const own = { outdir: path.join(folder, 'server'), metafile: true as const, plugins: [] };
  const { metafile } = await build({ ...WHOLE_BUNDLE, ...options, ...own });
  for (const name of ['openapi.json', 'openapi.portable.json', 'reference'])
    await cp(path.join(root, 'generated', name), path.join(folder, 'generated', name), { recursive: true });
  await copyAssets(path.join(folder, 'server'));
  return metafile;
}
