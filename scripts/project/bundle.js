// Bundles a TypeScript file of the project with its imports and packages. Compiling and loading the server file by file
// takes five times as long. This file is plain JavaScript, because it runs without a compiler.
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Folder for bundles. It is in node_modules, so that bundles find the packages and are deleted with them. */
const CACHE = path.join(root, 'node_modules/.cache/bundles');

/** Replaces `import.meta.url` with the URL of the source file, so that a module finds files next to its source. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async (file) => {
      const text = await readFile(file.path, 'utf8');
      const address = JSON.stringify(pathToFileURL(file.path).href);
      return { contents: text.replaceAll('import.meta.url', address), loader: path.extname(file.path).slice(1) };
    });
  },
};

/** Options for esbuild, except the entry points and the output folder. */
export const WHOLE_BUNDLE = {
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
export async function copyAssets(folder) {
  await cp(path.join(root, 'server/pages/assets'), path.join(folder, 'assets'), { recursive: true });
}

/**
 * Replaces the content of `folder` with a server that needs no compiler. `options` are options for esbuild. Resolves to
 * the metafile of the bundle.
 */
export async function writeServer(folder, options) {
  await rm(folder, { recursive: true, force: true });
  // No plugin is needed, because the folder contains copies of the files that modules load by relative URL.
  const own = { outdir: path.join(folder, 'server'), metafile: true, plugins: [] };
  const { metafile } = await build({ ...WHOLE_BUNDLE, ...own, ...options });
  for (const name of ['openapi.json', 'openapi.portable.json', 'reference'])
    await cp(path.join(root, 'generated', name), path.join(folder, 'generated', name), { recursive: true });
  await copyAssets(path.join(folder, 'server'));
  return metafile;
}

/** Bundles an entry point. Resolves to the path of the bundle. */
export async function bundled(entry) {
  const { outputFiles } = await build({
    ...WHOLE_BUNDLE,
    entryPoints: [entry],
    outdir: CACHE,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    write: false,
  });
  const file = path.join(CACHE, entry.replace(/\.ts$/, '.mjs'));
  // Writes the entry point last, so that its readers find all chunks. Keeps old chunks, which running processes load.
  const isEntry = (output) => Number(output.path === file);
  for (const output of outputFiles.toSorted((a, b) => isEntry(a) - isEntry(b))) {
    await mkdir(path.dirname(output.path), { recursive: true });
    // Renames a file, so that concurrent processes never read a partial file.
    const temporary = `${output.path}.${randomUUID()}`;
    await writeFile(temporary, output.contents);
    await rename(temporary, output.path);
  }
  return file;
}
