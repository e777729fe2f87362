import { type Contract, resolve, type Schema } from '../../generate/contract.ts';
import { type Json, valuesAt } from '../json.ts';
import type { OperationId } from '../types.ts';
import type { ContractIndex } from './contract-index.ts';
import { type Exchange, evaluate } from './expression.ts';
import { remembered } from './remembered.ts';

/** An extension keyword at a property of a response. */
export interface KeywordPlace {
  /** Place in the form of `valuesAt`. */
  place: string;
  value: string;
}

/** Returns the places of a keyword in the JSON of a response. */
export const keywordPlacesOf = (
  contract: ContractIndex,
  id: OperationId,
  status: number,
  keyword: string,
): KeywordPlace[] => statedAt(contract, id, contract.answerOf(id, status)?.status ?? '', keyword);

const statedAt = remembered((contract: ContractIndex, id: OperationId, status: string, keyword: string) =>
  keywordPlacesIn(contract.document, contract.schemaOf(id, status), keyword),
);

/** Returns every place of a keyword in a schema. */
export function keywordPlacesIn(
  contract: Contract,
  given: Schema,
  keyword: string,
  open: readonly Schema[] = [],
): KeywordPlace[] {
  const schema = resolve<Schema>(contract, given);
  if (open.includes(schema)) return [];
  const { properties = {}, items, prefixItems = [], allOf = [], oneOf = [], anyOf = [], [keyword]: value } = schema;
  const inside: [step: string, schema: Schema][] = [
    ...[allOf, oneOf, anyOf].flatMap((parts) => (parts as Schema[]).map((part): [string, Schema] => ['', part])),
    ...Object.entries(properties).map(([name, property]): [string, Schema] => [`/${name}`, property]),
    ...(prefixItems as Schema[]).map((item, i): [string, Schema] => [`/${i}`, item]),
    ...(items === undefined ? [] : [['/*', items] as [string, Schema]]),
  ];
  const below = inside.flatMap(([step, inner]) =>
    keywordPlacesIn(contract, inner, keyword, [...open, schema]).map((found) => ({
      ...found,
      place: step + found.place,
    })),
  );
  return [...(typeof value === 'string' ? [{ place: '', value }] : []), ...below];
}

/** Values for the expressions of `x-value`. */
interface Context extends Exchange {
  serverUrl: string;
}

/** Returns the places at which `value` differs from its `x-value`, without values, which can be personal data. */
export function valueMismatches(stated: readonly KeywordPlace[], value: Json, context: Context): string[] {
  return stated.flatMap(({ place, value: template }) => {
    const wanted = filled(template, context);
    const isWrong = valuesAt(place, value).some((given) => String(given) !== wanted);
    return isWrong ? [`${place} must be ${template}${template.includes('$server.url') ? `, ${wanted}` : ''}.`] : [];
  });
}

/** Returns a text with the values of its expressions, in base64 after the prefix `base64 `. */
function filled(template: string, { serverUrl, ...exchange }: Context): string {
  const valueFor = (expression: string) => {
    if (expression === '$server.url') return serverUrl;
    if (expression === '$request.header.content-length') return String(exchange.sent.body.length);
    return String(evaluate(expression, exchange));
  };
  return template.replace(/\{(base64 )?(\$[^{}]+)\}/g, (_, isEncoded: string | undefined, expression: string) =>
    isEncoded === undefined ? valueFor(expression) : Buffer.from(valueFor(expression)).toString('base64'),
  );
}
