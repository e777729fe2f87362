import type { Scenario } from '../cases/scenarios/scenario.ts';
import type { Selection } from '../contract/selection.ts';
import { faultsOf, judge } from '../judge/judge.ts';
import type { Prepared, Session } from '../target/session.ts';
import { TargetUnusable } from '../target/target-unusable.ts';
import { EndlessAnswer, LimitReached } from '../target/wire.ts';
import type { Answer, Case, CaseGroup, CheckOptions, Finding, OperationId, TargetReport } from '../types.ts';
import { watchAnswers } from './any-answer.ts';
import type { Coverage } from './coverage.ts';
import { answerText, requestText } from './evidence.ts';
import { statementsOf } from './statements.ts';

/** The first finding is enough for the caller. */
export class Enough extends Error {
  override name = 'Enough';
}

/** What tells which sentence of the contract a finding is against. */
type About = Omit<Parameters<typeof statementsOf>[1], 'operation' | 'departures'>;

/** Sends cases, and keeps what came of them. */
export interface Recorder {
  /** So many more cases are to come. */
  expect(cases: readonly Pick<Case, 'group'>[]): void;
  /** Sends the request of a case and judges the response. */
  exercise(planned: Case | Scenario): Promise<void>;
  /**
   * Judges an answer to a case that was sent elsewhere, and notes what it shows. With `onlyIfRight`, an answer that the
   * rules have something against is not noted, and is told by false.
   */
  note(planned: Omit<Case, 'request'>, prepared: Prepared, answer: Answer, onlyIfRight?: boolean): boolean;
  /** Notes that an answer kept the contract, which another judged. */
  saw(prepared: Prepared, answer: Answer): void;
  /** Notes in what an answer departs that was judged elsewhere; without departures it was right. */
  told(
    group: CaseGroup,
    planned: { operation: OperationId | null; name: string },
    prepared: Parameters<typeof requestText>[0],
    answer: Answer,
    departures: readonly string[],
  ): void;
  /** Notes what became of a case that has no one request. */
  conclude(group: CaseGroup, found: Omit<Finding, 'target' | 'group'> | null): void;
  /** Does what may fail, and makes a finding of it. */
  guarded(
    group: CaseGroup,
    operation: OperationId | null,
    name: string,
    /** Says what it is about to send, so that the finding has the request. */
    work: (toSend: (prepared: Prepared) => Prepared) => Promise<unknown>,
  ): Promise<void>;
  /** Whether the rules have nothing against an answer; nothing is noted: for what is tried many times. */
  isRight(prepared: Prepared, answer: Answer): boolean;
  add(more: { cases: number; findings: readonly Finding[] }): void;
  report(): Pick<TargetReport, 'groups' | 'findings'>;
}

/** More than anyone reads; what comes after is counted alone. Of one cause fewer are kept, so that others have room. */
const MAX_FINDINGS = 2000;
const MAX_OF_ONE_CAUSE = 200;
/** A target may repeat in a pointer or a code whatever it likes. */
const MAX_SENTENCE = 2000;

type Told = [...Parameters<Recorder['told']>, about?: About];

