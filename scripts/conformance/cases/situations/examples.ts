import { type OperationId, operations } from '../../../../generated/operations.ts';
import { bodyExamples } from '../../contract/contract-index.ts';
import type { Session } from '../../target/session.ts';
import { bytesOf, FORM, tokenForm, withFreshIds } from '../../target/sound-bodies.ts';
import type { Bare } from './situation.ts';

/** Every example of the contract, under this partner's identifiers. */
export function exampleCases(operation: OperationId): Bare[] {
  const types: readonly string[] = operations[operation].requestTypes;
  if (types.length === 0)
    return [{ group: 'examples', name: 'a request that succeeds', make: async () => ({}) }];
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
function exampleForm(session: Session, value: Record<string, string>): [string, string][] {
  const own = Object.fromEntries(tokenForm(session));
  return Object.entries({ ...value, ...own });
}
