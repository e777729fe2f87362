import type { PlannedCase } from '../cases/scenarios/scenario.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import type { Selection } from '../contract/selection.ts';
import type { Session } from '../target/session.ts';
import type { CheckOptions, CoverageOf, OperationId } from '../types.ts';
import type { Coverage } from './coverage.ts';
import type { Recorder } from './recorder.ts';

export interface Check {
  name: string;
  applies(run: Run): boolean;
  run(run: Run): Promise<void>;
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
  /** True when the run includes cases that belong to no operation, or to several. */
  isOfAll: boolean;
  /** True for a mock, which returns examples and is stateless. */
  isStateless: boolean;
  /** Deadline in milliseconds since the epoch. */
  deadline: number;
  /** Aborts when a concurrent check ends the run. */
  signal: AbortSignal;
  /** Registers work that runs after the checks, even after a limit, with a few more requests. */
  cleanUp(work: () => Promise<unknown>): void;
  /** Records the reason why a status or a scenario cannot be tested on this target. */
  leaveOut(name: string, reason: string): void;
  addCoverage(coverage: CoverageOf): void;
}

/** Waits for all promises, even when one fails. */
export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return Promise.all(work);
}

/** Processes the items in order, at most `width` concurrently. Starts no more after a failure. */
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
