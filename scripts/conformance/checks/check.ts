import type { PlannedCase } from '../cases/scenarios/scenario.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import type { Selection } from '../contract/selection.ts';
import type { Session } from '../target/session.ts';
import type { CheckOptions, CoverageOf, OperationId } from '../types.ts';
import type { Coverage } from './coverage.ts';
import type { Recorder } from './recorder.ts';

/** One part of the conformance check of a target. */
export interface Check {
  name: string;
  applies(run: Run): boolean;
  run(run: Run): Promise<void>;
}

/** A run of the checks against one target. */
export interface Run {
  contract: ContractIndex;
  session: Session;
  recorder: Recorder;
  coverage: Coverage;
  options: CheckOptions;
  selection: Selection;
  /** The requests of the checks that send cases. */
  cases: readonly PlannedCase[];
  /** The operations to check. */
  checked: readonly OperationId[];
  /** Whether the run includes cases that belong to no operation, or to several. */
  isOfAll: boolean;
  /** The target is a mock: it returns examples, and keeps nothing from one request to the next. */
  isStateless: boolean;
  /** In milliseconds since the epoch. */
  deadline: number;
  /** Aborts when a check that runs at the same time ends the run. */
  signal: AbortSignal;
  /** Runs after the checks, also when a limit ended them, with a few more requests. */
  cleanUp(work: () => Promise<unknown>): void;
  /** Tells why a status or a scenario cannot be exercised at this target. */
  leaveOut(name: string, reason: string): void;
  /** Adds to the coverage of the report. */
  addCoverage(coverage: CoverageOf): void;
}

/** Waits for all of them, also when one fails. */
export async function together<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return Promise.all(work);
}

/** Works through the items in order, at most `width` at the same time. After a failure it starts no more. */
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
  await together(Array.from({ length: width }, worker));
}
