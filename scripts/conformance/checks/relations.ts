import { relationsOf } from '../contract/relations.ts';
import { explore } from '../model/explore.ts';
import type { Session } from '../target/session.ts';
import type { CheckOptions } from '../types.ts';
import type { Coverage } from './coverage.ts';
import { answerText } from './evidence.ts';
import type { Recorder } from './recorder.ts';

/** So many fuzz cases bring a sequence with them. */
const CASES_PER_SEQUENCE = 50;

/** Sequences of requests, in which each answer must agree with what those before did (`x-resource`). */
export async function checkRelations(
  checked: readonly string[],
  session: Session,
  { recorder, coverage }: { recorder: Recorder; coverage: Coverage },
  { seed, cases, stopAtFirst }: Pick<CheckOptions, 'seed' | 'cases' | 'stopAtFirst'>,
): Promise<void> {
  const [only = ''] = checked.length === 1 ? checked : [];
  const name = only === '' ? 'sequences of requests' : caseOf(only);
  await recorder.guarded('relations', null, name, async () => {
    const contradictory = new Set<string>();
    const { contradictions } = await explore(session, checked, {
      seed,
      sequences: Math.ceil(cases / CASES_PER_SEQUENCE),
      ...(stopAtFirst === true && { stopAtFirst }),
      keeps({ operation, prepared, answer }) {
        recorder.saw(prepared, answer);
        if (answer.status < 300) coverage.related(operation);
      },
    });
    for (const { last, departures, script } of contradictions) {
      contradictory.add(last.operation);
      recorder.conclude('relations', {
        operation: last.operation,
        case: caseOf(last.operation),
        departures,
        request: script,
        answer: answerText(last.answer, session),
      });
    }
    for (const { operation } of relationsOf(session.contract.document))
      if (checked.includes(operation) && !contradictory.has(operation)) recorder.conclude('relations', null);
  });
}

/** By this name it can be had again from the operation alone. */
const caseOf = (operation: string) => `${operation}: after a sequence of requests`;
