import type { ContractRules, ContractValidator } from '../../generated/validators.js';
import { Refusal, validationFailed } from './problem.ts';
import { violationsFrom } from './violations.ts';

/** A parameter of an operation: in its path, its query or its headers. */
export interface Parameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

/**
 * Reads the operation's query parameters with the types that the contract gives them, and ignores all others. Throws a
 * `Refusal` for values that violate their schemas.
 */
export function readQuery(
  url: Pick<URL, 'searchParams'>,
  parameters: readonly Parameter[],
  validate: ContractValidator | undefined,
  rules: ContractRules,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  // Parsed for the operations alone that have such parameters.
  let sent: URLSearchParams | undefined;
  for (const { name, type } of parameters.filter((parameter) => parameter.in === 'query')) {
    sent ??= url.searchParams;
    const values = sent.getAll(name);
    // The first value counts when a parameter that is not a list is repeated.
    const [value] = values;
    if (value === undefined) continue;
    if (type === 'array') query[name] = values;
    else query[name] = type === 'integer' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
  if (validate !== undefined && !validate.call(rules, query)) {
    // A violation in an item points to the whole list, so each kind of violation is reported once for a list.
    const violations = violationsFrom(validate.errors ?? []).map((violation) => {
      const [, name = ''] = violation.pointer.split('/');
      return { ...violation, pointer: `?${name}` };
    });
    const distinct = new Map(violations.map((violation) => [`${violation.pointer} ${violation.code}`, violation]));
    throw new Refusal(validationFailed([...distinct.values()]));
  }
  return query;
}
