// Runs after `npm install`: renders the reference and packs the packages for partners. Both need development
// dependencies, which a production installation omits.
try {
  for (const needed of ['tsx', '@redocly/cli/package.json']) import.meta.resolve(needed);
} catch {
  process.stdout.write('The build was skipped: the development dependencies are not installed.\n');
  process.exit(0);
}
const { register } = await import('tsx/esm/api');
register();
const { writeSite } = await import('./reference.ts');
const { createPackages } = await import('./package.ts');
await writeSite();
await createPackages();
