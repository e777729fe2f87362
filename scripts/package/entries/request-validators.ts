import type { components } from '../../../generated/types.ts';
import { requestBodies } from '../../../generated/validators.js';
import { contractRules, type RuleSubject } from '../../../server/api/contract/extension-keywords.ts';
import { violationsFrom } from '../../../server/api/contract/violations.ts';

export type {
  ContractError,
  ContractRules,
  ContractValidator,
} from '../../../generated/validators.js';
export { requestBodies, requestParameters, responses } from '../../../generated/validators.js';
export { contractRules, type RuleSubject };

/** A violated rule, as the service reports it in a 422 response. */
export type Violation = components['schemas']['Violation'];

/**
 * Returns all violations that the service would find in the JSON body of an operation. With `partner`, also checks the
 * rules that depend on the partner (registered domains and granted scopes). Throws a `TypeError` if the operation has
 * no JSON body.
 *
 * @example
 * checkBody('addRightToWork', body, { domains: ['documents.example.edu'] });
 * // [{ pointer: '/data/credential/country', code: 'required', detail: 'is required' }]
 */
export function checkBody(
  operationId: string,
  body: unknown,
  partner: Partial<Pick<RuleSubject, 'domains' | 'scopes' | 'allowLoopback'>> = {},
): Violation[] {
  const validate = requestBodies[operationId];
  if (validate === undefined) throw new TypeError(`The contract has no JSON body for ${operationId}`);
  const { domains = ['*'], scopes, allowLoopback = false } = partner;
  const rules = contractRules({ domains, scopes: scopes ?? [], allowLoopback });
  if (scopes === undefined) rules.granted = () => true;
  return validate.call(rules, body) ? [] : violationsFrom(validate.errors ?? []);
}
