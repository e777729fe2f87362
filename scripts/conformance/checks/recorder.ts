import type { PlannedCase } from '../cases/planned-case.ts';
import { acceptedBy, causeKeys, findingCodeOf } from '../findings.ts';
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

export class Recorder {
  readonly progress: Progress;
  readonly tallies: Tally[] = [];
  readonly findings: Finding[] = [];
  readonly #session: Session;
  readonly #coverage: Coverage;
  readonly #options: CheckOptions & { selection: Selection };
  readonly #causes = new Map<string, number>();

  constructor(session: Session, coverage: Coverage, options: CheckOptions & { selection: Selection }) {
    this.#session = session;
    this.#coverage = coverage;
    this.#options = options;
    this.progress = new Progress(session.target.name, options.onProgress);
  }

  exercise(planned: PlannedCase): Promise<void> {
    const { check, operation, name, request, expects } = planned;
    const session = this.#session;
    return this.check(check, operation, name, async () => {
      const given = typeof request === 'function' ? await request(session) : request;
      const prepared = await session.prepare(operation, given);
      const made = await session.send(prepared, expects?.status === 429);
      await session.resources.settle(made);
      return this.judged(made, planned, given.after);
    });
  }

  /** Compares a response with the correct responses to its request, or with the response that the case expects. */
  judged(made: Made, { expects, covers = [] }: Partial<PlannedCase> = {}, after: readonly Exchange[] = []): Judged {
    return { ...judge(this.#session, made, expects), exchanges: [...after, made], covering: { made, covers } };
  }

  async check(check: string, operation: OperationId | null, name: string, work: Work) {
    if (!this.#options.selection.wants(check, name)) return;
    this.progress.start(check);
    try {
      const judged = await work();
      if (judged !== undefined) this.conclude(check, { operation, case: name, ...judged });
    } catch (error) {
      if (error instanceof LimitReached) throw error;
      const { prepared } = error as { prepared?: Exchange };
      const mismatches = [reasonOf(error)];
      this.conclude(check, { operation, case: name, mismatches, exchanges: prepared && [prepared] });
    }
  }

  conclude(check: string, concluded: Concluded): void {
    if (!this.#options.selection.wants(check, concluded.case)) return;
    const { operation, mismatches, expected = [], covering } = concluded;
    const known = this.tallies.find((each) => each.check === check && each.operation === operation);
    const tally = known ?? { check, operation, cases: 0, failed: 0, accepted: 0 };
    if (known === undefined) this.tallies.push(tally);
    tally.cases++;
    this.progress.finish(check, 1, 1);
    if (mismatches.length === 0) {
      if (covering !== undefined) this.#coverage.saw(covering.made, covering.covers);
      return;
    }
    const { accepted = [] } = this.#options;
    const codes = [...new Set(mismatches.map((each) => findingCodeOf(check, each)))];
    const entries = acceptedBy(accepted, { codes, ...concluded });
    if (entries === null) {
      tally.failed++;
      if (this.#options.stopAtFirst) this.#session.wire.isStopped = true;
    } else {
      tally.accepted++;
      if (covering !== undefined) this.#coverage.accept(covering.made, covering.covers, expected);
    }
    const reasons = entries?.map(({ reason, expires }) => `${reason} (until ${expires})`);
    this.#keep(check, codes, concluded, reasons);
  }

  #keep(check: string, codes: readonly string[], found: Concluded, accepted: Finding['accepted']): void {
    const session = this.#session;
    const { operation, expected, exchanges = [] } = found;
    const mismatches = this.#withoutSecrets(found.mismatches);
    const causes = causeKeys({ check, operation, mismatches });
    const isFrequent = causes.every((cause) => (this.#causes.get(cause) ?? 0) >= MAX_OF_ONE_CAUSE);
    for (const cause of causes) this.#causes.set(cause, (this.#causes.get(cause) ?? 0) + 1);
    if (isFrequent || this.findings.length >= MAX_FINDINGS) return;
    const last = exchanges.at(-1);
    this.findings.push({
      check,
      codes,
      accepted,
      operation,
      case: found.case,
      mismatches,
      contract: operation === null ? undefined : placeOf(session.contract, operation, this.#options.reference),
      expected,
      actual: last && this.#withoutSecrets(actualOf(last)),
      answer: found.answer ?? (last?.answer && responseText(last.answer, session.target)),
      script: exchanges.length > 0 ? scriptOf(exchanges, session.target) : undefined,
    });
  }

  #withoutSecrets<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (_, each) =>
      typeof each === 'string' ? cleaned(each, this.#session.target).slice(0, MAX_CHARACTERS) : each,
    );
  }
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
export class Progress {
  /** Planned work, in requests. */
  planned = 0;
  #done = 0;
  #cases = 0;
  readonly #startedAt = Date.now();
  #printedAt = this.#startedAt;
  readonly #checks = new Set<string>();
  readonly #print: (text: string) => void;

  constructor(target: string, onProgress?: (line: string) => void) {
    this.#print = (text) => onProgress?.(`${target}: ${text}`);
  }

  start(check: string): void {
    if (!this.#checks.has(check)) this.#print(check);
    this.#checks.add(check);
  }

  finish(check: string, requests: number, cases: number): void {
    this.#done += requests;
    this.#cases += cases;
    const now = Date.now();
    // Prints nothing during the first cases, because the time of a few cases says little about the rest.
    if (now - this.#printedAt < PROGRESS_MS || this.#done < this.planned / 20) return;
    this.#printedAt = now;
    const left = Math.max(0, this.planned - this.#done);
    const seconds = Math.round(((now - this.#startedAt) * left) / this.#done / 1000);
    this.#print(`${check}, ${count(this.#cases, 'case')}, about ${seconds} s left`);
  }
}
