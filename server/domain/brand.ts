export interface Brand {
  name: string;
  /** Null for the default logo. */
  logo: { bytes: Uint8Array; mediaType: string } | null;
  /** Legal name. */
  operator: string;
  /** Postal address. */
  address: string;
  privacyUrl: string | null;
  helpUrl: string | null;
  /** The mobile application, whose sign-in keeps documents. */
  app: { name: string; appStoreUrl: string | null; googlePlayUrl: string | null };
}
