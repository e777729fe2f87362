import type { Contract } from '../../generate/contract.ts';
import { indexContract } from '../contract/contract-index.ts';
import type { Part, Site } from '../contract/keywords.ts';
import type { ContractError } from '../contract/validators.ts';
import { escaped, isObject, type Json, valueAt } from '../json.ts';
import { contractRules } from '../judge/rules/contract-rules.ts';
import type { OperationId } from '../types.ts';

/** The partner that sends a request. */
export interface Caller {
  registeredDomains: readonly string[];
  scopes: readonly string[];
}

/**
 * Returns the errors of the contract's validator for a part of a request. Loopback hosts count as special hosts, as in
 * production. The cases contain none, so that the errors are the same for any target.
 */
export function errorsIn(
  contract: Contract,
  operation: OperationId,
  part: Part,
  value: Json,
  { registeredDomains: domains, scopes }: Caller,
): ContractError[] {
  const validate = indexContract(contract).validatorOf(operation, part);
  if (validate === undefined) throw new TypeError(`The contract has no ${part} of ${operation}`);
  return validate.call(contractRules({ domains, scopes, allowLoopback: false }), value) ? [] : (validate.errors ?? []);
}

/** Keywords whose errors only say that another error exists. */
const SUMMARIES = new Set(['if', 'oneOf', 'anyOf', 'discriminator']);

const causesIn = (errors: readonly ContractError[]) => errors.filter(({ keyword }) => !SUMMARIES.has(keyword));

/** Returns the pointers to the values of an error: for a missing or unknown property, to the property. */
export function pointersOf({ instancePath, params }: ContractError): string[] {
  const property = params['missingProperty'] ?? params['additionalProperty'];
  if (property !== undefined) return [`${instancePath}/${escaped(property)}`];
  return params['at']?.map((pointer: string) => instancePath + pointer) ?? [instancePath];
}

/** Whether all errors are about the value at the pointer, or about values inside of it. */
export const areAbout = (errors: readonly ContractError[], pointer: string) =>
  causesIn(errors)
    .flatMap(pointersOf)
    .every((at) => at === pointer || at.startsWith(`${pointer}/`));

/** Whether the errors are one violation. */
export const isSingle = (errors: readonly ContractError[]) =>
  new Set(causesIn(errors).flatMap(pointersOf)).size === 1 &&
  new Set(causesIn(errors).map(({ keyword }) => keyword)).size === 1;

/** Whether these are the errors of a value that breaks a keyword of a site: `maxLength`, `required/full_name`. */
export function isRefusedBy(
  errors: readonly ContractError[],
  site: Site,
  keyword: string,
  pointer: string,
  value: Json,
): boolean {
  const [name, ...rest] = keyword.split('/');
  const isReported = errors.some(
    (error) =>
      error.instancePath === pointer &&
      decodeURIComponent(error.schemaPath) === `${site.path}/${name}` &&
      (name !== 'x-naming-rules' || error.params['rule'] === rest[0]) &&
      (name !== 'required' || error.params['missingProperty'] === rest.join('/')),
  );
  return isReported || (errors.length > 0 && breaks(keyword, site.schema, valueAt(value, pointer)));
}

/** Whether a value breaks a keyword. The validator may report only another schema at the same place. */
function breaks(keyword: string, schema: Site['schema'], value: Json): boolean {
  const [name, property = ''] = keyword.split('/');
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (value === undefined) return false;
  if (name === 'type') return ![schema.type].flat().includes(type as 'string');
  if (name === 'const') return value !== schema['const'];
  if (name === 'enum') return !(schema['enum'] as Json[]).includes(value);
  return name === 'required' && isObject(value) && !Object.hasOwn(value, property);
}
