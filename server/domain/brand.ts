export interface Brand {
  name: string;
  /** Null for the default logo. */
  logo: { bytes: Uint8Array; mediaType: string } | null;
  /** Legal name of the operator. */
  operator: string;
  /** Postal address of the operator. */
  address: string;
  privacyUrl: string | null;
  helpUrl: string | null;
  app: { name: string; appStoreUrl: string | null; googlePlayUrl: string | null };
}
