// After an install: renders the reference, and gets a browser for the tests where the machine has none. An install
// without development dependencies does neither.
import { isPackageUsable, ownBrowser, unpackedBrowser } from './browser.ts';

async function browser(): Promise<void> {
  if (ownBrowser !== undefined || !isPackageUsable) return;
  await unpackedBrowser().catch((error: Error) =>
    process.stdout.write(`No browser is installed, so that its first test will try again: ${error.message}\n`),
  );
}

try {
  import.meta.resolve('@redocly/cli/package.json');
} catch {
  process.stdout.write('Nothing is prepared: the development dependencies are not installed.\n');
  process.exit(0);
}
await Promise.all([import('./reference.ts'), browser()]);
