// Renders the reference, bundles the server, and gets a browser for the tests where the machine has none.
// prepare.js runs it.
import { isPackageUsable, ownBrowser, unpackedBrowser } from './browser.ts';
import { bundled } from './bundle.js';

async function browser(): Promise<void> {
  if (ownBrowser !== undefined || !isPackageUsable) return;
  await unpackedBrowser().catch((error: Error) =>
    process.stdout.write(`No browser is installed, so that its first test will try again: ${error.message}\n`),
  );
}

await Promise.all([import('./reference.ts'), browser(), bundled('server/main.ts')]);
