import { type Json, valuesAt } from '../../contract/json.ts';
import type { Contract, Schema } from '../../contract/openapi.ts';
import type { OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { ContractIndex } from './contract-index.ts';
import { type ExpressionContext, filledIn } from './expression.ts';
import { schemasIn } from './schema-sites.ts';

/** A property of a response whose schema contains an extension keyword. */
interface KeywordPlace {
  /** Place of the property, in the notation of `valuesAt`. */
  place: string;
  value: string;
}

/** Returns the places in a JSON response whose schemas contain a keyword. */
export const keywordPlacesOf = remembered((contract: ContractIndex, id: OperationId, status: number, keyword: string) =>
  keywordPlacesIn(contract.document, contract.schemaOf(id, contract.answerOf(id, status)?.status ?? ''), keyword),
);

/** Returns every place in a schema at which a keyword occurs. */
export const keywordPlacesIn = (contract: Contract, schema: Schema, keyword: string): KeywordPlace[] =>
  schemasIn(contract, schema).flatMap(({ place, schema: { [keyword]: value } }) =>
    typeof value === 'string' ? [{ place, value }] : [],
  );

/** Returns the places at which `value` differs from `x-value`. Omits the actual values, which can be personal data. */
export function valueMismatches(stated: readonly KeywordPlace[], value: Json, context: ExpressionContext): string[] {
  return stated.flatMap(({ place, value: template }) => {
    const wanted = filledIn(template, context);
    const isWrong = valuesAt(place, value).some((given) => String(given) !== wanted);
    return isWrong ? [`${place} must be ${template}${template.includes('$server.url') ? `, ${wanted}` : ''}.`] : [];
  });
}
