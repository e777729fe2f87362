import { type ContractIndex, conventionsOf, isSigned } from '../../contract/contract-index.ts';
import type { OperationId } from '../../types.ts';
import { type Scenario, status } from './scenario.ts';

/** Returns scenarios that vary the URL and the headers of a request. */
export function addressScenarios(contract: ContractIndex, operation: OperationId): Scenario[] {
  const { accept, unknown_query_parameters: unknown } = conventionsOf(contract);
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  return [
    ...repeatedParameters(contract, operation),
    ...(accept === undefined ? [] : ['application/xml', 'text/html, */*;q=0']).map((value) =>
      status(`an Accept header with ${value}`, { headers: { accept: value } }),
    ),
    ...(unknown === undefined || isSigned(contract, operation) ? [] : ['unknown_parameter']).map((name) =>
      status('an unknown query parameter', async ({ resources }) => {
        const { query } = await resources.placeFor(operation, mediaType);
        return { query: [...query, [name, 'x']] };
      }),
    ),
  ];
}

/** Returns scenarios that repeat a single-value query parameter. The server must use the first value. */
function repeatedParameters(contract: ContractIndex, operation: OperationId): Scenario[] {
  // A signed link is rejected as a whole if any of its parameters is wrong. Other contracts do not specify repetition.
  if (isSigned(contract, operation) || contract.problems === undefined) return [];
  return contract
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'query' && parameter.schema?.type === 'integer')
    .flatMap(({ name, schema }) => {
      const texts = [String(schema?.['minimum'] ?? 1), 'none'];
      return [texts, texts.toReversed()].map((values) =>
        status(`${name} twice, first with ${values[0]}`, { query: values.map((value) => [name, value]) }),
      );
    });
}
