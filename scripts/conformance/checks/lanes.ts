import { type ContractIndex, isEnded, isLast } from '../contract/contract-index.ts';
import type { OperationId } from '../types.ts';

/** As many of an operation's results at once as there may be together with those that other requests need. */
const FEW = 3;

/**
 * Works through all, in order, with limited concurrency: one at a time where the operation deletes or decides, a few
 * where the result is deleted afterwards (there may be a maximum), and otherwise as many as there are connections.
 */
export async function inLanes<T extends { operation: OperationId }>(
  all: readonly T[],
  { contract, concurrency }: { contract: ContractIndex; concurrency: number },
  work: (each: T) => Promise<unknown>,
): Promise<void> {
  const widthOf = (operation: OperationId) =>
    isLast(contract, operation) ? 1 : isEnded(contract, operation) ? FEW : concurrency;
  const widths = [...new Set([1, FEW, concurrency])];
  const lanes = widths.map((width) => ({
    width,
    waiting: all.filter(({ operation }) => widthOf(operation) === width)[Symbol.iterator](),
  }));
  let isOver = false;
  const worker = async (waiting: Iterable<T>) => {
    // One iterator for all workers of a lane: each takes what is next.
    for (const each of waiting) {
      if (isOver) return;
      await work(each);
    }
  };
  const workers = lanes.flatMap(({ width, waiting }) =>
    Array.from({ length: width }, () =>
      worker(waiting).catch((error: unknown) => {
        // Nobody begins anything more, and what is under way is waited for.
        isOver = true;
        throw error;
      }),
    ),
  );
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
