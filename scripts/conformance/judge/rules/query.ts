import type { JsonObject } from '../../json.ts';

/** A parameter of the contract, as far as it says how its text is read. */
export interface QueryParameter {
  name: string;
  in: string;
  type: string | readonly string[];
}

/**
 * The values that a query gives to the contract's parameters; all others are ignored. Of one that is no list the first
 * counts. The text of a number that is none stays a text, which then is of the wrong type.
 */
export function queryOf(url: URL, parameters: readonly QueryParameter[]): JsonObject {
  const given = [...new URLSearchParams(url.search)];
  const query: JsonObject = {};
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue;
    const texts = given.filter(([name]) => name === parameter.name).map(([, text]) => text);
    const [first] = texts;
    if (first === undefined) continue;
    if (parameter.type === 'array') query[parameter.name] = texts;
    else if (parameter.type === 'integer' && /^-?[0-9]+$/.test(first)) query[parameter.name] = Number(first);
    else query[parameter.name] = first;
  }
  return query;
}
