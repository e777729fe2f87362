import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import {
  type Contract,
  type Header,
  listOperations,
  maxViolations,
  type Response,
  resolve,
  type Schema,
} from '../contract/openapi.ts';
import { objectOf, parametersSchema } from '../contract/parameters.ts';
import { addContractKeywords } from './keywords.ts';
import { bounded, definitionsOf, forAjv } from './validated-schemas.ts';

/**
 * Returns the source code of Ajv validators by operationId: `requestBodies`, `requestParameters` (by `in`), and
 * `responses` (by status). A form is validated as an object with its fields. The content of files is not validated.
 */
export async function renderValidators(contract: Contract): Promise<string> {
  const { schemas, tables } = validatedSchemas(contract);
  const ajv = createAjv();
  ajv.addSchema({
    $id: 'contract',
    $defs: forAjv(contract, { ...definitionsOf(contract), ...schemas }) as Record<string, Schema>,
  });
  // No schema uses these keywords. If they were enabled, Ajv would track evaluated properties in every function.
  for (const keyword of ['unevaluatedItems', 'unevaluatedProperties', '$dynamicRef']) ajv.removeKeyword(keyword);
  Object.assign(ajv.opts, { dynamicRef: false, unevaluated: false });
  const exported = Object.fromEntries(Object.keys(schemas).map((name) => [name, `contract#/$defs/${name}`]));
  const validators = bounded(standalone.default(ajv, exported), 2 * maxViolations(contract));
  const declared = Object.entries(tables).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2).replace(/: "(\w+)"/g, ': $1')};\n`,
  );
  return bundleRuntime(validators + declared.join(''));
}

/** Returns the schemas to compile, keyed by the name of the validator, and the tables of these names by operationId. */
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
    const [mediaType, ...others] = Object.entries(operation.requestBody?.content ?? {});
    if (mediaType?.[1].schema !== undefined && others.length === 0) {
      tables.requestBodies[id] = define(`${id}Body`, mediaType[1].schema);
    }

    for (const place of ['path', 'query'] as const) {
      const schema = parametersSchema(contract, operation, place);
      if (schema === undefined) continue;
      tables.requestParameters[id] ??= {};
      tables.requestParameters[id][place] = define(`${id}_${place}`, schema);
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
  return { schemas, tables };
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

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Bundles the code with the parts of Ajv's runtime that it uses, so that the validators have no dependencies. */
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

export const validatorDeclarations = `/** A violated rule, as Ajv reports it with \`verbose\`. \`data\` contains the value: never log a whole error. */
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

/** The rules of extension keywords. A validator calls them on its \`this\`. Pointers are relative to the value. */
export interface ContractRules {
  /** contentMediaType and contentSchema: returns whether the string contains a JSON object. */
  jsonObject(text: string): boolean;
  /** x-max-bytes: returns whether the string has at most \`limit\` bytes in UTF-8. */
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
`;
