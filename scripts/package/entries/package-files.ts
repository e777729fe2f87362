import type { ReferenceFiles } from '../../../server/generated-files.ts';

// Seen from node/ in the package, where all of its JavaScript for Node lies.

export const packageFiles: ReferenceFiles = {
  contract: new URL('../openapi.json', import.meta.url),
  page: null,
  downloads: null,
  withoutPage: 'The package comes without the reference: /openapi.json is the contract\n',
};
