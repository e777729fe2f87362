import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  type Contract,
  type Header,
  listOperations,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from '../../generate/contract.ts';
import { addContractKeywords } from '../../generate/keywords.ts';
import { bounded, definitionsOf, forAjv, objectOf } from '../../generate/validated-schemas.ts';

/** A broken rule, as Ajv reports it. */
export type ContractError = ErrorObject;

/** Judges a value; the contract's own keywords call the rule of their name on `this`. */
export interface ContractValidator {
  (this: object, value: unknown): boolean;
  errors?: ContractError[] | null;
}

/** What a contract documents for a status of an operation. */
export interface DocumentedAnswer {
  /** `200`, `2XX` or `default`. */
  status: string;
  headers: ContractValidator;
  /** By media type; empty where the answer has no body. */
  bodies: Readonly<Record<string, ContractValidator>>;
}

export interface Validators {
  /** Of the body in a media type, or of the parameters in path or query; undefined where nothing is said of it. */
  request(id: string, part: string): ContractValidator | undefined;
  /** By what the contract has as status. */
  answers(id: string): ReadonlyMap<string, DocumentedAnswer>;
}

/** Compiles what is asked for when it is asked for. `mostErrors`: no validator looks further than about so many. */
export function compileValidators(contract: Contract, mostErrors: number): Validators {
  const definitions = definitionsOf(contract);
  const names = new Map<string, string>();
  /** Operations share most of their answers: equal schemas are compiled once. */
  function validatorOf(schema: Schema = {}): ContractValidator {
    const key = JSON.stringify(schema);
    const name = names.get(key) ?? `:${names.size}`;
    if (!names.has(key)) definitions[name] = schema;
    names.set(key, name);
    let compiled: ContractValidator | undefined;
    const validator: ContractValidator = function (this: object, value) {
      compiled ??= compile(name);
      const isValid = compiled.call(this, value);
      validator.errors = compiled.errors ?? null;
      return isValid;
    };
    return validator;
  }

  const requests = new Map<string, ContractValidator>();
  const answers = new Map<string, Map<string, DocumentedAnswer>>();
  for (const { operation } of listOperations(contract)) {
    const id = operation.operationId;
    for (const [mediaType, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
      if (schema !== undefined) requests.set(`${id} ${mediaType}`, validatorOf(schema));
    for (const place of ['path', 'query']) {
      const here = (operation.parameters ?? [])
        .map((parameter) => resolve<Parameter>(contract, parameter))
        .filter((parameter) => parameter.in === place);
      if (here.length > 0) requests.set(`${id} ${place}`, validatorOf(objectOf(here.map((one) => [one.name, one]))));
    }
    answers.set(id, new Map(answersOf(operation)));
  }

  function answersOf({ responses }: Operation): [string, DocumentedAnswer][] {
    return Object.entries(responses).map(([status, reference]) => {
      const { headers = {}, content = {} } = resolve<Response>(contract, reference);
      const named = Object.entries(headers).map(
        ([name, header]) => [name.toLowerCase(), resolve<Header>(contract, header)] as const,
      );
      const bodies = Object.entries<MediaType>(content).map(([type, { schema }]) => [type, validatorOf(schema)]);
      return [status, { status, headers: validatorOf(objectOf(named)), bodies: Object.fromEntries(bodies) }];
    });
  }

  let ajv: Ajv2020 | undefined;
  function compile(name: string): ContractValidator {
    ajv ??= newAjv(contract, definitions, mostErrors);
    return ajv.getSchema(`contract#/$defs/${name}`) as ContractValidator;
  }
  return {
    request: (id, part) => requests.get(`${id} ${part}`),
    answers: (id) => answers.get(id) ?? new Map(),
  };
}

function newAjv(contract: Contract, definitions: Record<string, Schema>, mostErrors: number): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    code: { process: (code) => bounded(code, mostErrors), regExp: Object.assign(expressionOf, { code: '' }) },
    discriminator: true,
    inlineRefs: false,
    logger: false,
    passContext: true,
    strict: false,
    // The contract is linted elsewhere, and the schema of schemas takes long to compile.
    validateSchema: false,
    verbose: true,
  });
  addFormats.default(ajv);
  addContractKeywords(ajv);
  return ajv.addSchema({ $id: 'contract', $defs: forAjv(contract, definitions) });
}

/** JSON Schema asks for Unicode; what was written without it in mind is read as it was meant. */
function expressionOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}
