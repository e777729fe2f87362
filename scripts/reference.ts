// Renders generated/openapi.json as one page that works without the internet, generated/reference.html, with what it
// offers for download in generated/reference/.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDownloads } from './reference/downloads.ts';
import { renderReference } from './reference/render.ts';

const generated = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'generated');

const contract = JSON.parse(await readFile(path.join(generated, 'openapi.json'), 'utf8'));
await writeDownloads(contract, path.join(generated, 'reference'));
await writeFile(path.join(generated, 'reference.html'), await renderReference(contract));
