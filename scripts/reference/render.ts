import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, listOperations, withEnums } from '../generate/contract.ts';
import { redocly } from '../generate/redocly.ts';
import { root } from '../root.ts';
import { prepareForReaders } from './for-readers.ts';

/** Content-Security-Policy of the page, which contains all its resources and sends no requests. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:; style-src 'unsafe-inline'; " +
  "img-src data:; font-src data:; connect-src 'self'; base-uri 'none'";

/** Matches the URL of the logo that Redoc's page would load next to "API docs by". */
const LOGO_URL = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="54" height="16">' +
  '<text x="0" y="12" font-family="system-ui, sans-serif" font-size="12" font-weight="600" fill="#3d85b8">Redocly</text></svg>';

/** Matches Redoc's menu links, which lead to missing pages if they are opened in a new tab or before scripts run. */
const MENU_LINK = /(<a class="[\w -]*" href=")\/(?=[^"]*" data-discover)/g;

const here = path.join(root, 'scripts/reference');
const dataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Renders the contract as a page that works offline. */
export async function renderReference(contract: Contract): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  try {
    prepareForReaders(contract, await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'));
    const description = path.join(folder, 'openapi.json');
    const page = path.join(folder, 'reference.html');
    await writeFile(description, JSON.stringify(withEnums(contract)));
    const icon = await readFile(path.join(root, 'server/user-app/assets/icon.svg'), 'utf8');
    await redocly(
      path.join(root, 'spec'),
      'build-docs',
      description,
      `--output=${page}`,
      '--inlineBundle',
      `--template=${path.join(here, 'template.hbs')}`,
      `--templateOptions.policy=${POLICY}`,
      `--templateOptions.icon=${dataUri(icon)}`,
      `--templateOptions.theme=${await readFile(path.join(here, 'theme.css'), 'utf8')}`,
      `--openapi=${JSON.stringify(pageOptions(contract))}`,
    );
    const html = await readFile(page, 'utf8');
    if (!LOGO_URL.test(html)) throw new Error('The page does not contain the expected URL of the Redoc logo');
    return html.replace(LOGO_URL, () => dataUri(LOGO)).replaceAll(MENU_LINK, '$1#/');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the options for Redoc, which shows only the samples in the listed languages. */
function pageOptions(contract: Contract) {
  const samples = listOperations(contract).flatMap(({ operation }) => operation['x-codeSamples'] ?? []);
  const labels = new Set([...samples.map(({ label }) => label), 'Payload']);
  return { disableTelemetry: true, codeSamples: { languages: [...labels].map((lang) => ({ lang })) } };
}
