/** Microseconds since the Unix epoch: an integer, exact in a double until the year 2255. */
export type Micros = number;

/** The only source of time, passed to everything that needs it, so that tests can move it. */
export interface Clock {
  now(): Micros;
}

export const systemClock: Clock = { now: () => Date.now() * 1000 };

export const seconds = (n: number): Micros => n * 1_000_000;
export const hours = (n: number): Micros => seconds(n * 3600);

/** Whole seconds since the Unix epoch, the unit of JWT claims. */
export const toUnixSeconds = (at: Micros): number => Math.floor(at / 1_000_000);

const MAX_KEPT_DATES = 1000;
const dates = new Map<number, string>();

/** `2026-01-31`, from the days since the Unix epoch. Kept, because `Date` takes five times as long. */
function dateOf(day: number): string {
  const kept = dates.get(day);
  if (kept !== undefined) return kept;
  if (dates.size === MAX_KEPT_DATES) dates.clear();
  const date = new Date((day * hours(24)) / 1000).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** ISO 8601 in UTC with six digits of fraction, e.g. `2026-01-31T09:30:00.000000Z`. */
export function toTimestamp(at: Micros): string {
  const day = Math.floor(at / hours(24));
  const ofDay = at - day * hours(24);
  const second = Math.floor(ofDay / seconds(1));
  const hour = twoDigits(Math.floor(second / 3600));
  const minute = twoDigits(Math.floor(second / 60) % 60);
  const fraction = String(ofDay - seconds(second)).padStart(6, '0');
  return `${dateOf(day)}T${hour}:${minute}:${twoDigits(second % 60)}.${fraction}Z`;
}
