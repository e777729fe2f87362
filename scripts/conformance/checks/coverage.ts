import { reasonNeverRejected } from '../cases/schema-cases.ts';
import type { ContractIndex, ContractLink } from '../contract/contract-index.ts';
import { requestKeywords } from '../contract/keywords.ts';
import { relationsOf } from '../contract/relations.ts';
import type { Case, CoverageOf, JustifiedResponse, Made, OperationId } from '../types.ts';

const KINDS = ['operation x status', 'keyword', 'parameter', 'scope', 'relation', 'link', 'scenario'] as const;
type CoverageKind = (typeof KINDS)[number];

const linkName = ({ from, to }: ContractLink) => `${from} to ${to}`;

/** Returns the coverage of one kind. `reasonFor` returns the reason why an item cannot be tested on this target. */
export function coverageOf(
  kind: string,
  names: Iterable<string>,
  covered: ReadonlySet<string>,
  reasonFor: (name: string) => string | undefined,
): CoverageOf {
  const all = [...new Set(names)];
  const missing = all.filter((name) => !covered.has(name)).map((name) => ({ name, reason: reasonFor(name) }));
  return { kind, covered: all.length - missing.length, total: all.length, missing };
}

export type Coverage = ReturnType<typeof createCoverage>;

/** Creates a counter for the parts of the contract that are tested without a finding in the `checked` operations. */
export function createCoverage(
  contract: ContractIndex,
  checked: readonly OperationId[],
  reasonFor: (kind: CoverageKind, name: string) => string | undefined,
) {
  const { answerOf, document, links, parametersOf, shapeOf, statusesOf } = contract;
  const seen = Object.fromEntries(KINDS.map((kind) => [kind, new Set()])) as Record<CoverageKind, Set<string>>;
  const scenarios: string[] = [];
  const scopesOf = (id: OperationId) => shapeOf(id).security.flatMap((each) => each.scopes);

  return {
    saw({ sent, answer: { status } }: Made, faults: readonly JustifiedResponse[], covers: Case['covers'] = []): void {
      const { operation } = sent;
      const isAccepted = status < 300;
      seen['operation x status'].add(`${operation} ${answerOf(operation, status)?.status ?? status}`);
      for (const { keyword, side } of covers)
        if (isAccepted === (side === 'accepted')) seen.keyword.add(`${keyword} ${side}`);
      for (const { name, in: place } of parametersOf(operation)) {
        const isGiven = place === 'path' || sent.url.searchParams.has(name);
        if (isAccepted) seen.parameter.add(`${operation} ${name} ${isGiven ? 'accepted' : 'left out'}`);
        else if (faults.some((fault) => isAbout(fault, name, place)))
          seen.parameter.add(`${operation} ${name} refused`);
      }
      for (const scope of scopesOf(operation)) {
        if (isAccepted) seen.scope.add(`${operation} ${scope} granted`);
        else if (status === 403 && !sent.scopes?.includes(scope)) seen.scope.add(`${operation} ${scope} lacking`);
      }
    },

    /** Counts a successful request in a sequence that matches the model. */
    related: (operation: OperationId) => seen.relation.add(operation),
    /** Adds a scenario. The scenario counts as covered unless `reasonFor` returns a reason. */
    planned: (scenario: string) => scenarios.push(scenario),

    report(followed: Iterable<ContractLink>): CoverageOf[] {
      for (const link of followed) seen.link.add(linkName(link));
      for (const name of scenarios) if (reasonFor('scenario', name) === undefined) seen.scenario.add(name);
      const isChecked = (id: string) => checked.includes(id);
      const names: Record<CoverageKind, readonly string[]> = {
        'operation x status': checked.flatMap((id) => statusesOf(id).map((status) => `${id} ${status}`)),
        keyword: requestKeywords(contract, checked).flatMap((keyword) => [
          `${keyword} accepted`,
          ...(reasonNeverRejected(contract, keyword) === undefined ? [`${keyword} refused`] : []),
        ]),
        parameter: checked.flatMap((id) =>
          parametersOf(id)
            // Scenarios count headers, which have no schema cases.
            .filter((parameter) => parameter.in !== 'header')
            .flatMap(({ name, required }) =>
              [...(required ? [] : ['left out']), 'accepted', 'refused'].map((side) => `${id} ${name} ${side}`),
            ),
        ),
        scope: checked.flatMap((id) =>
          scopesOf(id).flatMap((scope) => [`${id} ${scope} granted`, `${id} ${scope} lacking`]),
        ),
        relation: relationsOf(document).flatMap(({ operation: id }) => (isChecked(id) ? [id] : [])),
        link: links.filter(({ from, to }) => isChecked(from) && isChecked(to)).map(linkName),
        scenario: scenarios,
      };
      return KINDS.map((kind) => coverageOf(kind, names[kind], seen[kind], (name) => reasonFor(kind, name)));
    },
  };
}

/** Returns whether a fault concerns a parameter. One wrong parameter invalidates a whole signed link. */
function isAbout({ about, violations }: JustifiedResponse, name: string, place: string): boolean {
  if (violations !== undefined) return violations.some(({ pointer }) => pointer === `?${name}`);
  return about === place || about === 'link';
}
