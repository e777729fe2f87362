import type { ContractIndex } from '../../contract/contract-index.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** Addresses of things that are not there, or are another partner's: both look the same. */
export function addressCases(
  { answerOf, links, parametersOf, problems }: ContractIndex,
  operation: OperationId,
): Bare[] {
  if (answerOf(operation, 404) === undefined || !links.some(({ to }) => to === operation)) return [];
  const expects = { status: 404, ...(problems !== undefined && { code: 'not_found' }) };
  const names = parametersOf(operation).flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
  const unknown = names.map((name) =>
    status(
      `a ${name} that nobody has`,
      async (session) => {
        const { path } = await session.resources.placeFor(operation, '');
        return { path: { ...path, [name]: session.fresh() } };
      },
      { expects, needsState: true },
    ),
  );
  const others = status(
    'what another partner has',
    async ({ other }) => {
      if (other === undefined) throw new TypeError('Needs a second partner');
      return { path: (await other.resources.placeFor(operation, '')).path };
    },
    { expects, needsState: true, needsOther: true },
  );
  return [...unknown, others];
}
