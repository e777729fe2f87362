import type { ReferenceFiles } from '../../../server/api/reference-files.ts';

// The paths are relative to `node/`, the package's folder with the bundled code.

export const packageFiles: ReferenceFiles = {
  contract: new URL('../openapi.json', import.meta.url),
  site: null,
};
