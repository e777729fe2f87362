// Builds the package for partners in dist/package and packs it into dist/. The package excludes the database and the
// other dependencies of the service, which a partner would have to install with a package of the whole project.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmPackage } from '../generated/operations.ts';
import type { Contract } from './contract/openapi.ts';
import { asciiJson } from './generate/portable.ts';
import { sources, writeBundles } from './package/bundles.ts';
import { completePackage } from './package/complete-package.ts';
import { writeDeclarations } from './package/declarations.ts';
import { packageManifest, sandboxManifest } from './package/manifest.ts';
import { jsonSchemas } from './package/schemas.ts';
import { writeServer } from './project/bundle.ts';
import { isMain, root } from './project/root.ts';
import { writeSite } from './reference.ts';

export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const name of ['schemas', 'node']) await mkdir(path.join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const read = (name: string) => readFile(path.join(root, name), 'utf8');

  const contract: Contract = JSON.parse(await read('generated/openapi.json'));
  await write('openapi.json', asciiJson(contract));
  await write('openapi.portable.json', asciiJson(JSON.parse(await read('generated/openapi.portable.json'))));
  for (const [name, schema] of jsonSchemas(contract))
    await write(`schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
  await cp(path.join(root, 'spec/workflows'), path.join(folder, 'spec/workflows'), { recursive: true });

  const bundles = await writeBundles(folder);
  await writeDeclarations(Object.values(sources), path.join(folder, 'types'));
  for (const [name, source] of Object.entries(sources))
    for (const [kind, extension] of Object.entries({ ts: 'js', cts: 'cjs' })) {
      const declared = path.posix.join(
        path.posix.relative(path.posix.dirname(name), 'types'),
        source.replace(/ts$/, extension),
      );
      await write(`${name}.d.${kind}`, `export * from './${declared}';\n`);
    }
  await copyFile(path.join(root, 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
  await copyFile(path.join(root, 'scripts/conformance/ci.md'), path.join(folder, 'ci.md'));
  await completePackage(folder, packageManifest, 'package-readme.md', bundles);
}

/** Needs the output of `npm run reference`. The bundle is not minified, so that its stack traces are readable. */
export async function buildSandbox(folder: string): Promise<void> {
  const bundle = await writeServer(folder, {
    entryPoints: { sandbox: path.join(root, 'scripts/package/entries/sandbox.ts') },
    legalComments: 'none',
    external: Object.keys(sandboxManifest.dependencies),
  });
  await completePackage(folder, sandboxManifest, 'sandbox-readme.md', [bundle]);
}

export interface Packed {
  tarball: string;
  size: number;
  unpackedSize: number;
  files: string[];
}

/** Packs a package into a tarball in `destination`, as `npm publish` would. */
export async function pack(folder: string, destination: string): Promise<Packed> {
  await mkdir(destination, { recursive: true });
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${destination}`],
    { cwd: folder, env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } },
  );
  const [{ filename, size, unpackedSize, files }] = JSON.parse(stdout);
  const names = files.map((file: { path: string }) => file.path);
  return { tarball: path.join(destination, filename), size, unpackedSize, files: names };
}

/** Adds the tarball and its checksum to the reference in `site`, which the service serves. */
export async function writeDownload({ tarball }: Packed, site: string): Promise<void> {
  const name = `${npmPackage.replace('@', '').replace('/', '-')}.tgz`;
  const file = path.join(site, 'downloads', name);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(tarball, file);
  await writeFile(`${file}.sha256`, `${hash('sha256', await readFile(file))}  ${name}\n`);
}

const DIST = path.join(root, 'dist');

/** Builds and packs the package for partners, and adds its tarball to the reference. */
export async function createPackage(): Promise<Packed> {
  await buildPackage(path.join(DIST, 'package'));
  const packed = await pack(path.join(DIST, 'package'), DIST);
  await writeDownload(packed, path.join(root, 'generated/reference'));
  return packed;
}

if (isMain(import.meta.url)) {
  await writeSite();
  const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;
  const packed = await createPackage();
  await buildSandbox(path.join(DIST, 'sandbox-package'));
  const sandbox = await pack(path.join(DIST, 'sandbox-package'), DIST);
  for (const { tarball, size, unpackedSize, files } of [packed, sandbox])
    process.stdout.write(
      `${path.relative(root, tarball)}: ${kilobytes(size)}, ${kilobytes(unpackedSize)} in ${files.length} files\n`,
    );
}
