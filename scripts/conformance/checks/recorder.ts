import type { PlannedCase } from '../cases/planned-case.ts';
import { causeKeys, findingCodeOf, reasonsToAccept } from '../findings.ts';
import { violationsIn } from '../index/refusals.ts';
import { codeOf, judge } from '../judge/check-response.ts';
import type { CheckOptions, Exchange, Finding, JustifiedResponse, Made, OperationId, Tally } from '../kit-types.ts';
import { count } from '../report/terminal.ts';
import type { Session } from '../target/target-session.ts';
import { LimitReached, TargetUnusable } from '../target/wire.ts';
import type { Coverage } from './coverage.ts';
import { cleaned, placeOf, responseText, scriptOf } from './evidence.ts';
import type { Selection } from './selection.ts';

interface Judged extends Pick<Finding, 'mismatches' | 'expected' | 'answer'> {
  exchanges?: readonly Exchange[] | undefined;
  /** Response that the coverage counts, and the keywords that the request tests. */
  covering?: { made: Made; covers: PlannedCase['covers'] };
}

type Work = () => Promise<Judged | undefined> | Promise<void>;

type Concluded = Judged & Pick<Finding, 'operation' | 'case'>;

const MAX_FINDINGS = 2000;
const MAX_OF_ONE_CAUSE = 200;
const MAX_CHARACTERS = 2000;
const MAX_VIOLATIONS = 100;

export type Recorder = ReturnType<typeof createRecorder>;

/** Runs the selected cases, counts their outcomes, and stores the findings. */
export function createRecorder(session: Session, coverage: Coverage, options: CheckOptions & { selection: Selection }) {
  const { selection, accepted = [], stopAtFirst = false } = options;
  const progress = createProgress((line) => options.onProgress?.(`${session.target.name}: ${line}`));
  const tallies: Tally[] = [];
  const { findings, keep } = createFindings(session, options.reference);

  function exercise(planned: PlannedCase): Promise<void> {
    const { operation, name, request, expects } = planned;
    return check(planned.check, operation, name, async () => {
      const given = typeof request === 'function' ? await request(session) : request;
      const made = await session.send(await session.prepare(operation, given), expects?.status === 429);
      await session.resources.settle(made);
      return judged(made, planned, given.after);
    });
  }

  /** Compares a response with the correct responses to its request, or with the response that the case expects. */
  function judged(made: Made, { expects, covers = [] }: Partial<PlannedCase> = {}, after: readonly Exchange[] = []) {
    return { ...judge(session, made, expects), exchanges: [...after, made], covering: { made, covers } };
  }

  async function check(name: string, operation: OperationId | null, caseName: string, work: Work): Promise<void> {
    if (!selection.wants(name, caseName)) return;
    progress.start(name);
    try {
      const found = await work();
      if (found !== undefined) conclude(name, { operation, case: caseName, ...found });
    } catch (error) {
      if (error instanceof LimitReached) throw error;
      const { prepared } = error as { prepared?: Exchange };
      conclude(name, { operation, case: caseName, mismatches: [reasonOf(error)], exchanges: prepared && [prepared] });
    }
  }

  function conclude(check: string, concluded: Concluded): void {
    if (!selection.wants(check, concluded.case)) return;
    const { operation, mismatches, expected = [], covering } = concluded;
    const known = tallies.find((each) => each.check === check && each.operation === operation);
    const tally = known ?? { check, operation, cases: 0, failed: 0, accepted: 0 };
    if (known === undefined) tallies.push(tally);
    tally.cases++;
    progress.finish(check, 1, 1);
    if (mismatches.length === 0) {
      if (covering !== undefined) coverage.saw(covering.made, covering.covers);
      return;
    }
    const codes = [...new Set(mismatches.map((each) => findingCodeOf(check, each)))];
    const reasons = reasonsToAccept(accepted, { codes, ...concluded });
    if (reasons === undefined) {
      tally.failed++;
      if (stopAtFirst) session.wire.isStopped = true;
    } else {
      tally.accepted++;
      if (covering !== undefined) coverage.accept(covering.made, covering.covers, expected);
    }
    keep(check, codes, concluded, reasons);
  }

  return { progress, tallies, findings, exercise, judged, check, conclude };
}

/** Creates a list of findings. Does not store further findings of a frequent cause, or after the maximum number. */
function createFindings(session: Session, reference: string | undefined) {
  const findings: Finding[] = [];
  const causes = new Map<string, number>();
  const withoutSecrets = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value), (_, each) =>
      typeof each === 'string' ? cleaned(each, session.target).slice(0, MAX_CHARACTERS) : each,
    );

  function keep(check: string, codes: readonly string[], found: Concluded, accepted: Finding['accepted']): void {
    const { operation, expected, exchanges = [] } = found;
    const mismatches = withoutSecrets(found.mismatches);
    const keys = causeKeys({ check, operation, mismatches });
    const isFrequent = keys.every((key) => (causes.get(key) ?? 0) >= MAX_OF_ONE_CAUSE);
    for (const key of keys) causes.set(key, (causes.get(key) ?? 0) + 1);
    if (isFrequent || findings.length >= MAX_FINDINGS) return;
    const last = exchanges.at(-1);
    findings.push({
      check,
      codes,
      accepted,
      operation,
      case: found.case,
      mismatches,
      contract: operation === null ? undefined : placeOf(session.contract, operation, reference),
      expected,
      actual: last && withoutSecrets(actualOf(last)),
      answer: found.answer ?? (last?.answer && responseText(last.answer, session.target)),
      script: exchanges.length > 0 ? scriptOf(exchanges, session.target) : undefined,
    });
  }

  return { findings, keep };
}

function actualOf({ answer }: Exchange): JustifiedResponse {
  if (answer === undefined) return { status: 0 };
  const violations = violationsIn(answer.json).slice(0, MAX_VIOLATIONS);
  return { status: answer.status, code: codeOf(answer), ...(violations.length > 0 && { violations }) };
}

/** Returns why a request failed. `summaryOf` describes a connection error, given its code. */
export function reasonOf(error: unknown, summaryOf = (_code: string) => 'No response arrived'): string {
  if (error instanceof TargetUnusable) return error.message;
  const { code, message } = error as Error & { code?: string };
  // All connection errors have a code, so an error without a code is a fault in the kit.
  if (code === undefined) throw error;
  return `${summaryOf(code)}: ${code} ${message}.`;
}

const PROGRESS_MS = 5000;

/** Prints a line when a check starts, and then every few seconds the finished cases and the remaining time. */
export function createProgress(print: (line: string) => void) {
  const checks = new Set<string>();
  const startedAt = Date.now();
  let printedAt = startedAt;
  let [done, finishedCases] = [0, 0];
  return {
    /** Planned work, in requests. */
    planned: 0,

    start(check: string): void {
      if (!checks.has(check)) print(check);
      checks.add(check);
    },

    finish(check: string, requests: number, cases: number): void {
      done += requests;
      finishedCases += cases;
      const now = Date.now();
      // Prints nothing during the first cases, because the time of a few cases says little about the rest.
      if (now - printedAt < PROGRESS_MS || done < this.planned / 20) return;
      printedAt = now;
      const left = Math.max(0, this.planned - done);
      const seconds = Math.round(((now - startedAt) * left) / done / 1000);
      print(`${check}, ${count(finishedCases, 'case')}, about ${seconds} s left`);
    },
  };
}
