import { type Response, resolve } from '../../generate/contract.ts';
import { whyNeverRefused } from '../cases/schema-cases.ts';
import type { ContractIndex, ContractLink } from '../contract/contract-index.ts';
import { requestKeywords } from '../contract/keywords.ts';
import { relationsOf } from '../contract/relations.ts';
import type { Json } from '../json.ts';
import type { Answer, Case, CoverageOf, Justified, OperationId, SentRequest, Side } from '../types.ts';
import { ANY, facetsOf } from './answer-facets.ts';

export type CoverageKind =
  | 'operation x status'
  | 'keyword'
  | 'parameter'
  | 'scope'
  | 'relation'
  | 'answer'
  | 'link'
  | 'situation';

const linkName = ({ from, to }: ContractLink) => `${from} to ${to}`;

/** Counts what of the contract was exercised and found right. */
export interface Coverage {
  /** An answer that kept the contract. */
  saw(made: {
    sent: SentRequest;
    answer: Pick<Answer, 'status' | 'json'>;
    faults: readonly Justified[];
    covers: Case['covers'];
  }): void;
  /** A success of an operation in a sequence, which agreed with all that went before. */
  related(operation: string): void;
  /** `followed` are links; `wanted` are the names of situations, of which not each can be had. */
  report(more: {
    followed: Iterable<ContractLink>;
    situations: { wanted: readonly string[]; had: readonly string[] };
  }): CoverageOf[];
}

/** `reasonFor` says why something cannot be had from this target; `checked` are the operations that are asked. */
export function createCoverage(
  { answerOf, document, links, operationOf, parametersOf, partOf, shapeOf, statusesOf }: ContractIndex,
  checked: readonly OperationId[],
  reasonFor: (kind: CoverageKind, name: string) => string | undefined,
): Coverage {
  const statuses = new Set<string>();
  const keywords = new Set<string>();
  const parameters = new Set<string>();
  const scopes = new Set<string>();
  const related = new Set<string>();
  const facets = new Set<string>();
  const scopesOf = (id: OperationId) => shapeOf(id).security.flatMap((each) => each.scopes);
  const keywordOf = (keyword: string, side: Side) => `${keyword} ${side}`;

  /** Of successes: what a problem can be is the kind "operation x status". */
  function facetsIn(id: OperationId, status: string, value: Json | typeof ANY): Set<string> {
    const response = operationOf(id).operation.responses[status];
    const { content = {} } = response === undefined ? {} : resolve<Response>(document, response);
    const [{ schema } = {}] = Object.values(content);
    return schema === undefined || value === undefined || !status.startsWith('2')
      ? new Set()
      : facetsOf(document, schema, id, value);
  }

  function covered(kind: CoverageKind, names: readonly string[], seen: ReadonlySet<string>): CoverageOf {
    const all = [...new Set(names)];
    const missing = all
      .filter((name) => !seen.has(name))
      .map((name) => {
        const reason = reasonFor(kind, name);
        return { name, ...(reason !== undefined && { reason }) };
      });
    return { kind, covered: all.length - missing.length, total: all.length, missing };
  }

  return {
    saw({ sent, answer: { status, json }, faults, covers }) {
      const { operation } = sent;
      const documented = answerOf(operation, status)?.status ?? String(status);
      for (const each of facetsIn(operation, documented, json)) facets.add(each);
      statuses.add(`${operation} ${documented}`);
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

    report({ followed, situations }) {
      return [
        covered(
          'operation x status',
          checked.flatMap((id) => statusesOf(id).map((each) => `${id} ${each}`)),
          statuses,
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
        ),
        covered(
          'answer',
          checked.flatMap((id) => statusesOf(id).flatMap((status) => [...facetsIn(id, status, ANY)])),
          facets,
        ),
        covered(
          'link',
          links.filter(({ from, to }) => checked.includes(from) && checked.includes(to)).map(linkName),
          new Set([...followed].map(linkName)),
        ),
        covered('situation', situations.wanted, new Set(situations.had)),
      ];
    },
  };
}

/** A signed link is judged as a whole: what is wrong with its parameters is answered as a wrong link. */
function isAbout({ about, violations }: Justified, name: string, place: string): boolean {
  if (violations !== undefined) return violations.some(({ pointer }) => pointer === `?${name}`);
  return about === place || about === 'link';
}
