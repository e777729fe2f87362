// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/** A violated rule, as Ajv reports it with `verbose`. `data` contains the value: never log a whole error. */
export interface ContractError {
  keyword: string;
  /** JSON Pointer of the value. */
  instancePath: string;
  /** JSON Pointer of the keyword. */
  schemaPath: string;
  params: Record<string, any>;
  /** Value of the keyword. */
  schema?: unknown;
  /** Schema that contains the keyword. */
  parentSchema?: Record<string, any>;
}

/** A rule in x-naming-rules or x-naming-warnings. spec/README.md describes the properties. */
export interface NamingRule extends Partial<Record<'words' | 'abbreviations' | 'only' | 'whole' | 'apart', readonly string[]>> {
  message: string;
  sequences?: readonly (readonly (readonly string[])[])[];
  pattern?: string;
  notPattern?: string;
}

/** Naming rules by name. The name of a rule in x-naming-warnings is the code of its warnings. */
export type NamingRules = Readonly<Record<string, NamingRule>>;

/** The rules of extension keywords. A validator calls them on its `this`. Pointers are relative to the value. */
export interface ContractRules {
  /** contentMediaType and contentSchema: returns whether the string contains a JSON object. */
  jsonObject(text: string): boolean;
  /** x-max-bytes: returns whether the string has at most `limit` bytes in UTF-8. */
  maxBytes(text: string, limit: number): boolean;
  /** x-registered-domain: returns whether the host of the URL is registered for the partner. */
  registeredDomain(url: string): boolean;
  /** x-well-formed: returns whether the string contains no unpaired surrogates. */
  wellFormed(text: string): boolean;
  /** x-valid-authority: returns the invalid part of the URL, if any. */
  invalidPart(url: string): 'host' | 'port' | null;
  /** x-https: returns whether the URL is https, or http where that is permitted. */
  https(url: string): boolean;
  /** x-public-address: returns whether the host of the URL is a name or a permitted address. */
  publicAddress(url: string): boolean;
  /** x-ports: returns whether the URL has no port, one of the ports, or a host that can have any port. */
  allowedPort(url: string, ports: readonly number[]): boolean;
  /** x-required-scope: returns whether the caller was granted the scope. */
  granted(scope: string): boolean;
  /** x-naming-rules: returns the rules that reject the text. */
  brokenNamingRules(text: string, rules: NamingRules): string[];
  /** x-naming-warnings: called with the pointer of a name, and with the rules that can warn about the name. */
  warnAboutName(text: string, rules: NamingRules, pointer: string): void;
  /** x-disjoint: returns the pointers of the properties that violate the rule. */
  disjoint(value: object, rule: { items: string; text: string }): string[];
  /** x-unique: returns the pointers of repeated values. */
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
