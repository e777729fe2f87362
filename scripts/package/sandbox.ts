import { chmod, copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { WHOLE_BUNDLE } from '../bundle.js';
import { root } from '../root.ts';
import { packagesIn } from './bundles.ts';
import { type ProjectManifest, SANDBOX_NAME } from './manifest.ts';
import { notices } from './notices.ts';

/**
 * What is not bundled: the database is a native module, which is why this is a package of its own, and who wants a
 * client gets no database with it. Parts of the other come without a licence in a file.
 */
const NEEDED = ['libsql', 'pg'];
/** For operators alone, who start the service otherwise. */
const FOR_OPERATORS = ['@opentelemetry/*', 'prom-client'];

/** Writes the package of the sandbox into `folder`, which is emptied before. Needs `npm run reference` to have run. */
export async function buildSandbox(folder: string, project: ProjectManifest): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'generated'), { recursive: true });
  const { metafile } = await build({
    ...WHOLE_BUNDLE,
    entryPoints: { sandbox: path.join(root, 'scripts/package/entries/sandbox.ts') },
    outdir: path.join(folder, 'server'),
    minify: true,
    metafile: true,
    legalComments: 'none',
    external: [...NEEDED, ...FOR_OPERATORS],
    // What lies beside the sources lies beside these files too.
    plugins: [],
  });
  for (const name of ['openapi.json', 'reference.html'])
    await copyFile(path.join(root, 'generated', name), path.join(folder, 'generated', name));
  await cp(path.join(root, 'server/user-app/assets'), path.join(folder, 'server/assets'), { recursive: true });
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
    // The one command, which `npx` starts by the package's name.
    bin: { 'partner-credentials-sandbox': './server/sandbox.js' },
    dependencies: Object.fromEntries(NEEDED.map((name) => [name, project.dependencies[name]])),
  };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await chmod(path.join(folder, 'server/sandbox.js'), 0o755);
}
