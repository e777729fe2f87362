// Renders generated/openapi.json as one page that works without the internet: generated/reference.html.
// `--if-installed`: an install without development dependencies has no renderer, and goes without the page.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderReference } from './reference/render.ts';

const generated = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'generated');

try {
  import.meta.resolve('@redocly/cli/package.json');
} catch (error) {
  if (!process.argv.includes('--if-installed')) throw error;
  process.stdout.write('The reference is not rendered: the development dependencies are not installed.\n');
  process.exit(0);
}

const contract = JSON.parse(await readFile(path.join(generated, 'openapi.json'), 'utf8'));
await writeFile(path.join(generated, 'reference.html'), await renderReference(contract));
