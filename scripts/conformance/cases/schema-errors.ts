import type { Contract } from '../../generate/contract.ts';
import { indexContract } from '../contract/contract-index.ts';
import type { Part, Site } from '../contract/keywords.ts';
import type { ContractError } from '../contract/validators.ts';
import type { Json } from '../json.ts';
import { escaped, isObject, valueAt } from '../json.ts';
import { contractRules } from '../judge/rules/contract-rules.ts';
import type { OperationId } from '../types.ts';

/** Of whom a request is judged to be. */
export interface Caller {
  registeredDomains: readonly string[];
  scopes: readonly string[];
}

/**
 * What the contract has against a part of a request. Loopback hosts count as special ones, as they do in
 * production; the cases hold none, so that what is found is true of any target.
 */
export function errorsIn(
  contract: Contract,
  operation: OperationId,
  part: Part,
  value: Json,
  caller: Caller,
): ContractError[] {
  const validate = indexContract(contract).validatorOf(operation, part);
  if (validate === undefined) throw new TypeError(`The contract has no ${part} of ${operation}`);
  const { registeredDomains: domains, scopes } = caller;
  return validate.call(contractRules({ domains, scopes, allowLoopback: false }), value) ? [] : (validate.errors ?? []);
}

/** They say that another error stands beside them. */
const FOLLOWS = new Set(['if', 'oneOf', 'anyOf', 'discriminator']);

/** The pointers to what an error is about; of a member that is missing or unexpected, to the member. */
export function pointersOf({ instancePath, params }: ContractError): string[] {
  const member = params['missingProperty'] ?? params['additionalProperty'];
  if (member !== undefined) return [`${instancePath}/${escaped(member)}`];
  return params['at']?.map((pointer: string) => instancePath + pointer) ?? [instancePath];
}

/** Whether all errors are about what stands at the pointer, or inside of it. */
export function areAbout(errors: readonly ContractError[], pointer: string): boolean {
  return errors
    .filter(({ keyword }) => !FOLLOWS.has(keyword))
    .flatMap(pointersOf)
    .every((at) => at === pointer || at.startsWith(`${pointer}/`));
}

/** Whether there is one violation alone. */
export const isSingle = (errors: readonly ContractError[]) =>
  new Set(errors.filter(({ keyword }) => !FOLLOWS.has(keyword)).flatMap(pointersOf)).size === 1 &&
  new Set(errors.filter(({ keyword }) => !FOLLOWS.has(keyword)).map(({ keyword }) => keyword)).size === 1;

const typeOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Whether the value breaks this very keyword, where the validator reports another schema at the same place only. */
function breaks(keyword: string, schema: Site['schema'], value: Json): boolean {
  const [name, member = ''] = keyword.split('/');
  if (value === undefined) return false;
  if (name === 'type') return ![schema.type].flat().includes(typeOf(value));
  if (name === 'const') return value !== schema['const'];
  if (name === 'enum') return !(schema['enum'] as Json[]).includes(value);
  if (name === 'required') return isObject(value) && !Object.hasOwn(value, member);
  return false;
}

/** Whether these are the errors of a value that breaks this keyword of a site: `maxLength`, `required/full_name`. */
export function isRefusedBy(
  errors: readonly ContractError[],
  site: Site,
  keyword: string,
  pointer: string,
  value: Json,
): boolean {
  const [name, ...rest] = keyword.split('/');
  const here = errors.some(
    (error) =>
      error.instancePath === pointer &&
      decodeURIComponent(error.schemaPath) === `${site.path}/${name}` &&
      (name !== 'x-naming-rules' || error.params['rule'] === rest[0]) &&
      (name !== 'required' || error.params['missingProperty'] === rest.join('/')),
  );
  return here || (errors.length > 0 && breaks(keyword, site.schema, valueAt(value, pointer)));
}
