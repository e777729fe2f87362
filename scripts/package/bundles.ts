import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { root } from '../project/root.ts';

/** `index` imports the other files instead of copying them, because two copies of a class would break `instanceof`. */
export const sdkEntries = {
  index: 'server/sdk/index.ts',
  client: 'server/sdk/client/client.ts',
  'verify-webhook': 'server/sdk/verify-webhook.ts',
  'qualification-title': 'server/domain/qualification-title.ts',
  types: 'generated/types.ts',
};

export const toolsEntries = { 'node/mock': 'scripts/package/entries/mock.ts' };
const COMMAND = { 'node/command': 'scripts/package/entries/command.ts' };

/** The CommonJS mock imports the ES module, because Prism is too large to be included twice. */
const COMMON_MOCK = "exports.startMock = async (options) => (await import('./mock.js')).startMock(options);\n";

/** Optional peer dependencies, which only the conformance kit needs. */
export const peers = ['@redocly/cli', 'ajv', 'ajv-formats', 'fast-check'];

const siblings = (extension: string): Plugin => ({
  name: 'siblings',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path: name, importer }) =>
      importer === path.join(root, sdkEntries.index)
        ? { path: `./${path.basename(name, '.ts')}${extension}`, external: true }
        : undefined,
    ),
});

/** Does not bundle the `peers` that the project's code imports, but bundles the copies that Prism imports. */
const externalPeers: Plugin = {
  name: 'external-peers',
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^(${peers.join('|')})(/|$)`) }, ({ path: name, importer }) =>
      importer.includes('node_modules') ? undefined : { path: name, external: true },
    ),
};

// Omits source maps, because they would add the sources to the package, and the bundles are readable without them.
const shared: BuildOptions & { metafile: true } = {
  absWorkingDir: root,
  bundle: true,
  legalComments: 'none',
  metafile: true,
  target: 'es2022',
};

export async function writeSdk(folder: string): Promise<Metafile[]> {
  const web = { ...shared, entryPoints: sdkEntries, outdir: folder, platform: 'neutral' } as const;
  const builds = await Promise.all([
    build({ ...web, external: ['openapi-fetch'], format: 'esm', plugins: [siblings('.js')] }),
    // Removes white space from the CommonJS files, because the ES modules contain the same code in readable form.
    build({
      ...web,
      minifyWhitespace: true,
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      plugins: [siblings('.cjs')],
    }),
  ]);
  return builds.map(({ metafile }) => metafile);
}

export async function writeTools(folder: string): Promise<Metafile[]> {
  const { metafile } = await build({
    ...shared,
    minify: true,
    outdir: folder,
    platform: 'node',
    plugins: [externalPeers],
    chunkNames: 'node/shared-[hash]',
    entryPoints: { ...toolsEntries, ...COMMAND },
    format: 'esm',
    mainFields: ['module', 'main'],
    // Defines `require`, which bundled CommonJS modules need.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    splitting: true,
  });
  await writeFile(path.join(folder, 'node/mock.cjs'), COMMON_MOCK);
  return [metafile];
}
