/** Files of the contract and its rendered reference. */
export interface ReferenceFiles {
  contract: URL;
  /** Rendered reference; null in a package without it. */
  page: URL | null;
  /** Folder of the reference's downloads; null without them. */
  downloads: URL | null;
  /** Text of the response when the reference does not exist. */
  withoutPage: string;
}

/** Files of this project. The paths are valid from here and from the bundle in dist/ (scripts/build.ts). */
export const generatedFiles: ReferenceFiles = {
  contract: new URL('../generated/openapi.json', import.meta.url),
  page: new URL('../generated/reference.html', import.meta.url),
  downloads: new URL('../generated/reference/', import.meta.url),
  withoutPage: 'The reference is not built: npm run reference\n',
};
