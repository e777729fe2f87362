import type { Clock, Micros } from '../../../server/domain/clock.ts';

/** Parameters of the accelerated clock that all processes of a run share. */
export interface Pace {
  /** Time of the machine's monotonic clock, in nanoseconds, at which the accelerated clock shows `from`. */
  zero: string;
  from: Micros;
  /** Seconds of the accelerated clock per real second. On the schedule, six attempts take more than seven hours. */
  speed: number;
}

export function fastClock({ zero, from, speed }: Pace): Clock {
  const start = BigInt(zero);
  return { now: () => from + Math.floor((Number(process.hrtime.bigint() - start) / 1000) * speed) };
}

/** Converts real milliseconds to microseconds of the accelerated clock. */
export const onClock = ({ speed }: Pace, realMs: number): Micros => Math.round(realMs * 1000 * speed);

export interface Random {
  /** Returns a random number in [0, 1). */
  next(): number;
  between(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Returns a pseudorandom number generator (mulberry32). The same seed produces the same numbers. */
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

/** Settings of an instance, passed as JSON in its environment variable FAULT_SETUP. */
export interface InstanceSetup {
  pace: Pace;
  seed: number;
  /** Timeout of an attempt. The five seconds of the contract are too long for the accelerated clock. */
  attemptTimeoutMs: number;
  leaseMs: number;
}
