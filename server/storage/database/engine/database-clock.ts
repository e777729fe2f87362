import { type Clock, type Micros, seconds, steadyClock } from '../../../domain/clock.ts';
import { StoreUnavailable } from '../../../domain/unavailable.ts';

const MAX_READING_AGE_MS = 1000;

export interface ClockState {
  /** Difference to the database's clock; negative if this machine is behind. */
  ahead: Micros;
  /** Error message if the difference exceeds the limit; otherwise, null. */
  wrong: string | null;
}

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/** Creates a clock that follows the database's clock and, between two readings, this machine's monotonic clock. */
export function createDatabaseClock(machine: Clock) {
  let reading: { at: Micros; readAtMs: number } | undefined;
  let latest: Micros = 0;
  let maxOffset = Number.POSITIVE_INFINITY;
  const { now } = steadyClock(() =>
    reading === undefined ? machine.now() : reading.at + Math.round((performance.now() - reading.readAtMs) * 1000),
  );

  function state(): ClockState {
    const at = machine.now();
    latest = Math.max(latest, at);
    const ahead = at - (reading === undefined ? latest : now());
    return { ahead, wrong: Math.abs(ahead) > maxOffset ? describe(ahead) : null };
  }

  return {
    now: () => (reading === undefined ? machine.now() : now()),
    state,

    limitOffset(max: Micros): void {
      maxOffset = max;
    },

    record(at: Micros | null): Micros {
      if (at !== null) reading = { at, readAtMs: performance.now() };
      return at ?? machine.now();
    },

    isOutdated: (): boolean =>
      reading === undefined || performance.now() - reading.readAtMs >= MAX_READING_AGE_MS || state().wrong !== null,

    requireRight(): void {
      const { wrong } = state();
      if (wrong !== null) throw new StoreUnavailable(wrong);
    },
  };
}

const describe = (ahead: Micros): string =>
  `the clock of this machine is ${Math.abs(Math.round(ahead / seconds(1)))} s ${ahead < 0 ? 'behind' : 'ahead of'} the database clock`;
