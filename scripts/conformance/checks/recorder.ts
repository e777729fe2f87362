import type { PlannedCase } from '../cases/scenarios/scenario.ts';
import type { Selection } from '../contract/selection.ts';
import { checkResponse, faultsOf } from '../judge/check-response.ts';
import type { Made, Prepared, Session } from '../target/session.ts';
import { EndlessResponse, LimitReached, TargetUnusable } from '../target/wire.ts';
import type { Case, CheckName, CheckOptions, Finding, OperationId, TargetReport } from '../types.ts';
import type { Coverage } from './coverage.ts';
import { requestText, responseText } from './evidence.ts';
import { watchResponses } from './responses.ts';
import { type Broken, statementsOf } from './statements.ts';

/** Thrown to stop the run after the first finding. */
export class FirstFinding extends Error {
  override name = 'FirstFinding';
}

type Found = Omit<Finding, 'target' | 'check' | 'broken'>;

/** Limits of the report: number of findings, findings with the same cause, and characters in a sentence. */
const MAX_FINDINGS = 2000;
const MAX_OF_ONE_CAUSE = 200;
const MAX_SENTENCE = 2000;

/** A request with its response, and the mismatches in the response. */
type Judged = readonly [Parameters<typeof requestText>[0] & Pick<Made, 'answer'>, readonly string[]];

export type Recorder = ReturnType<typeof createRecorder>;

/** Creates a recorder, which sends the requests of cases, checks the responses, and records the findings. */
export function createRecorder(session: Session, coverage: Coverage, options: CheckOptions & { selection: Selection }) {
  const { target, contract } = session;
  const { selection } = options;
  const checks: Partial<Record<CheckName, { cases: number; failed: number }>> = {};
  const findings: Finding[] = [];
  const causes = new Map<string, number>();
  const watched = watchResponses(session);
  const faults = ({ sent }: Prepared) => faultsOf(contract, sent, session.subject, session.credentials);

  function keep(check: CheckName, found: Found, about: Omit<Broken, 'operation'>): void {
    const mismatches = found.mismatches.map((text) => text.slice(0, MAX_SENTENCE));
    const cause = `${found.operation} ${mismatches}`;
    const same = causes.get(cause) ?? 0;
    causes.set(cause, same + 1);
    if (same >= MAX_OF_ONE_CAUSE || findings.length >= MAX_FINDINGS) return;
    const broken = statementsOf(contract, { ...found, ...about }, options.reference);
    findings.push({ target: target.name, check, ...found, mismatches, broken });
  }

  /** Records a case and, unless `found` is null, its finding. */
  function conclude(check: CheckName, found: Found | null, about: Omit<Broken, 'operation'> = {}): void {
    if (options.stopAtFirst === true && findings.length > 0) throw new FirstFinding();
    if (found !== null && !selection.wants(check, found.case)) return;
    const counts = checks[check] ?? { cases: 0, failed: 0 };
    checks[check] = counts;
    counts.cases++;
    if (found === null) return;
    counts.failed++;
    keep(check, found, about);
    if (options.stopAtFirst === true) throw new FirstFinding();
  }

  function record(
    check: CheckName,
    operation: OperationId | null,
    name: string,
    [made, mismatches]: Judged,
    about?: Omit<Broken, 'operation'>,
  ): void {
    const found = mismatches.length > 0 && {
      ...{ operation, case: name, mismatches },
      ...{ request: requestText(made, session), answer: responseText(made.answer, session) },
    };
    conclude(check, found || null, about);
  }

  function note({ name, check, operation, covers, expects }: Case, made: Made): void {
    if (!selection.wants(check, name)) return;
    const { sent, answer } = made;
    const found = faults(made);
    const { mismatches: judged, outcome } = checkResponse(contract, sent, answer, found, expects);
    const mismatches = [...judged, ...watched(made), ...session.resources.locationMismatches(made)];
    // An outcome that depends on the state of a target cannot be compared with another target.
    const isOfState = sent.undecided?.some(({ status, code }) => status === outcome.status && code === outcome.code);
    if (isOfState !== true) options.onOutcome?.(name, outcome);
    if (mismatches.length === 0) coverage.saw({ sent, answer, faults: found, covers });
    const expected = expects === undefined ? found : [expects];
    record(check, operation, name, [made, mismatches], { status: answer.status, expected, covers });
  }

  /** Runs a function, and records a failure as a finding. */
  async function guarded(
    check: CheckName,
    operation: OperationId | null,
    name: string,
    work: () => Promise<unknown>,
  ): Promise<void> {
    if (!selection.wants(check, name)) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof LimitReached || error instanceof FirstFinding) throw error;
      const { prepared } = error as { prepared?: Prepared };
      const request = prepared === undefined ? {} : { request: requestText(prepared, session) };
      conclude(check, { operation, case: name, mismatches: [reasonOf(error)], ...request });
    }
  }

  return {
    ...{ conclude, note, guarded },
    /** Sends the request of a planned case, and checks the response. */
    exercise: (planned: PlannedCase): Promise<void> =>
      guarded(planned.check, planned.operation, planned.name, async () => {
        const { operation, request } = planned;
        const prepared = await session.prepare(
          operation,
          typeof request === 'function' ? await request(session) : request,
        );
        const made = await session.send(prepared, planned.expects?.status === 429);
        await session.resources.settle(made);
        note(planned, made);
      }),
    /** Runs a function that sends a request and checks the response, and records the result. */
    check: (check: CheckName, operation: OperationId | null, name: string, work: () => Promise<Judged>) =>
      guarded(check, operation, name, async () => record(check, operation, name, await work())),
    /** Counts a response that another check has found to be correct. */
    saw: (made: Made) => coverage.saw({ ...made, faults: faults(made), covers: [] }),
    /** Returns whether a response is correct, without recording the result. */
    isRight: (made: Made): boolean =>
      checkResponse(contract, made.sent, made.answer, faults(made), undefined).mismatches.length === 0,
    report: (): Pick<TargetReport, 'checks' | 'findings'> => ({ checks, findings }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof TargetUnusable || error instanceof EndlessResponse) return error.message;
  const { code, message, name } = error as Error & { code?: string };
  // Connection errors have a code, but errors in the kit have none.
  if (code !== undefined) return `No response arrived: ${code} ${message}.`;
  throw new Error(`The kit failed: ${name} ${message}`, { cause: error });
}
