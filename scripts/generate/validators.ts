import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import {
  type Contract,
  type Discriminator,
  type Header,
  isObject,
  listOperations,
  maxViolations,
  type Parameter,
  type Response,
  resolve,
  type Schema,
  targetOf,
} from './contract.ts';
import { addContractKeywords } from './keywords.ts';

/**
 * Ahead-of-time Ajv validators: `requestBodies`, `requestParameters` (by `in`), and `responses` by status, all by
 * operationId. A form is validated as the object of its fields. The bytes of a file have no schema.
 */
export async function renderValidators(contract: Contract): Promise<string> {
  const { schemas } = contract.components;
  const definitions = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withCommonRules(contract, schema)]),
  );
  const exported: Record<string, string> = {};
  const tables = {
    requestBodies: {} as Record<string, string>,
    requestParameters: {} as Record<string, Record<string, string>>,
    responses: {} as Record<string, Record<string, { body: string; headers: string }>>,
  };
  // Operations share most of their answers: equal schemas are compiled once, under the first name.
  const names = new Map<string, string>();
  const define = (name: string, schema: Schema): string => {
    const known = names.get(JSON.stringify(schema));
    if (known !== undefined) return known;
    names.set(JSON.stringify(schema), name);
    definitions[name] = schema;
    exported[name] = `contract#/$defs/${name}`;
    return name;
  };

  for (const { operation } of listOperations(contract)) {
    const id = operation.operationId;
    const [mediaType, ...others] = Object.entries(operation.requestBody?.content ?? {});
    if (mediaType?.[1].schema !== undefined && others.length === 0)
      tables.requestBodies[id] = define(`${id}Body`, mediaType[1].schema);

    const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(contract, parameter));
    for (const place of ['path', 'query'] as const) {
      const here = parameters.filter((parameter) => parameter.in === place);
      if (here.length === 0) continue;
      tables.requestParameters[id] ??= {};
      tables.requestParameters[id][place] = define(`${id}_${place}`, objectOf(here.map((p) => [p.name, p])));
    }

    tables.responses[id] = {};
    for (const [status, reference] of Object.entries(operation.responses)) {
      const response = resolve<Response>(contract, reference);
      const headers = Object.entries(response.headers ?? {}).map(
        ([name, header]) => [name.toLowerCase(), resolve<Header>(contract, header)] as const,
      );
      tables.responses[id][status] = {
        body: define(`${id}_${status}`, Object.values(response.content ?? {})[0]?.schema ?? {}),
        headers: define(`${id}_${status}_headers`, objectOf(headers)),
      };
    }
  }

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
  ajv.addSchema({ $id: 'contract', $defs: forAjv(definitions) as Record<string, Schema> });
  const table = (name: string, value: object) =>
    `export const ${name} = ${JSON.stringify(value, null, 2).replace(/: "(\w+)"/g, ': $1')};\n`;
  return bundleRuntime(
    bounded(standalone.default(ajv, exported), 2 * maxViolations(contract)) +
      Object.entries(tables)
        .map(([name, value]) => table(name, value))
        .join(''),
  );
}

/**
 * With `allErrors` Ajv copies all errors found so far for every item that has some, and looks at every item: a body
 * within the size limit then takes minutes. This makes it add to the list, and look no further once it has `enough`.
 */
function bounded(code: string, enough: number): string {
  const rewrites: [RegExp, string][] = [
    [/vErrors\.concat\((validate\d+\.errors)\)/g, 'mergeErrors(vErrors, $1)'],
    [/\bfor\(let (i\d+)=0; \1<(len\d+); \1\+\+\)/g, `for(let $1=0; $1<$2 && errors<${enough}; $1++)`],
    [/(for\(const (key\d+) in data\d*\)\{)/g, `$1if(errors>=${enough})break;`],
  ];
  const merge = 'function mergeErrors(all, more) { for (const error of more) all.push(error); return all; }\n';
  return rewrites.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) < 0) throw new Error(`Ajv writes its code otherwise now: nothing like ${pattern}`);
    return text.replace(pattern, replacement);
  }, merge + code);
}

