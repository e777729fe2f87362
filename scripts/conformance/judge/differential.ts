import type { Differential, Finding, Outcome } from '../types.ts';

/** What two targets answered, by the names of the cases. */
export interface Answered {
  name: string;
  outcomes: ReadonlyMap<string, Outcome>;
}

/**
 * Compares what two targets answered to the same cases: status class, code and violations. Cases that only one target
 * was sent are left out: they need something that the other does not keep.
 */
export function compare(one: Answered, other: Answered): Differential {
  const findings: Finding[] = [];
  let compared = 0;
  for (const [name, outcome] of one.outcomes) {
    const counterpart = other.outcomes.get(name);
    if (counterpart === undefined) continue;
    compared++;
    if (essence(outcome) === essence(counterpart)) continue;
    findings.push({
      target: `${one.name} and ${other.name}`,
      group: 'differential',
      operation: null,
      case: name,
      departures: [`${one.name} answers ${essence(outcome)}, ${other.name} ${essence(counterpart)}.`],
    });
  }
  const sentToOne = [only(one, other), only(other, one)].filter(({ cases }) => cases.length > 0);
  return { compared, leftOut: one.outcomes.size + other.outcomes.size - 2 * compared, sentToOne, findings };
}

const only = (one: Answered, other: Answered) => ({
  target: one.name,
  cases: [...one.outcomes.keys()].filter((name) => !other.outcomes.has(name)),
});

/** A success is a success, whichever it is: the mock does not know whether something is new. */
function essence({ status, code, pointers }: Outcome): string {
  return [status < 300 ? 'success' : status, code, ...(pointers ?? [])].filter((part) => part !== undefined).join(' ');
}
