// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
import type { ErrorObject } from 'ajv';

/** A violated rule, as Ajv reports it with `verbose`. Never log a whole error: its `data` is the value. */
export type ContractError = Omit<ErrorObject, 'data'>;

/** A rule in x-naming-rules or x-naming-warnings. spec/README.md describes the properties. */
export interface NamingRule extends Partial<Record<'words' | 'abbreviations' | 'only' | 'whole' | 'apart', readonly string[]>> {
  message: string;
  fullForms?: Readonly<Record<string, string>>;
  sequences?: readonly (readonly (readonly string[])[])[];
  pattern?: string;
  notPattern?: string;
}

/** Naming rules, keyed by rule name. For rules in x-naming-warnings, the key is also the code of the warning. */
export type NamingRules = Readonly<Record<string, NamingRule>>;

/** A rule in x-value-warnings. spec/README.md describes the properties. */
export interface ValueRule {
  property: string;
  code: string;
  message: string;
  falseWith?: string;
  before?: string;
  yearsAhead?: number;
}

/** The rules of the extension keywords in spec/README.md. A validator calls them on its `this`. */
export interface ContractRules {
  jsonObject(text: string): boolean;
  maxBytes(text: string, limit: number): boolean;
  registeredDomain(url: string): boolean;
  wellFormed(text: string): boolean;
  invalidPart(url: string): 'host' | 'port' | null;
  https(url: string): boolean;
  publicAddress(url: string): boolean;
  allowedPort(url: string, ports: readonly number[]): boolean;
  granted(scope: string): boolean;
  brokenNamingRules(text: string, rules: NamingRules): string[];
  warnAboutName(text: string, rules: NamingRules, pointer: string): void;
  warnAboutValues(object: object, rules: readonly ValueRule[], pointer: string): void;
  /** Returns the pointers of the properties that violate the rule, relative to `value`. */
  disjoint(value: object, rule: { items: string; text: string }): string[];
  /** Returns the pointers of repeated values, relative to `value`. */
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
