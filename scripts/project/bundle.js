// Bundles a TypeScript file of the project with its imports and packages. Compiling and loading the server file by file
// takes five times as long. This file is plain JavaScript, because it runs without a compiler.
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

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

/** Resolves to the path of an entry point's bundle. Rebuilds the bundle if one of its sources changed. */
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
  const sources = await changesOf([...own, 'package-lock.json', 'scripts/project/bundle.js']);
  await mkdir(path.dirname(file), { recursive: true });
  // Writes the entry point last, so that its readers find all chunks. Keeps old chunks, which running processes load.
  const main = outputFiles.find((output) => output.path === file);
  for (const output of outputFiles) if (output !== main) await replace(output.path, output.contents);
  await replace(file, main.contents);
  // If a source changed during the build, the bundle can be outdated, and the next call must rebuild it.
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

/** Writes a file atomically, so that concurrent processes never read a partial file. */
async function replace(file, content) {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, content);
  await rename(temporary, file);
}
