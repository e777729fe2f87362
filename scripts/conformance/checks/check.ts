import type { PlannedCase } from '../cases/scenarios/scenario.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import type { Selection } from '../contract/selection.ts';
import type { Session } from '../target/session.ts';
import type { CheckName, CheckOptions, CoverageOf, OperationId } from '../types.ts';
import type { Coverage } from './coverage.ts';
import type { Recorder } from './recorder.ts';

export interface Check {
  name: CheckName;
  /** Description of the check, in one or two sentences. */
  doc: string;
  /** Part of the contract that the check judges. */
  rule: string;
  /** Returns whether the contract has the rule, for the operations to check. */
  applies(run: Applicable): boolean;
  run(run: Run): Promise<void>;
}

export interface Applicable extends Pick<Run, 'contract' | 'checked' | 'isOfAll' | 'isStateless'> {
  options: Pick<CheckOptions, 'workflows'>;
}

export interface Run {
  contract: ContractIndex;
  session: Session;
  recorder: Recorder;
  coverage: Coverage;
  options: CheckOptions;
  selection: Selection;
  cases: readonly PlannedCase[];
  checked: readonly OperationId[];
  /** True if the run includes cases that belong to no operation or to several operations. */
  isOfAll: boolean;
  /** True for a mock, which returns examples and is stateless. */
  isStateless: boolean;
  /** Deadline of the run, in milliseconds since the Unix epoch. */
  deadline: number;
  /** Signal that is aborted when a concurrent check fails. */
  signal: AbortSignal;
  /** Registers work to run after the checks, with a few extra requests even if a limit was reached. */
  cleanUp(work: () => Promise<unknown>): void;
  /** Records the reason why a status or a scenario cannot be tested on this target. */
  leaveOut(name: string, reason: string): void;
  addCoverage(coverage: CoverageOf): void;
}

/** Waits until all promises are settled, and then rejects if one of them was rejected. */
export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return Promise.all(work);
}

/** Processes the items in order, at most `width` items concurrently. Does not start new items after a failure. */
export async function forEachOf<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<unknown>) {
  const waiting = items[Symbol.iterator]();
  let isOver = false;
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !isOver; next = waiting.next())
      await work(next.value).catch((error: unknown) => {
        isOver = true;
        throw error;
      });
  };
  await settleAll(Array.from({ length: width }, worker));
}
