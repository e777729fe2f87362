import { type ContractIndex, isSigned } from '../../contract/contract-index.ts';
import { conventionsOf } from '../../contract/conventions.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** What changes nothing by the conventions of the contract. */
export function conventionCases(contract: ContractIndex, operation: OperationId): Bare[] {
  const { accept, unknown_query_parameters: unknown } = conventionsOf(contract);
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  return [
    ...(accept === undefined
      ? []
      : ['application/xml', 'text/html, */*;q=0'].map((value) =>
          status(`an Accept of ${value}`, async () => ({ headers: { accept: value } })),
        )),
    ...(unknown === undefined || isSigned(contract, operation)
      ? []
      : [
          status('a query parameter that is not known', async ({ resources }) => {
            const { query } = await resources.placeFor(operation, mediaType);
            return { query: [...query, ['unknown_parameter', 'x']] };
          }),
        ]),
  ];
}
