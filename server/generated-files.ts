/** The contract and its rendered reference, as files. */
export interface ReferenceFiles {
  contract: URL;
  /** Null where it is never there. */
  page: URL | null;
  /** The folder of what the page offers for download; null where there is none. */
  downloads: URL | null;
  /** Said in the page's place where there is none. */
  withoutPage: string;
}

/** Those of this project. From here they are as far away as from the bundle in dist/: see scripts/build.ts. */
export const generatedFiles: ReferenceFiles = {
  contract: new URL('../generated/openapi.json', import.meta.url),
  page: new URL('../generated/reference.html', import.meta.url),
  downloads: new URL('../generated/reference/', import.meta.url),
  withoutPage: 'The reference is not built: npm run reference\n',
};
