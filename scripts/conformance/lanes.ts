import type { OperationId } from '../../generated/operations.ts';
import { isEnd, isEnded } from './resources.ts';

/** As many of an operation's results at once as there may be together with those that other requests need. */
const FEW = 3;

/**
 * Works on all, in their order, so many at a time: on what ends something one after the other, since none could know what is still
 * there; on what is ended afterwards a few, since there may be only a few of it; on everything else as many as there are connections.
 */
export async function inLanes<T extends { operation: OperationId }>(
  all: readonly T[],
  concurrency: number,
  work: (each: T) => Promise<unknown>,
): Promise<void> {
  const widthOf = (operation: OperationId) => (isEnd(operation) ? 1 : isEnded(operation) ? FEW : concurrency);
  const widths = [1, FEW, concurrency];
  await Promise.all(
    [...new Set(widths)].map((width) =>
      lane(
        all.filter(({ operation }) => widthOf(operation) === width),
        width,
        work,
      ),
    ),
  );
}

async function lane<T>(all: readonly T[], width: number, work: (each: T) => Promise<unknown>): Promise<void> {
  const waiting = all[Symbol.iterator]();
  const worker = async () => {
    // One iterator for all workers: each takes what is next.
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
