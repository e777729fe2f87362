import { escaped } from '../../contract/json.ts';
import type { ExpectedViolation } from '../kit-types.ts';
import type { ContractError } from '../validators/schema-validator.ts';

/** Keywords for each violation code (`ViolationCode` in the contract). Other keywords have the code `not_allowed`. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  required: ['required'],
  unexpected_member: ['additionalProperties', 'unevaluatedProperties'],
  wrong_type: ['type'],
  wrong_format: ['pattern', 'format', 'anyOf', 'x-well-formed', 'x-valid-authority', 'contentMediaType'],
  too_short: ['minLength'],
  too_long: ['maxLength', 'x-max-bytes'],
  too_few_items: ['minItems'],
  too_many_items: ['maxItems'],
  out_of_range: ['minimum', 'maximum'],
  duplicate: ['x-unique', 'uniqueItems'],
  unregistered_domain: ['x-registered-domain'],
  not_https: ['x-https'],
  special_address: ['x-public-address'],
  port_not_allowed: ['x-ports'],
};
const CODES = new Map(Object.entries(KEYWORDS).flatMap(([code, all]) => all.map((keyword) => [keyword, code])));

const FOLLOWS = ['if', 'oneOf', 'discriminator'];
/** Codes of violations in one part of a URL. If the URL is malformed, a server does not report these violations. */
const OF_URL_PARTS = ['unregistered_domain', 'not_https', 'special_address', 'port_not_allowed'];

const codeOf = ({ keyword, schema }: ContractError) =>
  keyword === 'not' && Object.hasOwn(Object(schema), 'type') ? 'wrong_type' : (CODES.get(keyword) ?? 'not_allowed');

/** Returns the JSON Pointer of the violation that a validation error reports, such as a missing property. */
export function pointerOf({ instancePath, params }: ContractError): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, at = '' } = params;
  const member: string | undefined = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return instancePath + (member === undefined ? at : `/${escaped(member)}`);
}

export function violationsOf(errors: readonly ContractError[]): ExpectedViolation[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf');
  const all = errors
    .filter(({ keyword }) => !FOLLOWS.includes(keyword))
    // Removes errors inside the alternatives of an `anyOf`, which responses do not list.
    .filter((error) => !alternatives.some((other) => isWithin(error, other)))
    .map((error) => ({ pointer: pointerOf(error), code: codeOf(error) }));
  const found = byName(all);
  return [...found.values()].filter(({ pointer, code }) => {
    // If a value has the wrong type, a response lists no further violations of the value.
    if (found.has(`${pointer} wrong_type`)) return code === 'wrong_type';
    return !found.has(`${pointer} wrong_format`) || !OF_URL_PARTS.includes(code);
  });
}

const isWithin = (error: ContractError, whole: ContractError) =>
  error.instancePath === whole.instancePath && error.schemaPath.startsWith(`${whole.schemaPath}/`);

const byName = (all: readonly ExpectedViolation[]) =>
  new Map(all.map((each) => [`${each.pointer} ${each.code}`, each]));

export function queryViolationsOf(errors: readonly ContractError[]): ExpectedViolation[] {
  const all = violationsOf(errors).map(({ pointer, code }) => ({ pointer: `?${pointer.split('/')[1]}`, code }));
  return [...byName(all).values()];
}
