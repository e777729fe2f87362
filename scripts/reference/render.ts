import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../generate/contract.ts';
import { redocly } from '../generate/redocly.ts';
import { prepareForReaders } from './for-readers.ts';

/** Everything the page needs stands in it, and it asks nobody for anything, wherever it is opened. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; " +
  "img-src data:; font-src data:; connect-src 'self'; base-uri 'none'";

/** The pictures beside "API docs by", which the page would fetch from the maker's site. Here they are words in the page. */
const MAKERS_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));

const readHere = (name: string) => readFile(path.join(here, name), 'utf8');
const dataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The contract as a page that works without the internet. */
export async function renderReference(contract: Contract): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  try {
    prepareForReaders(contract, { url: dataUri(await readHere('logo.svg')), altText: 'Partner Credentials' });
    const description = path.join(folder, 'openapi.json');
    const page = path.join(folder, 'reference.html');
    await writeFile(description, JSON.stringify(contract));
    const icon = await readFile(path.join(root, 'server/user-app/assets/icon.svg'), 'utf8');
    await redocly(
      path.join(root, 'spec'),
      'build-docs',
      description,
      `--output=${page}`,
      '--inlineBundle',
      `--template=${path.join(here, 'template.hbs')}`,
      `--templateOptions.policy=${POLICY}`,
      `--templateOptions.description=${contract.info.summary}`,
      `--templateOptions.icon=${dataUri(icon)}`,
      `--templateOptions.theme=${await readHere('theme.css')}`,
      '--openapi.disableTelemetry=true',
    );
    return (await readFile(page, 'utf8')).replace(MAKERS_LOGO, '');
  } finally {
    await rm(folder, { recursive: true });
  }
}
