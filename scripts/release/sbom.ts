import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../project/root.ts';

/**
 * Returns the software bill of materials of the production service, in CycloneDX JSON. Runs `npm sbom` without the
 * development dependencies, because `npm sbom --omit=dev` also omits production packages that one of them needs.
 */
export async function billOfMaterials(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sbom-'));
  const npm = (...args: string[]) =>
    promisify(execFile)('npm', [...args, '--package-lock-only', '--loglevel=error'], {
      cwd: folder,
      maxBuffer: 2 ** 26,
    });
  try {
    const { devDependencies, scripts, overrides, ...manifest } = JSON.parse(
      await readFile(path.join(root, 'package.json'), 'utf8'),
    );
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
    await copyFile(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
    await npm('install', '--offline', '--ignore-scripts', '--no-audit');
    const bill = JSON.parse((await npm('sbom', '--sbom-format=cyclonedx')).stdout);
    // npm sets the name of the temporary folder here.
    bill.metadata.component.name = manifest.name;
    return `${JSON.stringify(bill, null, 2)}\n`;
  } finally {
    await rm(folder, { recursive: true });
  }
}
