// After an install, `npm install` runs this. What is to be done needs a compiler, which production does not have.
try {
  for (const needed of ['tsx', '@redocly/cli/package.json']) import.meta.resolve(needed);
} catch {
  process.stdout.write('Nothing is prepared: the development dependencies are not installed.\n');
  process.exit(0);
}
const { register } = await import('tsx/esm/api');
register();
await import('./prepare.ts');
