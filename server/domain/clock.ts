/** Microseconds since the Unix epoch: an integer, exact in a double until the year 2255. */
export type Micros = number;

export interface Clock {
  now(): Micros;
}

/** A clock that is at least this far behind its last time was set back. `steadyClock` then follows it. */
const SET_BACK: Micros = 1000;

/** Creates a clock that returns a later time at each call, unless the clock that `read` reads is set back. */
export function steadyClock(read: () => Micros): Clock {
  let last: Micros = 0;
  return {
    now() {
      const now = read();
      const isSetBack = last - now >= SET_BACK;
      last = now > last || isSetBack ? now : last + 1;
      return last;
    },
  };
}

export const systemClock = steadyClock(() => Date.now() * 1000);

export const seconds = (n: number): Micros => n * 1_000_000;
export const hours = (n: number): Micros => seconds(n * 3600);

export const toUnixSeconds = (at: Micros): number => Math.floor(at / 1_000_000);

/** Formats a time as ISO 8601 in UTC with six fractional digits, e.g. `2026-01-31T09:30:00.000000Z`. */
export function toTimestamp(at: Micros): string {
  const millis = Math.floor(at / 1000);
  const micros = String(at - millis * 1000).padStart(3, '0');
  return new Date(millis).toISOString().replace('Z', `${micros}Z`);
}

/**
 * Returns a version 7 UUID (RFC 9562, section 5.7): the milliseconds of `now`, and 74 random bits. Rows created at the
 * same time are adjacent in an index, so a commit of many rows writes few pages.
 */
export function orderedUuid(now: Micros): string {
  const time = Math.floor(now / 1000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
