import type { Clock, Micros } from '../../../server/domain/clock.ts';

/** A clock that all processes of a run share, as JSON. */
export interface Pace {
  /** The time of the machine's monotonic clock, in nanoseconds, at which the clock shows `from`. */
  zero: string;
  from: Micros;
  /** Clock seconds per real second. Six attempts take more than seven hours on the schedule. */
  speed: number;
}

export function fastClock({ zero, from, speed }: Pace): Clock {
  const start = BigInt(zero);
  return { now: () => from + Math.floor((Number(process.hrtime.bigint() - start) / 1000) * speed) };
}

/** Converts real milliseconds to the clock's microseconds. */
export const onClock = ({ speed }: Pace, realMs: number): Micros => Math.round(realMs * 1000 * speed);

export interface Random {
  /** In [0, 1). */
  next(): number;
  between(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Returns random numbers that the seed reproduces (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/** Settings of an instance, as JSON in its environment variable FAULT_SETUP. */
export interface InstanceSetup {
  pace: Pace;
  seed: number;
  /** Replaces the contract's five seconds, which are too long for a clock this fast. */
  attemptTimeoutMs: number;
  leaseMs: number;
}
