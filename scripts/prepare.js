// Runs after `npm install`: renders the reference, packs the package for partners, and bundles the server. All of them
// need development dependencies, which a production installation omits.
import { bundled } from './project/bundle.js';

try {
  for (const needed of ['tsx', '@redocly/cli/package.json']) import.meta.resolve(needed);
} catch {
  process.stdout.write('The build was skipped: the development dependencies are not installed.\n');
  process.exit(0);
}
const { register } = await import('tsx/esm/api');
register();
const { writeSite } = await import('./reference.ts');
const { createPackage, writeDownload } = await import('./package.ts');
await Promise.all([writeSite(), bundled('server/main.ts')]);
await writeDownload(await createPackage());
