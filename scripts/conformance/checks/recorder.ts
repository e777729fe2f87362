import type { Scenario } from '../cases/scenarios/scenario.ts';
import type { Selection } from '../contract/selection.ts';
import { faultsOf, judge } from '../judge/judge.ts';
import type { Prepared, Session } from '../target/session.ts';
import { EndlessAnswer, LimitReached, TargetUnusable } from '../target/wire.ts';
import type { Answer, Case, CaseGroup, CheckOptions, Finding, Justified, OperationId, TargetReport } from '../types.ts';
import type { Coverage } from './coverage.ts';
import { answerText, requestText } from './evidence.ts';
import { watchResponses } from './responses.ts';
import { statementsOf } from './statements.ts';

/** Ends the run after the first finding. */
export class Enough extends Error {
  override name = 'Enough';
}

type Found = Omit<Finding, 'target' | 'group' | 'broken'>;

/** Sends cases, judges the responses, and keeps the findings. */
export interface Recorder {
  /** Sends the request of a case and judges the response. */
  exercise(planned: Case | Scenario): Promise<void>;
  /** Judges the response to a case that was sent elsewhere. */
  note(planned: Omit<Case, 'request'>, prepared: Prepared, answer: Answer): void;
  /** Notes a response that keeps the contract, and that another check judged. */
  saw(prepared: Prepared, answer: Answer): void;
  /** Notes the mismatches of a response that another check judged. */
  told(
    group: CaseGroup,
    planned: { operation: OperationId | null; name: string },
    prepared: Parameters<typeof requestText>[0],
    answer: Answer,
    departures: readonly string[],
  ): void;
  /** Notes a case without a request of its own: null when nothing is wrong. */
  conclude(group: CaseGroup, found: Found | null): void;
  /** Runs work that may fail, and turns a failure into a finding. `toSend` adds the request to the finding. */
  guarded(
    group: CaseGroup,
    operation: OperationId | null,
    name: string,
    work: (toSend: (prepared: Prepared) => Prepared) => Promise<unknown>,
  ): Promise<void>;
  /** Returns whether the rules justify a response, without noting it. */
  isRight(prepared: Prepared, answer: Answer): boolean;
  report(): Pick<TargetReport, 'groups' | 'findings'>;
}

/** Limits of the report: all findings, the findings of one cause, and the characters of a sentence. */
const MAX_FINDINGS = 2000;
const MAX_OF_ONE_CAUSE = 200;
const MAX_SENTENCE = 2000;

interface About {
  status?: number;
  expected?: readonly Justified[];
  covers?: Case['covers'];
}

export function createRecorder(
  session: Session,
  coverage: Coverage,
  options: CheckOptions & { selection: Selection },
): Recorder {
  const { target, wire, contract } = session;
  const { selection } = options;
  const groups: Partial<Record<CaseGroup, { cases: number; failed: number }>> = {};
  const findings: Finding[] = [];
  const causes = new Map<string, number>();
  const watched = watchResponses(session);
  const faults = ({ sent }: Prepared) => faultsOf(contract, sent, session.subject, session.credentials);

  function keep(group: CaseGroup, found: Found, about: About): void {
    const departures = found.departures.map((text) => text.slice(0, MAX_SENTENCE));
    const cause = `${found.operation} ${departures}`;
    const same = causes.get(cause) ?? 0;
    causes.set(cause, same + 1);
    if (same >= MAX_OF_ONE_CAUSE || findings.length >= MAX_FINDINGS) return;
    const broken = statementsOf(contract, { ...found, ...about }, options.reference);
    findings.push({ target: target.name, group, ...found, departures, broken });
  }

  function conclude(group: CaseGroup, found: Found | null, about: About = {}): void {
    if (options.stopAtFirst === true && findings.length > 0) throw new Enough();
    if (found !== null && !selection.wants(group, found.case)) return;
    const counts = groups[group] ?? { cases: 0, failed: 0 };
    groups[group] = counts;
    counts.cases++;
    if (found !== null) {
      counts.failed++;
      keep(group, found, about);
    }
    if (found !== null && options.stopAtFirst === true) throw new Enough();
  }

  function told(
    ...[group, { operation, name }, prepared, answer, departures, about]: [...Parameters<Recorder['told']>, About?]
  ) {
    const found = departures.length > 0 && {
      ...{ operation, case: name, departures },
      ...{ request: requestText(prepared, session), answer: answerText(answer, session) },
    };
    conclude(group, found || null, about);
  }

  const recorder: Recorder = {
    exercise: (planned) =>
      recorder.guarded(planned.group, planned.operation, planned.name, async (toSend) => {
        const request = 'make' in planned ? await planned.make(session) : planned.request;
        const prepared = toSend(await session.prepare(planned.operation, request));
        const isLimitWanted = planned.expects?.status === 429;
        const answer = await (isLimitWanted ? wire.sendOnce : wire.send)(prepared.wire);
        if (answer.status < 300) await session.resources.settle({ sent: prepared.sent, answer });
        recorder.note(planned, prepared, answer);
      }),

    note({ name, group, operation, covers, expects }, prepared, answer) {
      if (!selection.wants(group, name)) return;
      const { sent } = prepared;
      const found = faults(prepared);
      const { departures: judged, outcome } = judge(contract, sent, answer, found, expects);
      const located = answer.status < 300 ? session.resources.locationDepartures({ sent, answer }) : [];
      const departures = [...judged, ...watched(prepared, answer), ...located];
      // Two targets need not have the same state.
      const isOfState = sent.undecided?.some(({ status, code }) => status === outcome.status && code === outcome.code);
      if (isOfState !== true) options.onOutcome?.(name, outcome);
      if (departures.length === 0) coverage.saw({ sent, answer, faults: found, covers });
      const expected = expects === undefined ? found : [expects];
      told(group, { operation, name }, prepared, answer, departures, { status: answer.status, expected, covers });
    },

    saw: (prepared, answer) => coverage.saw({ sent: prepared.sent, answer, faults: faults(prepared), covers: [] }),
    told,
    conclude,

    async guarded(group, operation, name, work) {
      if (!selection.wants(group, name)) return;
      let last: Prepared | undefined;
      try {
        await work((prepared) => (last = prepared));
      } catch (error) {
        if (error instanceof LimitReached || error instanceof Enough) throw error;
        const request = last === undefined ? {} : { request: requestText(last, session) };
        conclude(group, { operation, case: name, departures: [reasonOf(error)], ...request });
      }
    },

    isRight: (prepared, answer) =>
      judge(contract, prepared.sent, answer, faults(prepared), undefined).departures.length === 0,
    report: () => ({ groups, findings }),
  };
  return recorder;
}

function reasonOf(error: unknown): string {
  if (error instanceof TargetUnusable || error instanceof EndlessAnswer) return error.message;
  const { code, message, name } = error as Error & { code?: string };
  // Errors of the connection have a code; errors of the kit have none.
  if (code !== undefined) return `No answer came: ${code} ${message}.`;
  throw new Error(`The kit failed: ${name} ${message}`, { cause: error });
}
