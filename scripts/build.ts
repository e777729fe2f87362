// Compiles the server into dist/, so that it starts without a compiler: `node dist/server/main.js`.
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { createPackage, writeDownload } from './package.ts';
import { copyAssets, WHOLE_BUNDLE } from './project/bundle.js';
import { root } from './project/root.ts';
import { writeSite } from './reference.ts';
import { billOfMaterials } from './release/sbom.ts';

const dist = path.join(root, 'dist');
const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
await writeSite();
await writeDownload(await createPackage());
await rm(dist, { recursive: true, force: true });
await build({
  ...WHOLE_BUNDLE,
  entryPoints: [path.join(root, 'server/main.ts'), path.join(root, 'server/cli.ts')],
  outdir: path.join(dist, 'server'),
  external: Object.keys(dependencies),
  // No plugin is needed, because the output folder contains copies of the files that modules load by relative URL.
  plugins: [],
  sourcemap: true,
});
await mkdir(path.join(dist, 'generated'));
for (const name of ['openapi.json', 'openapi.portable.json'])
  await copyFile(path.join(root, 'generated', name), path.join(dist, 'generated', name));
await cp(path.join(root, 'generated/reference'), path.join(dist, 'generated/reference'), { recursive: true });
await copyAssets(path.join(dist, 'server'));
await writeFile(path.join(dist, 'sbom.cdx.json'), await billOfMaterials());
