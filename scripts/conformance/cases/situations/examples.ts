import { FORM } from '../../contract/bodies.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import { tokenForm } from '../../contract/token-requests.ts';
import type { Json } from '../../json.ts';
import { bytesOf, withFreshIds } from '../../target/sound-bodies.ts';
import type { OperationId } from '../../types.ts';
import type { Bare } from './situation.ts';

/** Every example of the contract, under this partner's identifiers. */
export function exampleCases({ bodyExamples, givesTokens, shapeOf }: ContractIndex, operation: OperationId): Bare[] {
  const types = shapeOf(operation).requestTypes;
  if (types.length === 0) return [{ group: 'examples', name: 'a request that succeeds', make: async () => ({}) }];
  return types.flatMap((mediaType) =>
    bodyExamples(operation, mediaType).map(
      ([name, value]): Bare => ({
        group: 'examples',
        name: `${name} as ${mediaType}`,
        make: async (session) => ({
          mediaType,
          body:
            mediaType === FORM
              ? { form: exampleForm(value, givesTokens(operation) ? tokenForm(session.credentials) : []) }
              : { bytes: bytesOf(withFreshIds(session, operation, value)) },
        }),
      }),
    ),
  );
}

/** The form of an example, with these fields in place of those in it. */
const exampleForm = (value: Json, own: [string, string][]): [string, string][] =>
  Object.entries({ ...(value as Record<string, string>), ...Object.fromEntries(own) });
