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
    const values = url.searchParams.getAll(name);
    // Of a parameter that stands there several times and is no list, the first one counts.
    const [value] = values;
    if (value === undefined) continue;
    if (type === 'array') query[name] = values;
    else query[name] = type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (validate !== undefined && !validate.call(rules, query)) {
    // A list is named as one, whichever of its items is wrong; each kind of violation is then said once.
    const violations = violationsFrom(validate.errors ?? []).map((violation) => {
      const [, name = ''] = violation.pointer.split('/');
      return { ...violation, pointer: `?${name}` };
    });
    const distinct = new Map(
      violations.map((violation) => [`${violation.pointer} ${violation.code}`, violation]),
    );
    throw new Refusal(validationFailed([...distinct.values()]));
  }
  return query;
}
