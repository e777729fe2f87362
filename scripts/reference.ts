// Renders generated/openapi.json as one page that works without the internet: generated/reference.html.
// `--if-installed`: an install without development dependencies has no renderer, and goes without the page.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { redocly } from './generate/redocly.ts';

/** Everything the page needs stands in it, and it asks nobody for anything, wherever it is opened. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; " +
  "img-src data:; font-src data:; connect-src 'self'; base-uri 'none'";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const generated = path.join(root, 'generated');
const page = path.join(generated, 'reference.html');

try {
  import.meta.resolve('@redocly/cli/package.json');
} catch (error) {
  if (!process.argv.includes('--if-installed')) throw error;
  process.stdout.write('The reference is not rendered: the development dependencies are not installed.\n');
  process.exit(0);
}

await redocly(
  path.join(root, 'spec'),
  'build-docs',
  path.join(generated, 'openapi.json'),
  `--output=${page}`,
  '--inlineBundle',
  '--openapi.disableTelemetry=true',
);
const html = await readFile(page, 'utf8');
const charset = '<meta charset="utf8" />';
if (!html.includes(charset))
  throw new Error('The page begins otherwise now: there is no place for its policy');
const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
await writeFile(
  page,
  html.replace(
    charset,
    `<meta charset="utf-8" />
  ${policy}`,
  ),
);
