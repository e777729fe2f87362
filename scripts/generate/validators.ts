import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { isObject } from '../contract/json.ts';
import {
  type Contract,
  isDistinctive,
  listOperations,
  maxViolations,
  type Response,
  resolve,
  type Schema,
  variantsOf,
} from '../contract/openapi.ts';
import { headersSchema, parametersSchema } from '../contract/parameters.ts';
import { addContractKeywords } from './keywords.ts';
import { mergedVariants } from './portable.ts';

export async function renderValidators(contract: Contract): Promise<string> {
  const { schemas, tables } = validatedSchemas(contract);
  const ajv = createAjv();
  const components = Object.entries(contract.components.schemas).map(([name, schema]) => {
    return [name, withCommonRules(contract, schema)];
  });
  const $defs = forAjv(contract, { ...Object.fromEntries(components), ...schemas }) as Record<string, Schema>;
  ajv.addSchema({ $id: 'contract', $defs });
  // Removes keywords that no schema uses, because Ajv would track evaluated properties for them in every function.
  for (const keyword of ['unevaluatedItems', 'unevaluatedProperties', '$dynamicRef']) ajv.removeKeyword(keyword);
  Object.assign(ajv.opts, { dynamicRef: false, unevaluated: false });
  const exported = Object.fromEntries(Object.keys(schemas).map((name) => [name, `contract#/$defs/${name}`]));
  const validators = bounded(standalone.default(ajv, exported), 2 * maxViolations(contract));
  const declared = Object.entries(tables).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2).replace(/: "(\w+)"/g, ': $1')};\n`,
  );
  return bundleRuntime(validators + declared.join(''));
}

function validatedSchemas(contract: Contract) {
  const schemas: Record<string, Schema> = {};
  const tables = {
    requestBodies: {} as Record<string, string>,
    requestParameters: {} as Record<string, Record<string, string>>,
    responses: {} as Record<string, Record<string, { body: string; headers: string }>>,
  };
  // Operations share most responses, so equal schemas are compiled only once, under the first name.
  const names = new Map<string, string>();
  const define = (name: string, schema: Schema): string => {
    const known = names.get(JSON.stringify(schema));
    if (known !== undefined) return known;
    names.set(JSON.stringify(schema), name);
    schemas[name] = schema;
    return name;
  };

  for (const { operation } of listOperations(contract)) {
    const id = operation.operationId;
    const [content, ...others] = Object.values(operation.requestBody?.content ?? {});
    if (content?.schema !== undefined && others.length === 0)
      tables.requestBodies[id] = define(`${id}Body`, content.schema);

    for (const place of ['path', 'query'] as const) {
      const schema = parametersSchema(contract, operation, place);
      if (schema === undefined) continue;
      tables.requestParameters[id] ??= {};
      tables.requestParameters[id][place] = define(`${id}_${place}`, schema);
    }

    tables.responses[id] = {};
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response = resolve<Response>(contract, reference);
      tables.responses[id][status] = {
        body: define(`${id}_${status}`, Object.values(response.content ?? {})[0]?.schema ?? {}),
        headers: define(`${id}_${status}_headers`, headersSchema(contract, response)),
      };
    }
  }
  return { schemas, tables };
}

/**
 * Patches Ajv's generated code, so that a body within the size limit cannot take minutes to validate: appends errors to
 * a list instead of copying it, stops at `enough` errors, and counts characters only if a string has enough code units.
 */
function bounded(code: string, enough: number): string {
  const rewrites: [RegExp, string][] = [
    [/vErrors\.concat\(((?:wrapper\d+\.)?validate\d*\.errors)\)/g, 'mergeErrors(vErrors, $1)'],
    [/\bfor\(let (i\d+)=0; \1<(len\d+); \1\+\+\)/g, `for(let $1=0; $1<$2 && errors<${enough}; $1++)`],
    [/(for\(const (key\d+) in data\d*\)\{)/g, `$1if(errors>=${enough})break;`],
    [/\b(func\d+\((data\d*)\) > (\d+))/g, '$2.length > $3 && $1'],
    [/\bfunc\d+\((data\d*)\) < 1\)/g, '$1.length < 1)'],
  ];
  const merge = 'function mergeErrors(all, more) { for (const error of more) all.push(error); return all; }\n';
  return rewrites.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) < 0)
      throw new Error(`The code that Ajv generates has changed. It does not match ${pattern}`);
    return text.replace(pattern, replacement);
  }, merge + code);
}

/** Replaces component references with references to `$defs`. Removes mappings and discriminators that Ajv rejects. */
function forAjv(contract: Contract, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => forAjv(contract, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key === '$ref') return [[key, String(member).replace('#/components/schemas/', '#/$defs/')]];
      if (key !== 'discriminator' || !isObject(member)) return [[key, forAjv(contract, member)]];
      return isDistinctive(contract, value) ? [[key, { propertyName: member['propertyName'] }]] : [];
    }),
  );
}

/** Returns a union that applies only the rules common to all variants if the discriminator of a value is unknown. */
function withCommonRules(contract: Contract, schema: Schema): Schema {
  if (schema.discriminator === undefined || !isDistinctive(contract, schema)) return schema;
  const { propertyName } = schema.discriminator;
  const named = { type: 'string', enum: variantsOf(schema).map(([value]) => value) };
  const isNamed = { type: 'object', required: [propertyName], properties: { [propertyName]: named } };
  const common = mergedVariants(contract, schema);
  const fallback = { ...common, properties: { ...common.properties, [propertyName]: named } };
  return { ...schema, type: 'object', if: isNamed, else: fallback };
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    code: { esm: true, lines: true, source: true },
    discriminator: true,
    inlineRefs: false,
    passContext: true,
    strict: true,
    strictTypes: false,
    verbose: true,
  });
  addFormats.default(ajv);
  addContractKeywords(ajv);
  return ajv;
}

/** Bundles the code with the parts of Ajv's runtime that it uses, so that the validators have no dependencies. */
async function bundleRuntime(code: string): Promise<string> {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    legalComments: 'none',
    mainFields: ['main'],
    platform: 'neutral',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

export const validatorDeclarations = `import type { ErrorObject } from 'ajv';

/** A violated rule, as Ajv reports it with \`verbose\`. Never log a whole error: its \`data\` is the value. */
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

/** The rules of the extension keywords in spec/README.md. A validator calls them on its \`this\`. */
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
  /** Returns the pointers of the properties that violate the rule, relative to \`value\`. */
  disjoint(value: object, rule: { items: string; text: string }): string[];
  /** Returns the pointers of repeated values, relative to \`value\`. */
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
`;
