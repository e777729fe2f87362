// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/** A broken rule, as Ajv reports it with `verbose`. The value itself stands in `data`: never log one whole. */
export interface ContractError {
  keyword: string;
  /** JSON Pointer of the value. */
  instancePath: string;
  /** Where the keyword stands. */
  schemaPath: string;
  params: Record<string, any>;
  /** The value of the keyword. */
  schema?: unknown;
  /** The schema that the keyword stands in. */
  parentSchema?: Record<string, any>;
}

/** A rule of x-naming-rules: what each of its members refuses stands in spec/README.md. */
export interface NamingRule {
  message: string;
  words?: readonly string[];
  sequences?: readonly (readonly (readonly string[])[])[];
  abbreviations?: readonly string[];
  only?: readonly string[];
  whole?: readonly string[];
  apart?: { after: readonly string[]; fields: readonly string[]; beside: readonly string[] };
}

/** What the contract's own keywords call on the `this` of a validator. Pointers are relative to the value. */
export interface ContractRules {
  /** contentMediaType and contentSchema: whether the text is JSON of an object. */
  jsonObject(text: string): boolean;
  /** x-max-bytes: whether the text has at most `limit` bytes in UTF-8. */
  maxBytes(text: string, limit: number): boolean;
  /** x-registered-domain: whether the host of the URL is registered for the partner. */
  registeredDomain(url: string): boolean;
  /** x-well-formed: whether the text holds no half of a pair of surrogates. */
  wellFormed(text: string): boolean;
  /** x-https: whether the URL is https, or http where that will do. */
  https(url: string): boolean;
  /** x-public-address: whether the host of the URL is a name or an address that may be connected to. */
  publicAddress(url: string): boolean;
  /** x-required-scope: whether the caller was granted the scope. */
  granted(scope: string): boolean;
  /** x-naming-rules: which of the rules refuse the text. */
  brokenNamingRules(text: string, rules: Readonly<Record<string, NamingRule>>): string[];
  /** x-disjoint: pointers of the members that break the rule. */
  disjoint(value: object, rule: { items: string; text: string }): string[];
  /** x-unique: pointers of the values that stand a second time. */
  unique(value: object, pathSets: readonly (readonly string[])[]): string[];
}

export interface ContractValidator {
  (this: ContractRules, data: unknown): boolean;
  errors?: ContractError[] | null;
}

export declare const requestBodies: Readonly<Record<string, ContractValidator>>;
export declare const requestParameters: Readonly<
  Record<string, Readonly<{ path?: ContractValidator; query?: ContractValidator }>>
>;
export declare const responses: Readonly<
  Record<string, Readonly<Record<string, { body: ContractValidator; headers: ContractValidator }>>>
>;
