// Builds the packages for partners in dist/ and packs them: the SDK, the tools, and the sandbox. They are separate, so
// that a partner's program does not install the mock and the database.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Contract } from './contract/openapi.ts';
import { asciiJson } from './generate/portable.ts';
import { sdkEntries, toolsEntries, writeSdk, writeTools } from './package/bundles.ts';
import { completePackage } from './package/complete-package.ts';
import { writeDeclarations } from './package/declarations.ts';
import { sandboxManifest, sdkManifest, toolsManifest } from './package/manifest.ts';
import { jsonSchemas } from './package/schemas.ts';
import { writeServer } from './project/bundle.ts';
import { isMain, root } from './project/root.ts';
import { writeSite } from './reference.ts';

export async function buildSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const bundles = await writeSdk(folder);
  await writeTypes(folder, sdkEntries);
  await completePackage(folder, sdkManifest, 'package-readme.md', bundles);
}

export async function buildTools(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'schemas'), { recursive: true });
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const read = (name: string) => readFile(path.join(root, name), 'utf8');

  const contract: Contract = JSON.parse(await read('generated/openapi.json'));
  await write('openapi.json', asciiJson(contract));
  await write('openapi.portable.json', asciiJson(JSON.parse(await read('generated/openapi.portable.json'))));
  for (const [name, schema] of jsonSchemas(contract))
    await write(`schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);

  const bundles = await writeTools(folder);
  await writeTypes(folder, toolsEntries);
  await copyFile(path.join(root, 'scripts/conformance/ci.md'), path.join(folder, 'ci.md'));
  // The kit reads these texts from the folder that contains its JavaScript.
  for (const name of ['finding-codes.md', 'help.txt'])
    await copyFile(path.join(root, 'scripts/conformance', name), path.join(folder, 'node', name));
  await completePackage(folder, toolsManifest, 'tools-readme.md', bundles);
}

async function writeTypes(folder: string, entries: Readonly<Record<string, string>>): Promise<void> {
  await writeDeclarations(Object.values(entries), path.join(folder, 'types'));
  for (const [name, source] of Object.entries(entries)) {
    const types = path.posix.relative(path.posix.dirname(name), 'types');
    const text = `export * from './${path.posix.join(types, source.replace(/ts$/, 'js'))}';\n`;
    for (const extension of ['d.ts', 'd.cts']) await writeFile(path.join(folder, `${name}.${extension}`), text);
  }
}

/** Requires the output of `npm run reference`. The bundle is not minified, so that stack traces are readable. */
export async function buildSandbox(folder: string): Promise<void> {
  const bundle = await writeServer(folder, {
    entryPoints: { sandbox: path.join(root, 'scripts/package/entries/sandbox.ts') },
    legalComments: 'none',
    external: Object.keys(sandboxManifest.dependencies),
  });
  await completePackage(folder, sandboxManifest, 'sandbox-readme.md', [bundle]);
}

export interface Packed {
  name: string;
  tarball: string;
  size: number;
  unpackedSize: number;
  files: string[];
}

export async function pack(folder: string, destination: string): Promise<Packed> {
  await mkdir(destination, { recursive: true });
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${destination}`],
    { cwd: folder, env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } },
  );
  const [{ name, filename, size, unpackedSize, files }] = JSON.parse(stdout);
  const names = files.map((file: { path: string }) => file.path);
  return { name, tarball: path.join(destination, filename), size, unpackedSize, files: names };
}

export async function writeDownload({ name: packageName, tarball }: Packed, referenceFolder: string): Promise<void> {
  const name = `${packageName.replace('@', '').replace('/', '-')}.tgz`;
  const file = path.join(referenceFolder, 'downloads', name);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(tarball, file);
  await writeFile(`${file}.sha256`, `${hash('sha256', await readFile(file))}  ${name}\n`);
}

const DIST = path.join(root, 'dist');

export async function createPackages(): Promise<Packed[]> {
  const sdk = path.join(DIST, 'package');
  const tools = path.join(DIST, 'tools-package');
  await buildSdk(sdk);
  await buildTools(tools);
  const packages = [await pack(sdk, DIST), await pack(tools, DIST)];
  for (const packed of packages) await writeDownload(packed, path.join(root, 'generated/reference'));
  return packages;
}

if (isMain(import.meta.url)) {
  await writeSite();
  const packages = await createPackages();
  await buildSandbox(path.join(DIST, 'sandbox-package'));
  packages.push(await pack(path.join(DIST, 'sandbox-package'), DIST));
  for (const { tarball } of packages) process.stdout.write(`${path.relative(root, tarball)}\n`);
}