function objectOf(members: (readonly [string, Parameter | Header])[]): Schema {
  return {
    type: 'object',
    required: members.filter(([, member]) => member.required).map(([name]) => name),
    properties: Object.fromEntries(members.map(([name, member]) => [name, member.schema])),
  };
}

/** References into the bundle become references into `$defs`. Ajv reads the variants and refuses a `mapping`. */
function forAjv(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forAjv);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === '$ref') return [key, String(member).replace('#/components/schemas/', '#/$defs/')];
      if (key === 'discriminator') return [key, { propertyName: (member as Discriminator).propertyName }];
      return [key, forAjv(member)];
    }),
  );
}

/**
 * A choice by discriminator, made to find every violation at once: the variant that the discriminator names judges the
 * value, and where it names none, what all variants have in common does.
 */
function withCommonRules(contract: Contract, schema: Schema): Schema {
  if (schema.discriminator === undefined) return schema;
  const { propertyName, mapping } = schema.discriminator;
  const variants = Object.values(mapping).map(($ref) => targetOf(contract, $ref) as Schema);
  const common = variants.reduce((found, variant) => commonOf(contract, found, variant) as Schema);
  const named = { type: 'string', enum: Object.keys(mapping) };
  const isNamed = { type: 'object', required: [propertyName], properties: { [propertyName]: named } };
  const judge = { ...common, properties: { ...common.properties, [propertyName]: named } };
  return { ...schema, type: 'object', if: isNamed, else: judge };
}

/** The keywords that two schemas share, with the parts of their values that are equal. */
function commonOf(contract: Contract, one: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(one, other)) return one;
  if (!isObject(one) || !isObject(other)) return undefined;
  const whole = ({ $ref, ...beside }: Record<string, unknown>): Record<string, unknown> =>
    typeof $ref === 'string' ? { ...(targetOf(contract, $ref) as Schema), ...beside } : beside;
  const [first, second] = [whole(one), whole(other)];
  const shared = Object.keys(first).filter((key) => key in second);
  const found = shared.map((key) => [key, commonOf(contract, first[key], second[key])]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Takes what the code needs of Ajv's runtime into it, so that the validators depend on nothing and run anywhere. */
async function bundleRuntime(code: string): Promise<string> {
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

/** The types of the validators. */
export function renderValidatorDeclarations(): string {
  return `/** A broken rule, as Ajv reports it with \`verbose\`. The value itself stands in \`data\`: never log one whole. */
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

/** A rule of x-refuses: what each of its members refuses stands in spec/README.md. */
export interface NamingRule {
  message: string;
  words?: readonly string[];
  sequences?: readonly (readonly (readonly string[])[])[];
  abbreviations?: readonly string[];
  only?: readonly string[];
  whole?: readonly string[];
  apart?: { after: readonly string[]; fields: readonly string[]; beside: readonly string[] };
}

/** What the contract's own keywords call on the \`this\` of a validator. Pointers are relative to the value. */
export interface ContractRules {
  /** x-json-content: whether the text is JSON of the type. */
  jsonContent(text: string, type: 'object'): boolean;
  /** x-max-bytes: whether the text has at most \`limit\` bytes in UTF-8. */
  maxBytes(text: string, limit: number): boolean;
  /** x-registered-domain: whether the host of the URL is registered for the partner. */
  registeredDomain(url: string): boolean;
  /** x-fraction-digits: whether the time has so many digits after the second. */
  fractionDigits(time: string, digits: number): boolean;
  /** x-well-formed: whether the text holds no half of a pair of surrogates. */
  wellFormed(text: string): boolean;
  /** x-https: whether the URL is https, or http where that will do. */
  https(url: string): boolean;
  /** x-public-address: whether the host of the URL is a name or an address that may be connected to. */
  publicAddress(url: string): boolean;
  /** x-required-scope: whether the caller was granted the scope. */
  granted(scope: string): boolean;
  /** x-refuses: which of the rules refuse the text. */
  refusals(text: string, rules: Readonly<Record<string, NamingRule>>): string[];
  /** x-not-inside: pointers of the members that break the rule. */
  notInside(value: object, rule: { items: string; text: string }): string[];
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
`;
}
