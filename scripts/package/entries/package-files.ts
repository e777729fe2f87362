import type { ReferenceFiles } from '../../../server/generated-files.ts';

// Paths relative to node/ in the package, which contains all JavaScript for Node.

export const packageFiles: ReferenceFiles = {
  contract: new URL('../openapi.json', import.meta.url),
  page: null,
  downloads: null,
  withoutPage: 'The package comes without the reference: /openapi.json is the contract\n',
};
