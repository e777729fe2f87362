import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const manifest = require.resolve('@redocly/cli/package.json');

/** The file that runs the Redocly command line, for `process.execPath`: no shell and no PATH are needed. */
export const redocly = path.join(
  path.dirname(manifest),
  (require(manifest) as { bin: { redocly: string } }).bin.redocly,
);
