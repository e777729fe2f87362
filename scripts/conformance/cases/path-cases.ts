import { type ContractIndex, isSigned } from '../contract/contract-index.ts';
import type { Session } from '../target/session.ts';
import { soundJson } from '../target/sound-bodies.ts';
import type { Case, CaseRequest } from '../types.ts';
import type { Scenario } from './scenarios/scenario.ts';

/**
 * Cases of valid values in an address. Something is made to exist at each one, because a missing resource and an
 * invalid value are answered alike (404). Where the partner chooses the value, something is made under it; where the
 * service does, an existing resource stands for all.
 */
export function atExistingPlaces(contract: ContractIndex, cases: readonly Case[]): (Case | Scenario)[] {
  return cases.map((each) => {
    const { request, ...rest } = each;
    const isAbout = request.path !== undefined || (request.query !== undefined && isSigned(contract, each.operation));
    if (!isAbout || each.covers.every(({ side }) => side === 'refused')) return each;
    return { ...rest, make: (session) => requestAt(session, each) };
  });
}

async function requestAt(session: Session, each: Case): Promise<CaseRequest> {
  const { path = {}, query, ...others } = each.request;
  const given = isSigned(session.contract, each.operation) || query === undefined ? others : { ...others, query };
  for (const { from, parameters } of session.contract.links.filter(({ to }) => to === each.operation)) {
    for (const [name, expression] of Object.entries(parameters)) {
      const [, member] = /^\$request\.body#\/(\w+)$/.exec(expression) ?? [];
      if (member === undefined || path[name] === undefined) continue;
      const sound = soundJson(session, from);
      await session.succeed(from, { body: { json: { ...sound, [member]: path[name] } } });
      return { ...given, path };
    }
  }
  return given;
}
