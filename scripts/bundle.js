// Bundles a TypeScript file of the project with its imports and packages. Compiling and loading the server file by file
// takes five times as long. Plain JavaScript, because it runs without a compiler.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** In node_modules, so that bundles find the packages and are removed with them. */
const CACHE = path.join(root, 'node_modules/.cache/bundles');

/** Files that a module finds beside itself, wherever the bundle is. */
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

/** Options of esbuild, without the entries and the output folder. */
export const WHOLE_BUNDLE = {
  absWorkingDir: root,
  bundle: true,
  // CommonJS needs `require`.
  banner: { js: `const require = (await import('node:module')).createRequire(import.meta.url);` },
  mainFields: ['module', 'main'],
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // Modules that are imported on demand (metrics, traces) are separate files.
  splitting: true,
  external: ['libsql', '@opentelemetry/*', 'prom-client'],
  plugins: [ownAddress],
};

/** Resolves to the file of an entry's bundle, which is rebuilt when one of its sources has changed. */
export async function bundled(entry) {
  const file = path.join(CACHE, entry.replace(/\.ts$/, '.mjs'));
  const sourcesFile = `${file}.json`;
  if (await isCurrent(sourcesFile)) return file;
  const { build } = await import('esbuild');
  const startedAt = Date.now();
  const { metafile, outputFiles } = await build({
    ...WHOLE_BUNDLE,
    entryPoints: [entry],
    outdir: CACHE,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    metafile: true,
    write: false,
  });
  const own = Object.keys(metafile.inputs).filter((source) => !source.includes('node_modules/'));
  const sources = await changesOf([...own, 'package-lock.json', 'scripts/bundle.js']);
  await mkdir(path.dirname(file), { recursive: true });
  // Writes the entry last, so that its readers find all chunks. Keeps old chunks for running processes.
  const main = outputFiles.find((made) => made.path === file);
  for (const made of outputFiles) if (made !== main) await replace(made.path, made.contents);
  await replace(file, main.contents);
  // The bundle may or may not contain changes that were made during the build.
  const isSure = sources.every(([, changedAt]) => changedAt < startedAt);
  await replace(sourcesFile, JSON.stringify(isSure ? sources : null));
  return file;
}

async function isCurrent(sourcesFile) {
  try {
    const sources = JSON.parse(await readFile(sourcesFile, 'utf8'));
    const changes = await changesOf(sources.map(([source]) => source));
    return changes.every(([, changedAt], at) => changedAt === sources[at][1]);
  } catch {
    // There is no bundle yet, or a source was deleted.
    return false;
  }
}

const changesOf = (sources) =>
  Promise.all(sources.map(async (source) => [source, (await stat(path.join(root, source))).mtimeMs]));

/** Writes a file so that concurrent processes never read a part of it. */
async function replace(file, content) {
  const made = `${file}.${randomUUID()}`;
  await writeFile(made, content);
  await rename(made, file);
}