export function createRecorder(
  session: Session,
  coverage: Coverage,
  options: CheckOptions & { selection: Selection },
): Recorder {
  const { target, subject, credentials, wire, contract } = session;
  const groups: Partial<Record<CaseGroup, { cases: number; failed: number }>> = {};
  const totals: Partial<Record<CaseGroup, number>> = {};
  const findings: Finding[] = [];

  const causes = new Map<string, number>();
  let failed = 0;

  function keep(group: CaseGroup, found: Omit<Finding, 'target' | 'group'>, about: About): void {
    failed++;
    if (findings.length >= MAX_FINDINGS) return;
    const departures = found.departures.map((text) => text.slice(0, MAX_SENTENCE));
    const cause = `${found.operation} ${departures}`;
    const same = causes.get(cause) ?? 0;
    causes.set(cause, same + 1);
    if (same >= MAX_OF_ONE_CAUSE) return;
    const broken = statementsOf(contract, { ...found, ...about }, options.reference);
    findings.push({ target: target.name, group, ...found, departures, broken });
  }

  function conclude(group: CaseGroup, found: Omit<Finding, 'target' | 'group'> | null, about: About = {}): void {
    if (options.stopAtFirst === true && findings.length > 0) throw new Enough();
    if (found !== null && !options.selection.wants(group, found.case)) return;
    const counts = groups[group] ?? { cases: 0, failed: 0 };
    groups[group] = counts;
    counts.cases++;
    if (found !== null) {
      counts.failed++;
      keep(group, found, about);
    }
    options.onProgress?.({
      target: target.name,
      group,
      done: counts.cases,
      total: Math.max(totals[group] ?? 0, counts.cases),
      findings: failed,
    });
    if (found !== null && options.stopAtFirst === true) throw new Enough();
  }

  function told(...[group, { operation, name }, prepared, answer, departures, about]: Told): void {
    const shown = () => ({ request: requestText(prepared, session), answer: answerText(answer, session) });
    conclude(group, departures.length === 0 ? null : { operation, case: name, departures, ...shown() }, about);
  }

  const watched = watchAnswers(session);
  const faults = (prepared: Prepared) => faultsOf(session.contract, prepared.sent, subject, credentials);

  const isRight: Recorder['isRight'] = (prepared, answer) =>
    judge(session.contract, prepared.sent, answer, faults(prepared), undefined).departures.length === 0;

  const note: Recorder['note'] = (planned, prepared, answer, onlyIfRight = false) => {
    const { name, group, covers, expects } = planned;
    if (!options.selection.wants(group, name)) return !onlyIfRight || isRight(prepared, answer);
    const found = faults(prepared);
    const { departures: judged, outcome } = judge(session.contract, prepared.sent, answer, found, expects);
    if (onlyIfRight && judged.length > 0) return false;
    const located = answer.status < 300 ? session.resources.locationDepartures({ sent: prepared.sent, answer }) : [];
    const departures = [...judged, ...watched(prepared, answer), ...located];
    // What a target keeps is its own.
    const isOfState = prepared.sent.undecided?.some(
      ({ status, code }) => status === outcome.status && code === outcome.code,
    );
    if (isOfState !== true) options.onOutcome?.(name, outcome);
    if (departures.length === 0) coverage.saw({ sent: prepared.sent, answer, faults: found, covers });
    const about = { status: answer.status, expected: expects === undefined ? found : [expects], covers };
    told(group, planned, prepared, answer, departures, about);
    return true;
  };

  async function guarded(
    group: CaseGroup,
    operation: OperationId | null,
    name: string,
    work: (toSend: (prepared: Prepared) => Prepared) => Promise<unknown>,
  ): Promise<void> {
    if (!options.selection.wants(group, name)) return;
    let last: Prepared | undefined;
    try {
      await work((prepared) => (last = prepared));
    } catch (error) {
      if (error instanceof LimitReached || error instanceof Enough) throw error;
      const request = last === undefined ? {} : { request: requestText(last, session) };
      conclude(group, { operation, case: name, departures: [reasonOf(error)], ...request });
    }
  }

  async function exercise(planned: Case | Scenario): Promise<void> {
    await guarded(planned.group, planned.operation, planned.name, async (toSend) => {
      const request = 'make' in planned ? await planned.make(session) : planned.request;
      const prepared = toSend(await session.prepare(planned.operation, request));
      const isLimitWanted = planned.expects?.status === 429;
      const answer = await (isLimitWanted ? wire.sendOnce : wire.send)(prepared.wire);
      if (answer.status < 300) await session.resources.settle({ sent: prepared.sent, answer });
      note(planned, prepared, answer);
    });
  }

  return {
    expect(cases) {
      for (const { group } of cases) totals[group] = (totals[group] ?? 0) + 1;
    },
    exercise,
    note,
    told,
    saw: (prepared, answer) => coverage.saw({ sent: prepared.sent, answer, faults: faults(prepared), covers: [] }),
    conclude,
    guarded,
    isRight,
    add({ cases, findings: more }) {
      if (cases > 0) groups.journeys = { cases, failed: more.length };
      for (const { group: _group, target: _target, ...found } of more) keep('journeys', found, {});
      if (more.length > 0 && options.stopAtFirst === true) throw new Enough();
    },
    report: () => ({ groups, findings }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof TargetUnusable || error instanceof EndlessAnswer) return error.message;
  const { code, message, name } = error as Error & { code?: string };
  // What went wrong on the way, and not in the kit.
  if (code !== undefined) return `No answer came: ${code} ${message}.`;
  throw new Error(`The kit failed: ${name} ${message}`, { cause: error });
}
