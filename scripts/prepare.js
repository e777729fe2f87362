// Runs after `npm install`: renders the reference and bundles the server. Both need a compiler, which production does
// not have.
import { bundled } from './bundle.js';

try {
  for (const needed of ['tsx', '@redocly/cli/package.json']) import.meta.resolve(needed);
} catch {
  process.stdout.write('Nothing is prepared: the development dependencies are not installed.\n');
  process.exit(0);
}
const { register } = await import('tsx/esm/api');
register();
await Promise.all([import('./reference.ts'), bundled('server/main.ts')]);
