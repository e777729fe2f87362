import { readFileSync } from 'node:fs';
import { readAssets } from '../page-assets.ts';

/** Style sheet and script of the pages for developers. A bundle contains a copy (scripts/project/bundle.js). */
export const developerAssets = readAssets(['developer.css', 'developer.js'], (name) =>
  readFileSync(new URL(`./assets/${name}`, import.meta.url)),
);
