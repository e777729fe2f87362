/** Integer number of microseconds: a duration, or the time since the Unix epoch. */
export type Micros = number;

export interface Clock {
  now(): Micros;
}

const MIN_SET_BACK: Micros = 1000;

/** Creates a clock that returns a later time at each call, unless the underlying clock is set back. */
export function steadyClock(read: () => Micros): Clock {
  let last: Micros = 0;
  return {
    now() {
      const now = read();
      const isSetBack = last - now >= MIN_SET_BACK;
      last = now > last || isSetBack ? now : last + 1;
      return last;
    },
  };
}

export const systemClock = steadyClock(() => Date.now() * 1000);

export const seconds = (n: number): Micros => n * 1_000_000;
export const hours = (n: number): Micros => seconds(n * 3600);

export const toUnixSeconds = (at: Micros): number => Math.floor(at / 1_000_000);

/** Returns ISO 8601 in UTC with microseconds, such as `2026-01-31T09:30:00.000000Z`. */
export function toTimestamp(at: Micros): string {
  const millis = Math.floor(at / 1000);
  const micros = String(at - millis * 1000).padStart(3, '0');
  return new Date(millis).toISOString().replace('Z', `${micros}Z`);
}

/** Returns a version 7 UUID (RFC 9562, section 5.7). Puts the time first, so that new rows are adjacent in an index. */
export function orderedUuid(now: Micros): string {
  const time = Math.floor(now / 1000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
