import type { Target } from '../types.ts';

/** The status that the server responds with, or 0. Shared memory, so that it applies in every thread at once. */
export type Provoked = Int32Array;

export const nothingProvoked = (): Provoked => new Int32Array(new SharedArrayBuffer(4));

export const provokeBy =
  (provoked: Provoked): NonNullable<Target['provoke']> =>
  (status) => {
    Atomics.store(provoked, 0, status ?? 0);
  };
