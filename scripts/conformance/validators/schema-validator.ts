import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type Contract,
  type Header,
  listOperations,
  type MediaType,
  type Operation,
  type Response,
  resolve,
  type Schema,
} from '../../contract/openapi.ts';
import { objectOf, parametersSchema } from '../../contract/parameters.ts';
import { addContractKeywords } from '../../generate/keywords.ts';
import { bounded, definitionsOf, forAjv } from '../../generate/validated-schemas.ts';

/** A validation error, as Ajv reports it. */
export type ContractError = ErrorObject;

/** Returns the errors in a value. `rules` contains the implementations of the extension keywords. */
export type Validate = (value: unknown, rules: object) => ContractError[];

export interface DocumentedResponse {
  /** Status as written in the contract: `200`, `2XX`, or `default`. */
  status: string;
  headers: Validate;
  headerSchemas: Readonly<Record<string, Schema>>;
  /** Validators for the body, keyed by media type; empty for a response without a body. */
  bodies: Readonly<Record<string, Validate>>;
}

/** Returns validators, which are compiled on first use. Each validator stops after about `maxErrors` errors. */
export function compileValidators(contract: Contract, maxErrors: number) {
  const definitions = definitionsOf(contract);
  const validators = new Map<string, Validate>();
  let ajv: Ajv2020 | undefined;

  /** Returns the validator for a schema. Equal schemas share a validator, because operations share most responses. */
  function validatorOf(schema: Schema = {}): Validate {
    const key = JSON.stringify(schema);
    const known = validators.get(key);
    if (known !== undefined) return known;
    const name = `:${validators.size}`;
    definitions[name] = schema;
    let compiled: ValidateFunction | undefined;
    const validate: Validate = (value, rules) => {
      ajv ??= newAjv(contract, definitions, maxErrors);
      compiled ??= ajv.getSchema(`contract#/$defs/${name}`) as ValidateFunction;
      return compiled.call(rules, value) ? [] : (compiled.errors ?? []);
    };
    validators.set(key, validate);
    return validate;
  }

  const requests = new Map<string, Validate>();
  const answers = new Map<string, ReadonlyMap<string, DocumentedResponse>>();
  for (const { operation } of listOperations(contract)) {
    const id = operation.operationId;
    for (const [mediaType, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
      if (schema !== undefined) requests.set(`${id} ${mediaType}`, validatorOf(schema));
    for (const place of ['path', 'query'] as const) {
      const schema = parametersSchema(contract, operation, place);
      if (schema !== undefined) requests.set(`${id} ${place}`, validatorOf(schema));
    }
    answers.set(id, new Map(answersOf(operation)));
  }

  function answersOf({ responses }: Operation): [string, DocumentedResponse][] {
    return Object.entries(responses).map(([status, reference]) => {
      const { headers = {}, content = {} } = resolve<Response>(contract, reference);
      const named = Object.entries(headers).map(
        ([name, header]) => [name.toLowerCase(), resolve<Header>(contract, header)] as const,
      );
      const headerSchemas = Object.fromEntries(named.map(([name, { schema = {} }]) => [name, schema]));
      const bodies = Object.entries<MediaType>(content).map(([type, { schema }]) => [type, validatorOf(schema)]);
      const validate = validatorOf(objectOf(named));
      return [status, { status, headers: validate, headerSchemas, bodies: Object.fromEntries(bodies) }];
    });
  }

  return {
    /** Returns the validator for a body in a media type, or for the parameters in `path` or `query`. */
    request: (id: string, part: string) => requests.get(`${id} ${part}`),
    answers: (id: string) => answers.get(id) ?? new Map<string, DocumentedResponse>(),
  };
}

/** Returns the validator for a schema that is in no request or response, such as the schema of an event. */
export function validatorFor(contract: Contract, schema: Schema): Validate {
  const ajv = newAjv(contract, { ...definitionsOf(contract), '': schema }, Number.POSITIVE_INFINITY);
  const validate = ajv.getSchema('contract#/$defs/') as ValidateFunction;
  return (value, rules) => (validate.call(rules, value) ? [] : (validate.errors ?? []));
}

function newAjv(contract: Contract, definitions: Record<string, Schema>, maxErrors: number): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    code: { process: (code) => bounded(code, maxErrors), regExp: Object.assign(expressionOf, { code: '' }) },
    discriminator: true,
    inlineRefs: false,
    logger: false,
    passContext: true,
    strict: false,
    // The contract is linted elsewhere, and compiling the meta-schema is slow.
    validateSchema: false,
    verbose: true,
  });
  addFormats.default(ajv);
  addContractKeywords(ajv);
  return ajv.addSchema({ $id: 'contract', $defs: forAjv(contract, definitions) });
}

/** Compiles a pattern with the Unicode flag, as JSON Schema requires. If the pattern is invalid, omits the flag. */
export function expressionOf(source: string, flags = 'u'): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}
