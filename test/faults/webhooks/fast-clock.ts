import type { Clock, Micros } from '../../../server/domain/clock.ts';

/** A clock that all processes of a run share, as JSON. */
export interface Pace {
  /** The moment of the machine's monotonic clock, in nanoseconds, at which the clock shows `from`. */
  zero: string;
  from: Micros;
  /** How many times faster than real time it goes: six attempts take more than seven hours by the schedule. */
  speed: number;
}

export const startPace = (speed: number): Pace => ({
  zero: String(process.hrtime.bigint()),
  from: Date.now() * 1000,
  speed,
});

export function fastClock({ zero, from, speed }: Pace): Clock {
  const start = BigInt(zero);
  return { now: () => from + Math.floor((Number(process.hrtime.bigint() - start) / 1000) * speed) };
}

/** What so many real milliseconds are on the clock. */
export const onClock = ({ speed }: Pace, realMs: number): Micros => Math.round(realMs * 1000 * speed);
