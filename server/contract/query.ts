import type { ContractRules, ContractValidator } from '../../generated/validators.js';
import { Refusal, validationFailed } from './problem.ts';
import { violationsFrom } from './violations.ts';

/** A parameter of the contract, wherever it stands. */
export interface Parameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

/** The query parameters of the contract, as the types it gives them. Others are ignored. Refuses what breaks their schemas. */
export function readQuery(
  url: URL,
  parameters: readonly Parameter[],
  validate: ContractValidator | undefined,
  rules: ContractRules,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { name, type } of parameters.filter((parameter) => parameter.in === 'query')) {
    const value = url.searchParams.get(name);
    if (value !== null)
      query[name] = type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (validate !== undefined && !validate.call(rules, query)) {
    const violations = violationsFrom(validate.errors ?? []);
    throw new Refusal(validationFailed(violations.map((v) => ({ ...v, pointer: `?${v.pointer.slice(1)}` }))));
  }
  return query;
}
