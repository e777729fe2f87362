import type { ContractRules } from '../../generated/validators.js';
import type { RuleSubject } from '../../scripts/conformance/validators/kit-keywords.ts';
import { validatorFor } from '../../scripts/conformance/validators/schema-validator.ts';
import type { Schema } from '../../scripts/contract/openapi.ts';
import { contract } from '../support/contract.ts';

/** Returns the kit's extension keywords as functions with the signatures of the server's functions. */
export function kitRules(partner: RuleSubject): Omit<ContractRules, 'warnAboutName' | 'warnAboutValues'> {
  const errorsIn = (value: unknown, schema: Schema) => validatorFor(contract, schema)(value, partner);
  const isValid = (value: unknown, schema: Schema) => errorsIn(value, schema).length === 0;
  const pointersIn = (value: unknown, schema: Schema) => errorsIn(value, schema).flatMap(({ params }) => params['at']);
  return {
    jsonObject: (text) => isValid(text, { contentMediaType: 'application/json', contentSchema: { type: 'object' } }),
    maxBytes: (text, limit) => isValid(text, { 'x-max-bytes': limit }),
    registeredDomain: (url) => isValid(url, { 'x-registered-domain': true }),
    wellFormed: (text) => isValid(text, { 'x-well-formed': true }),
    invalidPart: (url) => (isValid(url, { 'x-valid-authority': true }) ? null : 'host'),
    https: (url) => isValid(url, { 'x-https': true }),
    publicAddress: (url) => isValid(url, { 'x-public-address': true }),
    allowedPort: (url, ports) => isValid(url, { 'x-ports': ports }),
    granted: (scope) => isValid(['any item'], { 'x-required-scope': scope }),
    brokenNamingRules: (text, rules) => errorsIn(text, { 'x-naming-rules': rules }).map(({ params }) => params['rule']),
    disjoint: (value, rule) => pointersIn(value, { 'x-disjoint': rule }),
    unique: (value, sets) => pointersIn(value, { 'x-unique': sets }),
  };
}
