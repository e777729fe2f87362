import { chmod, copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeServer } from '../project/bundle.ts';
import { root } from '../project/root.ts';
import { packagesIn } from './bundles.ts';
import { type ProjectManifest, SANDBOX_NAME } from './manifest.ts';
import { notices } from './notices.ts';
import { versionOf } from './package-version.ts';

/** Not bundled: the font is read as files, libsql is native, and some packages of pg have no license file. */
const NEEDED = ['@fontsource-variable/inter', 'libsql', 'pg'];

/** Needs the output of `npm run reference`. The bundle is not minified, so that its stack traces are readable. */
export async function buildSandbox(folder: string, project: ProjectManifest): Promise<void> {
  const metafile = await writeServer(folder, {
    entryPoints: { sandbox: path.join(root, 'scripts/package/entries/sandbox.ts') },
    legalComments: 'none',
    external: NEEDED,
  });
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  await copyFile(path.join(root, 'scripts/package/sandbox-readme.md'), path.join(folder, 'README.md'));
  await writeFile(path.join(folder, 'NOTICES.txt'), await notices(packagesIn(metafile)));
  const manifest = {
    name: SANDBOX_NAME,
    version: project.version,
    description: 'The sandbox of the Partner Credential API: the whole service on an embedded database, for tests',
    license: project.license,
    type: 'module',
    engines: project.engines,
    exports: { '.': './server/sandbox.js', './package.json': './package.json' },
    // `npx` runs the only command of a package by the name of the package.
    bin: { 'partner-credentials-sandbox': './server/sandbox.js' },
    dependencies: Object.fromEntries(NEEDED.map((name) => [name, project.dependencies[name]])),
  };
  await chmod(path.join(folder, 'server/sandbox.js'), 0o755);
  manifest.version = await versionOf(folder, manifest, project.version);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
