// Renders generated/openapi.json as a single page that works offline (generated/reference.html). Writes the page's
// downloads, such as the Postman collection, to generated/reference/.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { postmanCollection } from './reference/postman.ts';
import { renderReference } from './reference/render.ts';
import { root } from './root.ts';

const generated = path.join(root, 'generated');
const downloads = path.join(generated, 'reference');

const contract = JSON.parse(await readFile(path.join(generated, 'openapi.json'), 'utf8'));
await rm(downloads, { recursive: true, force: true });
await mkdir(downloads, { recursive: true });
await writeFile(path.join(downloads, 'postman.json'), JSON.stringify(await postmanCollection(contract), null, 2));
await writeFile(path.join(generated, 'reference.html'), await renderReference(contract));
