import type { Target } from '../types.ts';

/** One number: what is provoked, or 0. Shared, so that it holds from the next request on in whatever thread. */
export type Provoked = Int32Array;

export const nothingProvoked = (): Provoked => new Int32Array(new SharedArrayBuffer(4));

/** How a kit provokes what has that number. */
export const provokeBy =
  (provoked: Provoked): NonNullable<Target['provoke']> =>
  (status) => {
    Atomics.store(provoked, 0, status ?? 0);
  };
