import { relationsOf } from '../../contract/relations.ts';
import type { PlannedCase } from '../cases/planned-case.ts';
import type { ContractIndex, ContractLink } from '../index/contract-index.ts';
import { requestKeywords } from '../index/schema-sites.ts';
import type { CoverageOf, JustifiedResponse, Made, OperationId } from '../kit-types.ts';

/** Returns why a part of the contract cannot be tested on the target; undefined if the part can be tested. */
type ReasonFor = (kind: string, name: string) => string | undefined;

const linkName = ({ from, to }: ContractLink) => `${from} to ${to}`;

export type Coverage = ReturnType<typeof createCoverage>;

/** Creates a counter of the tested parts of the contract. A case with a finding does not count as a test. */
export function createCoverage(contract: ContractIndex, checked: readonly OperationId[], reasonFor: ReasonFor) {
  const { answerOf, document, links, statusesOf } = contract;
  /** Kinds and names of the tested parts, such as `success getJwks`. */
  const seen = new Set<string>();
  const planned = new Set<string>();
  const reasons = new Map<string, string>();
  const added: CoverageOf[] = [];
  const statusName = (id: OperationId, status: number) => `${id} ${answerOf(id, status)?.status ?? status}`;

  return {
    saw({ sent, answer: { status } }: Made, covers: PlannedCase['covers'] = []): void {
      if (status < 300) seen.add(`success ${sent.operation}`);
      seen.add(`operation x status ${statusName(sent.operation, status)}`);
      for (const { keyword, side } of covers)
        if (status < 300 === (side === 'accepted')) seen.add(`keyword ${keyword} ${side}`);
    },

    /** Records that keywords and statuses are not covered because the finding of a case is accepted. */
    accept({ sent, answer }: Made, covers: PlannedCase['covers'], expected: readonly JustifiedResponse[]): void {
      const keywords = covers.map(({ keyword, side }) => `${keyword} ${side}`);
      const statuses = [...expected, answer].map(({ status }) => statusName(sent.operation, status));
      const names = [sent.operation, ...keywords, ...statuses];
      for (const name of names) reasons.set(name, 'a finding about it is accepted');
    },

    plan(cases: readonly PlannedCase[]): void {
      for (const { keyword, side } of cases.flatMap(({ covers }) => covers)) planned.add(`${keyword} ${side}`);
    },

    related: (operation: OperationId) => seen.add(`relation ${operation}`),
    leaveOut: (name: string, reason: string) => reasons.set(name, reason),
    add: (coverage: CoverageOf) => added.push(coverage),

    report(followed: Iterable<ContractLink>): CoverageOf[] {
      for (const link of followed) seen.add(`link ${linkName(link)}`);
      const isChecked = (id: string) => checked.includes(id);
      const hasCase = (keyword: string) => ['accepted', 'rejected'].some((side) => planned.has(`${keyword} ${side}`));
      const withoutCase = requestKeywords(contract, checked).filter((keyword) => !hasCase(keyword));
      const parts = {
        success: checked.filter((id) => statusesOf(id).some((status) => status.startsWith('2'))),
        'operation x status': checked.flatMap((id) => statusesOf(id).map((status) => `${id} ${status}`)),
        keyword: [...planned, ...withoutCase.map((keyword) => `${keyword} accepted`)],
        relation: relationsOf(document).flatMap(({ operation: id }) => (isChecked(id) ? [id] : [])),
        // Excludes links from an operation to itself, such as a link to the next page: the model check tests them.
        link: links.filter(({ from, to }) => from !== to && isChecked(from) && isChecked(to)).map(linkName),
      };
      const measured = Object.entries(parts).map(([kind, names]) => {
        const all = [...new Set(names)];
        const untested = all.filter((name) => !seen.has(`${kind} ${name}`));
        const missing = untested.map((name) => ({ name, reason: reasons.get(name) ?? reasonFor(kind, name) }));
        return { kind, covered: all.length - missing.length, total: all.length, missing };
      });
      return [...measured, ...added];
    },
  };
}
