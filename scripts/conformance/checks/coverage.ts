import { relationsOf } from '../../contract/relations.ts';
import type { PlannedCase } from '../cases/planned-case.ts';
import type { ContractIndex, ContractLink } from '../index/contract-index.ts';
import { requestKeywords } from '../index/schema-sites.ts';
import type { CoverageOf, JustifiedResponse, Made, OperationId } from '../kit-types.ts';

const KINDS = ['success', 'operation x status', 'keyword', 'relation', 'link'] as const;
type CoverageKind = (typeof KINDS)[number];

/** Returns why a part of the contract cannot be tested on the target; undefined if the part can be tested. */
type ReasonFor = (kind: CoverageKind, name: string) => string | undefined;

const ACCEPTED = 'a finding about it is accepted';

const linkName = ({ from, to }: ContractLink) => `${from} to ${to}`;

export type Coverage = ReturnType<typeof createCoverage>;

/** Creates a counter of the tested parts of the contract. A case with a finding does not count as a test. */
export function createCoverage(contract: ContractIndex, checked: readonly OperationId[], reasonFor: ReasonFor) {
  const { answerOf, document, links, statusesOf } = contract;
  const seen = Object.fromEntries(KINDS.map((kind) => [kind, new Set()])) as Record<CoverageKind, Set<string>>;
  const planned = new Set<string>();
  const reasons = new Map<string, string>();
  const added: CoverageOf[] = [];
  const statusName = (id: OperationId, status: number) => `${id} ${answerOf(id, status)?.status ?? status}`;

  return {
    saw({ sent, answer: { status } }: Made, covers: PlannedCase['covers'] = []): void {
      if (status < 300) seen.success.add(sent.operation);
      seen['operation x status'].add(statusName(sent.operation, status));
      for (const { keyword, side } of covers)
        if (status < 300 === (side === 'accepted')) seen.keyword.add(`${keyword} ${side}`);
    },

    /** Records that keywords and statuses are not covered because the finding of a case is accepted. */
    accept({ sent, answer }: Made, covers: PlannedCase['covers'], expected: readonly JustifiedResponse[]): void {
      const keywords = covers.map(({ keyword, side }) => `${keyword} ${side}`);
      const statuses = [...expected, answer].map(({ status }) => statusName(sent.operation, status));
      for (const name of [sent.operation, ...keywords, ...statuses]) reasons.set(name, ACCEPTED);
    },

    plan(cases: readonly PlannedCase[]): void {
      for (const { keyword, side } of cases.flatMap(({ covers }) => covers)) planned.add(`${keyword} ${side}`);
    },

    related: (operation: OperationId) => seen.relation.add(operation),
    leaveOut: (name: string, reason: string) => reasons.set(name, reason),
    add: (coverage: CoverageOf) => added.push(coverage),

    report(followed: Iterable<ContractLink>): CoverageOf[] {
      for (const link of followed) seen.link.add(linkName(link));
      const isChecked = (id: string) => checked.includes(id);
      const withoutCase = requestKeywords(contract, checked).filter(
        (keyword) => !planned.has(`${keyword} accepted`) && !planned.has(`${keyword} rejected`),
      );
      const names: Record<CoverageKind, readonly string[]> = {
        success: checked.filter((id) => statusesOf(id).some((status) => status.startsWith('2'))),
        'operation x status': checked.flatMap((id) => statusesOf(id).map((status) => `${id} ${status}`)),
        keyword: [...planned, ...withoutCase.map((keyword) => `${keyword} accepted`)],
        relation: relationsOf(document).flatMap(({ operation: id }) => (isChecked(id) ? [id] : [])),
        // Excludes links from an operation to itself, such as a link to the next page: the model check tests them.
        link: links.filter(({ from, to }) => from !== to && isChecked(from) && isChecked(to)).map(linkName),
      };
      const measured = KINDS.map((kind) => {
        const all = [...new Set(names[kind])];
        const untested = all.filter((name) => !seen[kind].has(name));
        const missing = untested.map((name) => ({ name, reason: reasons.get(name) ?? reasonFor(kind, name) }));
        return { kind, covered: all.length - missing.length, total: all.length, missing };
      });
      return [...measured, ...added];
    },
  };
}
