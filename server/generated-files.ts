/** URLs of the contract and its rendered reference. */
export interface ReferenceFiles {
  contract: URL;
  /** Rendered reference page. Null in a package without it. */
  page: URL | null;
  /** Folder of the reference's downloads. Null in a package without them. */
  downloads: URL | null;
  /** Response body if the reference does not exist. */
  withoutPage: string;
}

/** Generated files of this project. The relative paths are the same for this module and for the bundle in dist/. */
export const generatedFiles: ReferenceFiles = {
  contract: new URL('../generated/openapi.json', import.meta.url),
  page: new URL('../generated/reference.html', import.meta.url),
  downloads: new URL('../generated/reference/', import.meta.url),
  withoutPage: 'The reference is not built: npm run reference\n',
};
