import { whyNeverRefused } from '../cases/schema-cases.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { requestKeywords } from '../contract/keywords.ts';
import { relationsOf } from '../contract/relations.ts';
import type { Case, CoverageOf, Justified, OperationId, SentRequest, Side } from '../types.ts';

/** Counts what of the contract was exercised and found right. */
export interface Coverage {
  /** An answer that kept the contract. */
  saw(made: { sent: SentRequest; status: number; faults: readonly Justified[]; covers: Case['covers'] }): void;
  /** A success of an operation in a sequence, which agreed with all that went before. */
  related(operation: string): void;
  /** Why there are no sequences. */
  notRelated(reason: string): void;
  report(): CoverageOf[];
}

/** `reasonFor` says why a status cannot be had from this target; `checked` are the operations that are asked. */
export function createCoverage(
  { answerOf, document, parametersOf, partOf, shapeOf, statusesOf }: ContractIndex,
  checked: readonly OperationId[],
  reasonFor: (status: string) => string | undefined,
): Coverage {
  const statuses = new Set<string>();
  const keywords = new Set<string>();
  const parameters = new Set<string>();
  const scopes = new Set<string>();
  const related = new Set<string>();
  let reasonNotRelated: string | undefined;
  const scopesOf = (id: OperationId) => shapeOf(id).security.flatMap((each) => each.scopes);
  const keywordOf = (keyword: string, side: Side) => `${keyword} ${side}`;

  return {
    saw({ sent, status, faults, covers }) {
      const { operation } = sent;
      statuses.add(`${operation} ${answerOf(operation, status)?.status ?? status}`);
      const isAccepted = status < 300;
      for (const { keyword, side } of covers)
        if (isAccepted === (side === 'accepted')) keywords.add(keywordOf(keyword, side));
      for (const { name, in: place } of parametersOf(operation)) {
        const isGiven = place === 'path' || sent.url.searchParams.has(name);
        if (isAccepted) parameters.add(`${operation} ${name} ${isGiven ? 'accepted' : 'left out'}`);
        else if (faults.some((fault) => isAbout(fault, name, place))) parameters.add(`${operation} ${name} refused`);
      }
      if (status === 403)
        for (const scope of scopesOf(operation))
          if (!sent.scopes?.includes(scope)) scopes.add(`${operation} ${scope} lacking`);
      if (isAccepted) for (const scope of scopesOf(operation)) scopes.add(`${operation} ${scope} granted`);
    },

    related: (operation) => related.add(operation),
    notRelated(reason) {
      reasonNotRelated = reason;
    },

    report() {
      return [
        covered(
          'operation x status',
          checked.flatMap((id) => statusesOf(id).map((each) => `${id} ${each}`)),
          statuses,
          (name) => reasonFor(name.slice(name.lastIndexOf(' ') + 1)),
        ),
        covered(
          'keyword',
          requestKeywords(partOf(checked)).flatMap((keyword) => [
            keywordOf(keyword, 'accepted'),
            // What no request can break is not asked for.
            ...(whyNeverRefused(document, keyword) === undefined ? [keywordOf(keyword, 'refused')] : []),
          ]),
          keywords,
        ),
        covered(
          'parameter',
          checked.flatMap((id) =>
            parametersOf(id).flatMap(({ name, required }) =>
              [...(required ? [] : ['left out']), 'accepted', 'refused'].map((side) => `${id} ${name} ${side}`),
            ),
          ),
          parameters,
        ),
        covered(
          'scope',
          checked.flatMap((id) =>
            scopesOf(id).flatMap((scope) => [`${id} ${scope} granted`, `${id} ${scope} lacking`]),
          ),
          scopes,
        ),
        covered(
          'relation',
          relationsOf(document)
            .map(({ operation }) => operation)
            .filter((operation) => checked.includes(operation as OperationId)),
          related,
          () => reasonNotRelated,
        ),
      ];
    },
  };
}

/** A signed link is judged as a whole: what is wrong with its parameters is answered as a wrong link. */
function isAbout({ about, violations }: Justified, name: string, place: string): boolean {
  if (violations !== undefined) return violations.some(({ pointer }) => pointer === `?${name}`);
  return about === place || about === 'link';
}

function covered(
  kind: string,
  names: readonly string[],
  seen: ReadonlySet<string>,
  reasonOf: (name: string) => string | undefined = () => undefined,
): CoverageOf {
  const all = [...new Set(names)];
  const missing = all
    .filter((name) => !seen.has(name))
    .map((name) => {
      const reason = reasonOf(name);
      return { name, ...(reason !== undefined && { reason }) };
    });
  return { kind, covered: all.length - missing.length, total: all.length, missing };
}
