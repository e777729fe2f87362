import type { PlannedCase } from '../cases/planned-case.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import type { CheckName, CheckOptions, OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import type { Coverage } from './coverage.ts';
import type { Recorder } from './recorder.ts';

export interface Check {
  name: CheckName;
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
  /** True for a mock, which returns examples and is stateless. */
  isStateless: boolean;
  /** Registers work to run after the checks, with a few extra requests even if a limit was reached. */
  cleanUp(work: () => Promise<unknown>): void;
}

export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Processes the items in order, at most `width` items concurrently. Does not start new items after a failure. */
export async function forEachOf<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<unknown>) {
  // A failure ends the loop of its worker, which closes the generator for all workers.
  const waiting = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await settleAll(Array.from({ length: width }, worker));
}

export type Selection = ReturnType<typeof selectionOf>;

/** Returns the selection for names of checks, operations, and cases. Throws a `RangeError` for an unknown name. */
export function selectionOf(
  operationIds: readonly string[],
  checkNames: readonly CheckName[],
  names: readonly string[] = [],
) {
  const checks = names.filter((name) => checkNames.includes(name));
  const named = names.filter((name) => operationIds.includes(name));
  const cases = names.filter((name) => !checks.includes(name) && !named.includes(name));
  const unknown = cases.find((name) => !/[:\s]/.test(name));
  if (unknown !== undefined)
    throw new RangeError(
      `--only: unknown name ${unknown}. Checks: ${checkNames.join(', ')}. Operations: ${operationIds.join(', ')}.`,
    );
  const ofCases = cases.map((name) =>
    operationIds.find((id) => /^[:\s]/.test(name.slice(id.length)) && name.startsWith(id)),
  );
  const operations = [...new Set([...named, ...ofCases])].filter((id) => id !== undefined);
  return {
    /** Selected operations; undefined for all. Empty if only cases without an operation are selected. */
    operations: named.length + cases.length === 0 ? undefined : operations,
    /** True if the selection includes cases that belong to no operation or to several operations. */
    isOfAll: named.length + cases.length === 0 || ofCases.includes(undefined),
    /** True if all cases of these operations are selected, so that coverage can be measured. */
    isWhole: checks.length + cases.length === 0,
    /** Returns whether the selection includes the case, or any case whose name starts with `name`. */
    wants: (check: CheckName, name: string) =>
      checks.length + cases.length === 0 || checks.includes(check) || cases.some((asked) => asked.startsWith(name)),
  };
}
