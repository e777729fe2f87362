import { memberOf } from '../json.ts';
import type { ContractIndex } from './contract-index.ts';

/** What every operation does with what HTTP and OpenAPI leave open (`x-conventions`); nothing where it is not said. */
export interface Conventions {
  accept?: 'ignored';
  unknown_query_parameters?: 'ignored';
  values_in_problems?: 'never';
}

export const conventionsOf = ({ document }: Pick<ContractIndex, 'document'>) =>
  (memberOf(document, 'x-conventions') ?? {}) as Conventions;
