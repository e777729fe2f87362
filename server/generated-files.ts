/** URLs of the contract and its rendered reference. */
export interface ReferenceFiles {
  contract: URL;
  /** Folder of the reference. Null in a package without it. */
  site: URL | null;
  /** The reference as a single page. Null in a package without it. */
  singlePage: URL | null;
  /** Response body if the reference does not exist. */
  withoutPage: string;
}

/** Generated files of this project. The relative paths are the same for this module and for the bundle in dist/. */
export const generatedFiles: ReferenceFiles = {
  contract: new URL('../generated/openapi.json', import.meta.url),
  site: new URL('../generated/reference/', import.meta.url),
  singlePage: new URL('../generated/reference.html', import.meta.url),
  withoutPage: 'The reference is not built: npm run reference\n',
};
