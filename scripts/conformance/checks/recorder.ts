import type { PlannedCase } from '../cases/scenarios/scenario.ts';
import type { Selection } from '../contract/selection.ts';
import { faultsOf, judge } from '../judge/judge.ts';
import type { Made, Prepared, Session } from '../target/session.ts';
import { EndlessAnswer, LimitReached, TargetUnusable } from '../target/wire.ts';
import type { Case, CaseGroup, CheckOptions, Finding, OperationId, TargetReport } from '../types.ts';
import type { Coverage } from './coverage.ts';
import { answerText, requestText } from './evidence.ts';
import { watchResponses } from './responses.ts';
import { type Broken, statementsOf } from './statements.ts';

/** Ends the run after the first finding. */
export class Enough extends Error {
  override name = 'Enough';
}

type Found = Omit<Finding, 'target' | 'group' | 'broken'>;

/** Limits of the report: all findings, the findings of one cause, and the characters of a sentence. */
const MAX_FINDINGS = 2000;
const MAX_OF_ONE_CAUSE = 200;
const MAX_SENTENCE = 2000;

/** A request with its response, and the mismatches. */
type Judged = readonly [Parameters<typeof requestText>[0] & Pick<Made, 'answer'>, readonly string[]];

export type Recorder = ReturnType<typeof createRecorder>;

/** Sends cases, judges the responses, and keeps the findings. */
export function createRecorder(session: Session, coverage: Coverage, options: CheckOptions & { selection: Selection }) {
  const { target, contract } = session;
  const { selection } = options;
  const groups: Partial<Record<CaseGroup, { cases: number; failed: number }>> = {};
  const findings: Finding[] = [];
  const causes = new Map<string, number>();
  const watched = watchResponses(session);
  const faults = ({ sent }: Prepared) => faultsOf(contract, sent, session.subject, session.credentials);

  function keep(group: CaseGroup, found: Found, about: Omit<Broken, 'operation'>): void {
    const departures = found.departures.map((text) => text.slice(0, MAX_SENTENCE));
    const cause = `${found.operation} ${departures}`;
    const same = causes.get(cause) ?? 0;
    causes.set(cause, same + 1);
    if (same >= MAX_OF_ONE_CAUSE || findings.length >= MAX_FINDINGS) return;
    const broken = statementsOf(contract, { ...found, ...about }, options.reference);
    findings.push({ target: target.name, group, ...found, departures, broken });
  }

  /** Notes a case without a request of its own: null when nothing is wrong. */
  function conclude(group: CaseGroup, found: Found | null, about: Omit<Broken, 'operation'> = {}): void {
    if (options.stopAtFirst === true && findings.length > 0) throw new Enough();
    if (found !== null && !selection.wants(group, found.case)) return;
    const counts = groups[group] ?? { cases: 0, failed: 0 };
    groups[group] = counts;
    counts.cases++;
    if (found === null) return;
    counts.failed++;
    keep(group, found, about);
    if (options.stopAtFirst === true) throw new Enough();
  }

  /** Notes the mismatches of a response. */
  function told(
    group: CaseGroup,
    operation: OperationId | null,
    name: string,
    [made, departures]: Judged,
    about?: Omit<Broken, 'operation'>,
  ): void {
    const found = departures.length > 0 && {
      ...{ operation, case: name, departures },
      ...{ request: requestText(made, session), answer: answerText(made.answer, session) },
    };
    conclude(group, found || null, about);
  }

  /** Judges the response to a case. */
  function note({ name, group, operation, covers, expects }: Case, made: Made): void {
    if (!selection.wants(group, name)) return;
    const { sent, answer } = made;
    const found = faults(made);
    const { departures: judged, outcome } = judge(contract, sent, answer, found, expects);
    const departures = [...judged, ...watched(made), ...session.resources.locationDepartures(made)];
    // Two targets need not have the same state.
    const isOfState = sent.undecided?.some(({ status, code }) => status === outcome.status && code === outcome.code);
    if (isOfState !== true) options.onOutcome?.(name, outcome);
    if (departures.length === 0) coverage.saw({ sent, answer, faults: found, covers });
    const expected = expects === undefined ? found : [expects];
    told(group, operation, name, [made, departures], { status: answer.status, expected, covers });
  }

  /** Runs work that may fail, and turns a failure into a finding. */
  async function guarded(
    group: CaseGroup,
    operation: OperationId | null,
    name: string,
    work: () => Promise<unknown>,
  ): Promise<void> {
    if (!selection.wants(group, name)) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof LimitReached || error instanceof Enough) throw error;
      const { prepared } = error as { prepared?: Prepared };
      const request = prepared === undefined ? {} : { request: requestText(prepared, session) };
      conclude(group, { operation, case: name, departures: [reasonOf(error)], ...request });
    }
  }

  return {
    ...{ conclude, note, guarded },
    /** Sends the request of a case and judges the response. */
    exercise: (planned: PlannedCase): Promise<void> =>
      guarded(planned.group, planned.operation, planned.name, async () => {
        const { operation, request } = planned;
        const prepared = await session.prepare(
          operation,
          typeof request === 'function' ? await request(session) : request,
        );
        const made = await session.send(prepared, planned.expects?.status === 429);
        await session.resources.settle(made);
        note(planned, made);
      }),
    /** Runs the work of a case that sends a request and judges the response. */
    check: (group: CaseGroup, operation: OperationId | null, name: string, work: () => Promise<Judged>) =>
      guarded(group, operation, name, async () => told(group, operation, name, await work())),
    /** Notes a response that keeps the contract, and that another check judged. */
    saw: (made: Made) => coverage.saw({ ...made, faults: faults(made), covers: [] }),
    /** Returns whether the rules justify a response, without noting it. */
    isRight: (made: Made): boolean =>
      judge(contract, made.sent, made.answer, faults(made), undefined).departures.length === 0,
    report: (): Pick<TargetReport, 'groups' | 'findings'> => ({ groups, findings }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof TargetUnusable || error instanceof EndlessAnswer) return error.message;
  const { code, message, name } = error as Error & { code?: string };
  // Errors of the connection have a code; errors of the kit have none.
  if (code !== undefined) return `No answer came: ${code} ${message}.`;
  throw new Error(`The kit failed: ${name} ${message}`, { cause: error });
}
