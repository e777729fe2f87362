import { fileURLToPath } from 'node:url';
import { journeys } from '../../../generated/journeys.ts';
import type { ReferenceFiles } from '../../../server/generated-files.ts';

// Seen from node/ in the package, where all of its JavaScript for Node lies.

export const packageFiles: ReferenceFiles = {
  contract: new URL('../openapi.json', import.meta.url),
  page: null,
  downloads: null,
  withoutPage: 'The package comes without the reference: /openapi.json is the contract\n',
};

/** The contract's journeys. */
export const workflows = { folder: fileURLToPath(new URL('../spec/workflows', import.meta.url)), journeys };
