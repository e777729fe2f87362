import { isDeepStrictEqual } from 'node:util';
import { isObject, valueAt } from './json.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string | undefined;
  properties?: Record<string, Schema>;
  required?: string[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  style?: string;
  schema: Schema;
  content?: Record<string, MediaType>;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Header {
  description?: string;
  required?: boolean;
  schema: Schema;
}

/** Part of an example file, written as a string with one character for each byte. */
export type FilePart = string | { repeat: string; times: number };

export interface MediaType {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value: unknown } | Reference>;
  'x-asset-type'?: string;
  'x-file-cases'?: Record<string, Record<string, FilePart[]>>;
}

export interface Link {
  operationId: string;
  description: string;
  parameters?: Record<string, string>;
  'x-link-url'?: string;
}

export interface Response {
  description?: string;
  headers?: Record<string, Header | Reference>;
  links?: Record<string, Link | Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  'x-body-limit'?: number;
  'x-rate-limit'?: string[];
  /** Schema that validates all query parameters together. */
  'x-query'?: Schema;
  /** `member` identifies a repeated request. `differenceCode` is the warning code if a repeat has other content. */
  'x-idempotent'?: boolean | { member: string; differenceCode?: string };
  'x-under-development'?: boolean;
  'x-deprecation'?: { since: string; sunset: string };
  'x-sandbox-only'?: boolean;
  /** IDs of the operations after which the signed link to this operation no longer works. */
  'x-ended-by'?: string[];
  'x-resource'?: {
    creates?: string;
    changes?: string;
    conflict?: { code: string };
    scopes?: 'as created';
    emits?: { where?: { event_types?: string } }[];
  };
  'x-delivery'?: Record<string, unknown>;
}

export interface Contract {
  info: { title: string; version: string; summary: string; description: string; contact: { email: string } };
  servers: { url: string; 'x-environment': 'sandbox' | 'staging' | 'production' }[];
  security?: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
  'x-conventions'?: {
    repeated_properties?: 'malformed_json';
    response_headers?: Record<string, string>;
    [name: string]: unknown;
  };
  'x-resources'?: Record<string, unknown>;
  'x-service': Record<string, unknown>;
  /** Parts of the document that the kit cannot use, with the reasons. Absent in the project's own contract. */
  'x-ignored'?: readonly string[];
  /** Copy of the document to which the references in responses point. Absent in the project's own contract. */
  'x-response'?: unknown;
}

export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export function listOperations(contract: Contract): LocatedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

export function variantsOf({ discriminator, oneOf }: Schema): [value: string, $ref: string][] {
  if (discriminator === undefined || !Array.isArray(oneOf)) return [];
  const references = (oneOf as Schema[]).flatMap(({ $ref }) => $ref ?? []);
  // Without a mapping, the component names are the discriminator values (OpenAPI 3.1, "Discriminator Object").
  const named = references.map(($ref) => [$ref.slice($ref.lastIndexOf('/') + 1), $ref] as const);
  return Object.entries(discriminator.mapping ?? Object.fromEntries(named)).map(([value, target]) => [
    value,
    target.startsWith('#') ? target : `#/components/schemas/${target}`,
  ]);
}

/** Returns whether each variant has its own discriminator value. */
export function isDistinctive(contract: Contract, schema: Schema): boolean {
  const variants = variantsOf(schema).map(([, $ref]) => targetOf(contract, $ref) as Schema | undefined);
  return (
    variants.length > 0 &&
    variants.every((variant) => {
      const name = schema.discriminator?.propertyName ?? '';
      const member = resolve<Schema>(contract, variant?.properties?.[name] ?? {});
      return variant?.required?.includes(name) && (member['const'] ?? member['enum']) !== undefined;
    })
  );
}

export function deliveryRulesOf(contract: Contract): Record<string, unknown> | undefined {
  const [rules, ...others] = Object.values(contract.webhooks).flatMap(({ post }) => post['x-delivery'] ?? []);
  if (others.some((other) => !isDeepStrictEqual(other, rules))) throw new Error('The events differ in x-delivery');
  return rules as Record<string, unknown> | undefined;
}

export function maxViolations(contract: Contract): number {
  const problem = contract.components.schemas['ValidationProblem'];
  const parts = [problem, ...((problem?.['allOf'] as Schema[]) ?? [])];
  return Number(parts.find((part) => part?.properties?.['errors'])?.properties?.['errors']?.['maxItems']);
}

export const targetOf = (contract: Contract, $ref: string): unknown =>
  valueAt(contract, decodeURIComponent($ref.slice(1)));

export function resolve<T>(contract: Contract, value: T | Reference): T {
  if (!isObject(value) || !('$ref' in value)) return value as T;
  return resolve(contract, targetOf(contract, String(value['$ref'])) as T);
}
