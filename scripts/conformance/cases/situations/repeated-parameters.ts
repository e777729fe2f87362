import type { ContractIndex } from '../../contract/contract-index.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** Of a parameter that is no list and stands twice the first counts: once the sound one, once the other. */
export function repeatedCases({ parametersOf, proofOf }: ContractIndex, operation: OperationId): Bare[] {
  // What is wrong with a parameter of a signed link is wrong with the link, whatever the other value.
  if (proofOf(operation)?.by === 'link') return [];
  return parametersOf(operation)
    .filter((parameter) => parameter.in === 'query' && parameter.schema?.type === 'integer')
    .flatMap(({ name, schema }) => {
      const texts = [String(schema?.['minimum'] ?? 1), 'none'];
      return [texts, texts.toReversed()].map((values) =>
        status(`${name} twice, the first ${values[0]}`, async () => ({ query: values.map((value) => [name, value]) })),
      );
    });
}
