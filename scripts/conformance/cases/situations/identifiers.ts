import { type ContractIndex, isEnd } from '../../contract/contract-index.ts';
import { nothingThere } from '../../contract/refusals.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** What an identifier is made of, and what is asked for: text that an address carries percent-encoded, once. */
const PAIRS: readonly (readonly [name: string, made: (id: string) => string, asked: (id: string) => string])[] = [
  ['a percent sign', (id) => `${id}%2F%41`, (id) => `${id}%2F%41`],
  ['a slash', (id) => `${id}/a`, (id) => `${id}/a`],
  ['a plus sign and a blank', (id) => `${id}+a b`, (id) => `${id}+a b`],
  ['a percent sign, decoded twice', (id) => `${id}A`, (id) => `${id}%41`],
  ['other letter case', (id) => `${id}-a`, (id) => `${id}-A`],
  ['a blank at its end', (id) => id, (id) => `${id} `],
];

/** Where the partner chooses an identifier, it is that text and no other. */
export function identifierCases(contract: ContractIndex, operation: OperationId): Bare[] {
  if (isEnd(contract, operation)) return [];
  const chosen = contract.links
    .filter(({ to }) => to === operation)
    .flatMap(({ from, parameters }) =>
      Object.entries(parameters).flatMap(([name, expression]) => {
        const [, member] = /^\$request\.body#\/(\w+)$/.exec(expression) ?? [];
        const isPath = contract.parametersOf(operation).some((each) => each.in === 'path' && each.name === name);
        return member !== undefined && isPath ? [{ from, name, member }] : [];
      }),
    );
  const [way] = chosen;
  if (way === undefined) return [];
  return PAIRS.map(([name, make, ask]) => {
    const isOther = make('') !== ask('');
    return status(
      `an identifier with ${name}`,
      async (session) => {
        const id = session.fresh();
        await session.succeed(way.from, {
          body: { json: { ...soundJson(session, way.from), [way.member]: make(id) } },
        });
        return { path: { [way.name]: ask(id) } };
      },
      { needsState: true, ...(isOther && { expects: nothingThere(contract, operation) }) },
    );
  });
}
