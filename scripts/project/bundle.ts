import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { root } from './root.ts';

export const WHOLE_BUNDLE: Readonly<BuildOptions> = {
  absWorkingDir: root,
  bundle: true,
  // Defines `require` for bundled CommonJS modules, because ES modules do not have it.
  banner: { js: `const require = (await import('node:module')).createRequire(import.meta.url);` },
  mainFields: ['module', 'main'],
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Writes modules that are imported on demand (metrics, traces) to separate files.
  splitting: true,
  external: ['libsql', '@opentelemetry/*', 'prom-client'],
};

/** Copies the static files of the pages next to the bundle, where the bundled code reads them. */
export async function copyAssets(folder: string): Promise<void> {
  await cp(path.join(root, 'server/pages/assets'), path.join(folder, 'assets'), { recursive: true });
}

/** Writes the bundled server, the contract, and the reference to `folder`, after deleting its previous content. */
export async function writeServer(folder: string, options: BuildOptions): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  const outdir = path.join(folder, 'server');
  const { metafile } = await build({ ...WHOLE_BUNDLE, ...options, outdir, metafile: true });
  for (const name of ['openapi.json', 'openapi.portable.json', 'reference'])
    await cp(path.join(root, 'generated', name), path.join(folder, 'generated', name), { recursive: true });
  await copyAssets(outdir);
  return metafile;
}
