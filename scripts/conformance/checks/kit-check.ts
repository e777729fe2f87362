import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractIndex } from '../index/contract-index.ts';
import type { CheckOptions, OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import type { Coverage } from './coverage.ts';
import type { Recorder } from './recorder.ts';
import type { Selection } from './selection.ts';

export interface Run {
  contract: ContractIndex;
  session: Session;
  recorder: Recorder;
  coverage: Coverage;
  options: CheckOptions;
  selection: Selection;
  checked: readonly OperationId[];
  /** True for a mock, which returns examples and is stateless. */
  isStateless: boolean;
  /** Functions that the run calls at its end. They can send some requests even if the run has reached a limit. */
  cleanUps: (() => Promise<unknown>)[];
}

const POLL_MS = 150;

/** Polls a value until a condition holds, or for `ms` milliseconds. Rejects if the run has reached a limit. */
export async function poll<T>(run: Run, ms: number, read: () => T | Promise<T>, holds = (value: T) => Boolean(value)) {
  for (const end = Date.now() + ms; ; await sleep(POLL_MS)) {
    const value = await read();
    if (holds(value)) return value;
    run.session.wire.throwIfLimited();
    if (Date.now() >= end) return value;
  }
}

export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Processes the items in order, at most `width` items concurrently. Does not start new items after a failure. */
export async function forEachOf<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<unknown>) {
  // If an item fails, the loop of one worker ends and closes the generator, so that all workers stop.
  const waiting = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await settleAll(Array.from({ length: width }, worker));
}
