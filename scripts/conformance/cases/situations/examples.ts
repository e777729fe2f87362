import { type OperationId, operations } from '../../../../generated/operations.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import { FORM, tokenForm } from '../../contract/token-requests.ts';
import type { Json } from '../../json.ts';
import type { Session } from '../../target/session.ts';
import { bytesOf, withFreshIds } from '../../target/sound-bodies.ts';
import type { Bare } from './situation.ts';

/** Every example of the contract, under this partner's identifiers. */
export function exampleCases({ bodyExamples }: ContractIndex, operation: OperationId): Bare[] {
  const types: readonly string[] = operations[operation].requestTypes;
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
              ? { form: exampleForm(session, value) }
              : { bytes: bytesOf(withFreshIds(session, operation, value)) },
        }),
      }),
    ),
  );
}

/** The form of an example, with this partner's credentials in place of those in it. */
function exampleForm(session: Session, value: Json): [string, string][] {
  const own = Object.fromEntries(tokenForm(session.credentials));
  return Object.entries({ ...(value as Record<string, string>), ...own });
}
